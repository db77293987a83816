/** Runs keep-alive connections that send a request after each answer. */
import { HttpConnection } from "./http-connection.js";
import type { HttpJob, LoadResult } from "./jobs.js";
import { createLatencies } from "./latencies.js";

export async function runHttpLoad(job: HttpJob): Promise<LoadResult> {
  const connections = await Promise.all(job.lists.map(() => HttpConnection.open(job.port)));
  const latencies = createLatencies();
  const load = { job, latencies, end: performance.now() + job.durationMs, isOver: false };
  try {
    const answers = await Promise.all(
      connections.map((connection, i) => drive(load, connection, buffersOf(job.lists[i] ?? []))),
    );
    return latencies.result(answers);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Milliseconds before a request with the result null is repeated. */
const askAgainMs = 1;

interface Load {
  readonly job: HttpJob;
  readonly latencies: ReturnType<typeof createLatencies>;
  readonly end: number;
  isOver: boolean;
}

/** Messages between processes contain plain byte arrays; a socket writes buffers without a copy. */
const buffersOf = (list: readonly Uint8Array[]): Buffer[] =>
  list.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** @returns the number of answered requests. */
function drive(load: Load, connection: HttpConnection, list: readonly Buffer[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      connection.send(list[answers % list.length] as Buffer);
    };
    connection.isRefusalAllowed = load.job.isRefusalAllowed;
    connection.isNullWatched = load.job.isNullAskedAgain;
    connection.listen(() => {
      if (connection.isNull && performance.now() < load.end) {
        setTimeout(send, askAgainMs);
        return;
      }
      const now = performance.now();
      load.latencies.add(now - sentAt);
      answers++;
      if (now >= load.end || (!load.job.isRepeated && answers === list.length)) load.isOver = true;
      if (load.isOver) resolve(answers);
      else send();
    }, reject);
    send();
  });
}
