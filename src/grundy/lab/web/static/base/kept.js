/** A cache of answers with a limit of bytes, so that each answer is requested only once. */

export class Kept {
  /** @param {number} most bytes of the requests, and of the answers as JSON */
  constructor(most) {
    this.most = most;
    this.bytes = 0;
    /** @type {Map<string, {answer: Promise<any>, bytes: number}>} the entries that were used last come last */
    this.entries = new Map();
  }

  /** @param {string} key */
  get(key) {
    const found = this.entries.get(key);
    if (!found) return undefined;
    this.entries.delete(key);
    this.entries.set(key, found);
    return found.answer;
  }

  /**
   * Keep an answer. Failures are not kept, and the least recently used answers are dropped.
   * @param {string} key
   * @param {any} answer or a promise of it
   */
  put(key, answer) {
    this.drop(key);
    const entry = { answer: Promise.resolve(answer), bytes: 0 };
    this.entries.set(key, entry);
    this.weigh(entry, key.length);
    entry.answer.then(
      (found) => this.entries.get(key) === entry && this.weigh(entry, key.length + JSON.stringify(found).length),
      () => this.entries.get(key) === entry && this.drop(key),
    );
    return entry.answer;
  }

  /**
   * @param {{bytes: number}} entry
   * @param {number} bytes
   */
  weigh(entry, bytes) {
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    for (const [key, other] of this.entries) {
      if (this.bytes <= this.most) return;
      if (other !== entry) this.drop(key);
    }
  }

  /** @param {string} key */
  drop(key) {
    this.bytes -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}
