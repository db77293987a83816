/** Starts as a compute thread where the node is a package: there each file that a thread runs is one of its own. */
import { runComputeThread } from "./compute-thread.js";

await runComputeThread();
