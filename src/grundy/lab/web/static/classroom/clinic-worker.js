/** Runs a solution of the reader on one input after another. Its content policy allows no connections. */

/** @param {(input: string) => unknown} solve @param {string[]} inputs */
function answer(solve, inputs) {
  for (const [at, input] of inputs.entries()) {
    try {
      postMessage({ at, output: String(solve(input)) });
    } catch (error) {
      postMessage({ at, fault: String(error) });
    }
  }
  postMessage({ at: inputs.length });
}

onmessage = ({ data: { code, inputs } }) => {
  Object.assign(globalThis, { begin: (/** @type {(input: string) => unknown} */ solve) => answer(solve, inputs) });
  setTimeout(`${code}\n;begin(solve);`); // a script: errors of its text come with their lines
};
