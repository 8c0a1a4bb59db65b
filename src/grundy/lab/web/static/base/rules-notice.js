/** A notice above the view: the rules in a file have changed, or the server has read them again. */

import { ask } from './api.js';
import { el, fill } from './dom.js';
import { sayError } from './say.js';
import { t } from './words.js';

const said = el('span');
const button = el('button', { type: 'button', 'data-act': 'read-rules' });
const bar = el('p', { class: 'row rules-notice', role: 'status' }, said, button);

/**
 * @param {boolean} changed whether a file says something else than the rules by which the server answers
 * @param {boolean} again whether the server has read the rules again since this page was opened
 */
export function show(changed, again) {
  if (!changed && !again) {
    bar.remove();
    return;
  }
  fill(said, t(changed ? 'rules.changed' : 'rules.again'));
  fill(button, t(changed ? 'rules.read' : 'rules.show'));
  button.onclick = changed ? readAgain : () => location.reload();
  if (!bar.isConnected) document.getElementById('main')?.before(bar);
}

async function readAgain() {
  try {
    await ask('rules', {});
  } catch (error) {
    fill(said, sayError(error));
    return;
  }
  location.reload(); // lists, boards and values are all of the rules before
}
