/** Runs a solution of the reader on one input after another. Its content policy allows no connections. */

onmessage = ({ data: { code, inputs } }) => {
  let solve;
  try {
    solve = new Function(`${code}\n;return solve;`)();
  } catch (error) {
    postMessage({ at: 0, error: String(error) });
    return;
  }
  for (const [at, input] of inputs.entries()) {
    try {
      postMessage({ at, output: String(solve(input)) });
    } catch (error) {
      postMessage({ at, error: String(error) });
    }
  }
  postMessage({ at: inputs.length });
};
