/** The service worker of a site without a server. The file begins with `SITE`: its version, and each file with its digest. */

const { version, files, policies } = /** @type {{version: string, files: Record<string, string>, policies: Record<string, string>}} */ (/** @type {any} */ (globalThis).SITE);
const worker = /** @type {any} */ (globalThis);
const HEAD = `grundy ${worker.registration.scope} `;
const NAME = HEAD + version;
const INDEX = 'index.html';

const address = (/** @type {string} */ key) => new URL(key, worker.registration.scope).href;

/** Return a file from the cache, or fetch it. The browser refuses a file with another digest. */
async function file(/** @type {string} */ key) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(address(key));
  if (kept) return kept;
  const found = await fetch(address(key), { integrity: `sha256-${files[key]}`, cache: 'no-cache' });
  if (found.ok) await cache.put(address(key), found.clone());
  return found;
}

async function answer(/** @type {string} */ key) {
  const { body, headers, status, statusText } = await file(key);
  const own = new Headers(headers);
  own.set('Content-Security-Policy', policies[key] ?? policies['']);
  own.set('X-Content-Type-Options', 'nosniff');
  own.set('Referrer-Policy', 'no-referrer');
  return new Response(body, { status, statusText, headers: own });
}

async function digest(/** @type {Response} */ kept) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await kept.arrayBuffer()));
  return btoa(String.fromCharCode(...bytes));
}

/** Copy the files that have not changed since the earlier version, so that they are not loaded again. */
async function inherit() {
  const cache = await caches.open(NAME);
  for (const name of (await caches.keys()).filter((one) => one.startsWith(HEAD) && one !== NAME)) {
    const before = await caches.open(name);
    for (const key of Object.keys(files)) {
      const kept = await before.match(address(key));
      if (kept && (await digest(kept.clone())) === files[key]) await cache.put(address(key), kept);
    }
  }
}

async function keepAll() {
  try {
    for (const key of Object.keys(files)) await file(key);
    return true;
  } catch {
    return false; // no network, or no space
  }
}

/** Install a new version as a whole. At the first visit, the page does not wait for it. */
async function install() {
  if (worker.registration.active) {
    await inherit();
    for (const key of Object.keys(files)) await file(key);
  }
  await worker.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(HEAD) && name !== NAME && name !== `${NAME} memory`);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'keep') event.waitUntil(keepAll().then((kept) => event.ports[0].postMessage(kept)));
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { method, url } = event.request;
  const plain = url.split(/[?#]/)[0];
  if (method !== 'GET' || !plain.startsWith(worker.registration.scope)) return;
  const key = plain.slice(worker.registration.scope.length) || INDEX;
  if (key in files) event.respondWith(answer(key));
});
