/**
 * Loaded into a node's process before its own code (`node --import`), it measures how long the
 * event loop of the main thread is held, in the processor time of that thread alone: other
 * processes on the same cores do not count, garbage collection on the thread does. A socket returns
 * the longest hold.
 */
import { existsSync, openSync, readSync } from "node:fs";
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";
import { observeMs, socketVariable } from "./protocol.js";

/**
 * The file with the nanoseconds of the main thread on a processor; the main thread's id is the
 * process's.
 */
const schedule = `/proc/self/task/${process.pid}/schedstat`;
const nanosecondsPerMs = 1e6;

const processMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Returns a clock. If the kernel does not report the main thread's time, the time of all threads is
 * used, which is never less.
 */
function threadClock(): () => number {
  if (!existsSync(schedule)) return processMs;
  const file = openSync(schedule, "r");
  const buffer = Buffer.alloc(64);
  return () => {
    // Reading the process's time makes the kernel update the running thread's.
    processMs();
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString("latin1", 0, length), 10) / nanosecondsPerMs;
  };
}

function startMeasuring(socketPath: string): void {
  const threadMs = threadClock();
  let [seenMs, seenAt] = [threadMs(), performance.now()];
  let longestMs = 0;
  const observe = () => {
    const [nowMs, now] = [threadMs(), performance.now()];
    // No hold is longer than the elapsed time; time that the kernel counts late is ignored.
    longestMs = Math.max(longestMs, Math.min(nowMs - seenMs, now - seenAt));
    [seenMs, seenAt] = [nowMs, now];
  };
  // Timers run once in an iteration of the loop, so between two of them is at most one hold and the
  // little work between two timers.
  setInterval(observe, observeMs).unref();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => {
      observe();
      const told = { longestMs, threadMs: seenMs, processMs: processMs() };
      socket.write(`${JSON.stringify(told)}\n`);
      longestMs = 0;
      // The cost of the answer belongs to no hold.
      [seenMs, seenAt] = [threadMs(), performance.now()];
    });
    socket.unref();
  });
  server.listen(socketPath).unref();
}

const socketPath = process.env[socketVariable];
if (isMainThread && socketPath !== undefined) startMeasuring(socketPath);
