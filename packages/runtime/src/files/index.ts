export { readBoundedSync } from "./read-bounded-sync.js";
