/** Runs WebSockets that keep a number of unanswered messages, and subscribers that wait for messages. */
import { HttpConnection } from "./http-connection.js";
import type { FanOutJob, LoadResult, SocketJob, SubscribeJob, UnsubscribeJob } from "./jobs.js";
import { createLatencies } from "./latencies.js";
import { socketFrame } from "./request.js";
import { SocketConnection } from "./socket-connection.js";

export async function runSocketLoad(job: SocketJob): Promise<LoadResult> {
  const connections = await openAll(job.port, job.connections);
  const frame = socketFrame(job.text);
  const frames = Buffer.concat(Array.from({ length: job.underWay }, () => frame));
  const latencies = createLatencies();
  const end = performance.now() + job.durationMs;
  const drive = (connection: SocketConnection) =>
    new Promise<number>((resolve, reject) => {
      let answers = 0;
      let sent = job.underWay;
      connection.listen((count) => {
        answers += count;
        if (performance.now() < end) {
          sent += count;
          connection.send(frames.subarray(0, count * frame.length));
        } else if (answers === sent) resolve(answers);
      }, reject);
      connection.send(frames);
    });
  try {
    const each = await Promise.all(connections.map(drive));
    const answers = each.reduce((sum, count) => sum + count, 0);
    return { ...latencies.result(each), answers };
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Number of connections that are opened at once: a server's accept queue is short. */
const openedAtOnce = 50;

async function openAll(port: number, count: number): Promise<SocketConnection[]> {
  const connections: SocketConnection[] = [];
  while (connections.length < count) {
    const length = Math.min(openedAtOnce, count - connections.length);
    const some = Array.from({ length }, () => SocketConnection.open(port));
    connections.push(...(await Promise.all(some)));
  }
  return connections;
}

/** The subscribers of the node of each port, which stay open between jobs. */
const subscribed = new Map<number, readonly SocketConnection[]>();

export async function subscribe(job: SubscribeJob): Promise<LoadResult> {
  const latencies = createLatencies();
  const connections = await openAll(job.port, job.count);
  subscribed.set(job.port, connections);
  const frame = socketFrame(job.text);
  await toldEach(connections, () => {
    for (const connection of connections) connection.send(frame);
  });
  return latencies.result();
}

/** Measures the time from the request to the last message of the last subscriber. */
export async function fanOut(job: FanOutJob): Promise<LoadResult> {
  const connection = await HttpConnection.open(job.port);
  const latencies = createLatencies();
  const began = performance.now();
  try {
    await toldEach(
      subscribed.get(job.port) ?? [],
      () => void connection.ask(Buffer.from(job.request)),
      () => latencies.add(performance.now() - began),
    );
    return latencies.result();
  } finally {
    connection.close();
  }
}

export function unsubscribe({ port }: UnsubscribeJob): void {
  for (const connection of subscribed.get(port) ?? []) connection.close();
  subscribed.delete(port);
}

function toldEach(
  connections: readonly SocketConnection[],
  start: () => void,
  onTold: () => void = () => {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = connections.length;
    for (const connection of connections) {
      let isTold = false;
      connection.listen(() => {
        if (isTold) return;
        isTold = true;
        onTold();
        if (--left === 0) resolve();
      }, reject);
    }
    start();
  });
}
