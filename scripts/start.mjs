// npm start: sets up what is missing, then runs the node with the flags after `--`.
import { setUpForNpm } from "./end-with-npm.mjs";

setUpForNpm("apps/node");
await import("../apps/node/bin/tandem.js");
