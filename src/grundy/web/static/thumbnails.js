/** Small drawings of games: symbols of one sheet. */

import { svg } from './dom.js';

const SHEET = 'thumbnails.svg';

/**
 * @param {string} name of a symbol of the sheet
 * @param {string} [viewBox] of a picture that has its own
 */
export const drawing = (name, viewBox) => svg('svg', { 'aria-hidden': 'true', focusable: 'false', viewBox }, svg('use', { href: `${SHEET}#${name}`, width: '100%', height: '100%' }));
