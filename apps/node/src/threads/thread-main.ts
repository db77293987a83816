/**
 * Starts a compute thread where the node is a package, in which each entry file of a thread is
 * separate.
 */
import { runComputeThread } from "./compute-thread.js";

await runComputeThread();
