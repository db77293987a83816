/** Measures the effect of a load on another client: latencies at a fixed rate, and a slow reader. */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { HttpConnection } from "./http-connection.js";
import type { LoadResult, ProbeJob, SlowReadJob } from "./jobs.js";
import { createLatencies } from "./latencies.js";

/** Maximum number of concurrent probes: a node that answers none of them has stopped. */
const underWayMax = 2_000;

/**
 * Sends probes at a fixed rate without waiting for answers: a node that is blocked for a second
 * delays every request of that second, and each of them counts.
 */
export async function probe(job: ProbeJob): Promise<LoadResult> {
  const latencies = createLatencies();
  const request = Buffer.from(job.request);
  const idle: HttpConnection[] = [await HttpConnection.open(job.port)];
  const opened = [...idle];
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  const one = async () => {
    const askedAt = performance.now();
    const connection = idle.pop() ?? (await HttpConnection.open(job.port));
    if (!opened.includes(connection)) opened.push(connection);
    await connection.ask(request);
    latencies.add(performance.now() - askedAt);
    idle.push(connection);
  };
  try {
    for (let dueAt = began; dueAt < began + job.durationMs; dueAt += job.everyMs) {
      const wait = dueAt - performance.now();
      if (wait > 0) await pause(wait);
      if (underWay.size >= underWayMax) throw new Error(`${underWayMax} requests got no answer`);
      const asked = one();
      underWay.add(asked);
      void asked.finally(() => underWay.delete(asked)).catch(() => {});
    }
    await Promise.all(underWay);
    return latencies.result();
  } finally {
    for (const connection of opened) connection.close();
  }
}

/** Maximum milliseconds for the first bytes, in addition to the time of the job. */
const firstBytesMsMax = 120_000;

/** Returns the whole time as the elapsed time, and the read bytes as `answers`. */
export async function readSlowly(job: SlowReadJob): Promise<LoadResult> {
  const began = performance.now();
  const socket = connect({ port: job.port, host: "127.0.0.1" });
  let taken = 0;
  const failed = new Promise<never>((_, reject) => {
    socket.once("error", reject);
  });
  failed.catch(() => {});
  socket.on("data", (chunk) => {
    taken += chunk.length;
    socket.pause();
  });
  socket.write(job.request);
  const takeSome = async () => {
    const isWaiting = () => taken === 0 && performance.now() < began + firstBytesMsMax;
    while (performance.now() < began + job.durationMs || isWaiting()) {
      await pause(job.pauseMs);
      socket.resume();
    }
  };
  try {
    await Promise.race([failed, takeSome()]);
  } finally {
    socket.destroy();
  }
  const elapsedMs = performance.now() - began;
  return { answers: taken, answersEach: [taken], elapsedMs, p50: 0, p99: 0 };
}
