/** The service worker of a site without a server: it keeps the files, checks them, and adds the content policy. */

const MOST_WAIT = 3000; // milliseconds to wait for the service worker at the first visit

const { serviceWorker } = navigator;

/** Resolves when the service worker answers requests, or if there is none. */
export const controlled = begin();

async function begin() {
  if (!serviceWorker) return;
  const had = serviceWorker.controller !== null;
  const taken = new Promise((done) => {
    serviceWorker.addEventListener('controllerchange', () => {
      if (had) location.reload(); // a new version of the site; the address holds the game
      done(undefined);
    }, { once: true });
  });
  try {
    await serviceWorker.register('sw.js', { updateViaCache: 'none' });
    if (!had) await Promise.race([taken, new Promise((done) => setTimeout(done, MOST_WAIT))]);
  } catch {
    // without a secure address or without space, the site works without a service worker, and needs a network
  }
}

/**
 * Store all files of the site.
 * @returns {Promise<boolean>} whether it works without a network from now on
 */
export async function keepAll() {
  const to = serviceWorker?.controller;
  if (!to) return false;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((done) => { port1.onmessage = ({ data }) => done(data); });
  to.postMessage('keep', [port2]);
  return answered;
}
