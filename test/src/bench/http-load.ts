/**
 * Load over plain sockets: each connection sends one request, reads the whole answer, and sends
 * the next. Written on sockets because a full HTTP client would be measured instead of the node.
 */
import { connect, type Socket } from "node:net";

export interface Load {
  readonly url: string;
  /** Bodies to send, over and over, one after the other on each connection. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export async function runLoad({ url, bodies, connections, seconds }: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const requests = bodies.map((body) => requestOf(hostname, body));
  const deadline = performance.now() + seconds * 1000;
  const began = performance.now();
  const workers = Array.from({ length: connections }, (_, i) =>
    drive(connect(Number(port), hostname), requests, i, deadline),
  );
  const latencies = (await Promise.all(workers)).flat().sort((a, b) => a - b);
  const elapsed = (performance.now() - began) / 1000;
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { requestsPerSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

function requestOf(host: string, body: string): Buffer {
  const head = [
    "POST / HTTP/1.1",
    `Host: ${host}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** @returns milliseconds each request took. */
function drive(
  socket: Socket,
  requests: readonly Buffer[],
  offset: number,
  deadline: number,
): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let next = offset;
    let sentAt = 0;
    let received = "";
    const send = () => {
      sentAt = performance.now();
      socket.write(requests[next++ % requests.length] as Buffer);
    };
    socket.setNoDelay(true);
    socket.once("connect", send);
    socket.once("error", reject);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!isWhole(received)) return;
      if (!received.startsWith("HTTP/1.1 200") || received.includes('"error"')) {
        reject(new Error(`unexpected answer: ${received.slice(0, 300)}`));
        socket.destroy();
        return;
      }
      received = "";
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now < deadline) return send();
      socket.end();
      resolve(latencies);
    });
  });
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /content-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1];
  return length !== undefined && text.length >= headEnd + 4 + Number(length);
}
