/**
 * Starts a thread where the node is a package, in which each entry file of a thread is separate.
 */
import { runThread } from "./run-thread.js";

await runThread();
