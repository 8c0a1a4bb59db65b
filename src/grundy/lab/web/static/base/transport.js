/** The connection to the solver: a server over HTTP, or, on a site without a server, a worker of the page. */

const ROOT = 'api/v1/';
const PAGE = Math.random().toString(36).slice(2); // a server shares its time among pages, and asks the process that knows the last position

/**
 * Send a request. An answer with the header `Preference-Applied` is a refusal.
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
export async function request(path, body, signal) {
  if (document.documentElement.dataset.solver === 'worker') return (await import('./worker-end.js')).request(path, body, signal);
  const answer = await fetch(ROOT + path, body === undefined ? { signal } : {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'errors=200', 'Grundy-Page': PAGE }, // so that refusals have status 200: browsers log other statuses as failures
    body: JSON.stringify(body),
    signal,
  });
  const rules = answer.headers.get('grundy-rules');
  if (rules) document.dispatchEvent(new CustomEvent('rules', { detail: rules }));
  return answer;
}
