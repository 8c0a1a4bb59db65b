/** The page of the API's documents: shows openapi.json, and tries requests. Text from anywhere is text, never markup. */

/**
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** @param {any} document_ @param {any} schema */
function resolved(document_, schema) {
  const name = schema?.$ref?.split('/').pop();
  return name ? document_.components.schemas[name] : schema;
}

/**
 * @param {any} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  const bounds = [schema.minimum, schema.maximum].every((bound) => bound !== undefined)
    ? ` from ${schema.minimum} to ${schema.maximum}` : '';
  return `${schema.type ?? 'anything'}${bounds}`;
}

function fields(/** @type {any} */ schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, one]) => make('tr', {},
    make('td', {}, make('code', {}, name)),
    make('td', {}, typeOf(one)),
    make('td', {}, (schema.required ?? []).includes(name) ? 'needed' : `default ${JSON.stringify(one.default ?? null)}`),
    make('td', {}, one.description ?? '')));
  const head = ['field', 'type', '', 'meaning'].map((word) => make('th', { scope: 'col' }, word));
  return make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows));
}

/** @param {string} path @param {string} method @param {string} example @param {string} label */
function trial(path, method, example, label) {
  const area = make('textarea', { 'aria-label': `Body of ${label}`, spellcheck: 'false' });
  /** @type {HTMLTextAreaElement} */ (area).value = example;
  const answer = make('pre', { tabindex: '0', 'aria-label': `Answer of ${label}`, 'aria-live': 'polite', hidden: '' });
  const button = make('button', { type: 'button' }, 'Try it');
  button.addEventListener('click', async () => {
    answer.hidden = false;
    answer.textContent = '...';
    const body = /** @type {HTMLTextAreaElement} */ (area).value;
    const asked = method === 'get' ? {} : { method, body, headers: { 'Content-Type': 'application/json' } };
    try {
      const response = await fetch(path, asked);
      const text = await response.text();
      answer.textContent = `${response.status} ${response.headers.get('content-type') ?? ''}\n${text.slice(0, 20000)}`;
    } catch (error) {
      answer.textContent = String(error);
    }
  });
  return [...(method === 'get' ? [] : [area]), make('p', {}, button), answer];
}

async function show() {
  const state = /** @type {HTMLElement} */ (document.getElementById('state'));
  const place = /** @type {HTMLElement} */ (document.getElementById('operations'));
  const found = await (await fetch('/api/v1/openapi.json')).json();
  for (const [path, methods] of Object.entries(found.paths)) {
    for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (methods))) {
      const label = `${method.toUpperCase()} ${path}`;
      const section = make('section', {}, make('h2', {}, make('span', { class: 'method' }, method.toUpperCase()),
        make('code', {}, path)), make('p', {}, make('strong', {}, operation.summary)));
      for (const part of (operation.description ?? '').split('\n\n')) section.append(make('p', {}, part));
      const schema = resolved(found, operation.requestBody?.content?.['application/json']?.schema);
      if (schema) section.append(fields(schema));
      if (!path.includes('{')) section.append(...trial(path, method, JSON.stringify(schema?.examples?.[0] ?? {}, null, 2), label));
      place.append(section);
    }
  }
  state.remove();
}

show();
