/** Elements made in one call; text is always text, never markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props attributes; `on*` are listeners, `style` has properties, `class`, `data-*` and `aria-*` as in HTML */

/**
 * @template {Element} T
 * @param {T} node
 * @param {Props} props
 */
export function set(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else if (name === 'style' && node instanceof HTMLElement) for (const property of Object.keys(value)) node.style.setProperty(property, value[property]); // the content policy allows no attribute
    else if (name === 'value' && 'value' in node) node.value = value;
    else if (node.getAttribute(name) !== String(value === true ? '' : value)) {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function el(tag, props = {}, ...children) {
  const node = set(document.createElement(tag), props);
  fill(node, ...children);
  return node;
}

/**
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function svg(tag, props = {}, ...children) {
  const node = set(document.createElementNS(SVG, tag), props);
  fill(node, ...children);
  return node;
}

/**
 * A form of one text field.
 * @param {HTMLInputElement} input
 * @param {string} label
 * @param {string} act
 * @param {() => void} submit
 */
export function textForm(input, label, act, submit) {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  };
  return el('form', { class: 'typing', onsubmit: send }, el('label', { for: input.id }, label), el('div', { class: 'row' }, input, el('button', { type: 'submit' }, act)));
}

/**
 * Replace the children of a node.
 * @param {Element | DocumentFragment} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  node.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === '')));
}

/** Set the text of a node if it differs: a live region then announces only changes. */
export function write(/** @type {Element} */ node, /** @type {string} */ text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Let the browser store a file. */
export function save(/** @type {Blob} */ blob, /** @type {string} */ name) {
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name.replace(/[^\w.-]+/g, '-') }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
