export { descriptorsMax, nextDescriptor, openDescriptors } from "./descriptors.js";
export { isOpenToOthers } from "./modes.js";
export { readBoundedSync, readTextSync } from "./read-bounded-sync.js";
