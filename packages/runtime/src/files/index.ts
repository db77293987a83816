export { readBoundedSync, readTextSync } from "./read-bounded-sync.js";
