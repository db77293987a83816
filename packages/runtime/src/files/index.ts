export { descriptorsMax, nextDescriptor, openDescriptors } from "./descriptors.js";
export { readBoundedSync, readTextSync } from "./read-bounded-sync.js";
