// npm start: sets up what is missing, then runs the node with the flags after `--`.
import { endWithNpm } from "./end-with-npm.mjs";
import { setUp } from "./setup.mjs";

setUp("apps/node");
endWithNpm();
await import("../apps/node/bin/tandem.js");
