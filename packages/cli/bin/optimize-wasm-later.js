// Makes V8 optimize WebAssembly later. Plain JavaScript, since it is copied into the package.
const { setFlagsFromString } = require("node:v8");

/**
 * Makes V8 optimize functions in WebAssembly once they have run for long, for a process that has none of
 * its own. `fetch` reads answers with a large one, which V8 would optimize after a few answers in Node 20: that is
 * a quarter of the processor time of a start, and an end waits for it. With the largest budget it takes
 * about a thousand answers.
 */
const optimizeWasmLater = () => setFlagsFromString("--wasm-tiering-budget=2000000000");

module.exports = { optimizeWasmLater };
