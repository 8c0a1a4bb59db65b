/** Small drawings of games: symbols of one sheet. */

import { svg } from '../base/dom.js';

const SHEET = 'thumbnails.svg';

/**
 * @param {string} name of a symbol of the sheet
 * @param {{viewBox: string, width: number, height: number}} [part] the part of the symbol to show, and the size of the symbol
 */
export const drawing = (name, part) => svg('svg', { 'aria-hidden': 'true', focusable: 'false', viewBox: part?.viewBox },
  svg('use', { href: `${SHEET}#${name}`, width: part?.width ?? '100%', height: part?.height ?? '100%' }));
