export * from "./block.js";
export * from "./hash.js";
export * from "./header.js";
export * from "./merkle.js";
export * from "./midstate.js";
export * from "./target.js";
export * from "./transaction.js";
