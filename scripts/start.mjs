// npm start: sets up what is missing, then runs the node with the flags after `--`.
import { setUp } from "./setup.mjs";

setUp("apps/node");
await import("../apps/node/bin/tandem.js");
