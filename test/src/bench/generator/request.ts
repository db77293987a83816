/** Builds requests as bytes before the measurement. */
import { randomBytes } from "node:crypto";

export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** Builds a POST of one call. */
export const rpcRequest = (method: string, params: readonly unknown[] = []): Buffer =>
  httpRequest(rpcText(method, params));

/** Builds a POST of a batch. */
export const batchRequest = (calls: readonly RpcCall[]): Buffer =>
  httpRequest(`[${calls.map(({ method, params }, id) => rpcText(method, params, id)).join(",")}]`);

export const rpcText = (method: string, params: readonly unknown[] = [], id = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

function httpRequest(body: string): Buffer {
  const head = [
    "POST / HTTP/1.1",
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const textFrame = 0x81;
const maskBit = 0x80;

/** Builds a message of a WebSocket client, masked as RFC 6455, section 5.3, requires. */
export function socketFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const masked = payload.map((byte, i) => byte ^ (mask[i & 3] as number));
  return Buffer.concat([Buffer.from(lengthHead(payload.length)), mask, masked]);
}

function lengthHead(length: number): number[] {
  if (length < 126) return [textFrame, maskBit | length];
  if (length > 0xffff) throw new Error("a message of the load is at most 65,535 bytes");
  return [textFrame, maskBit | 126, length >> 8, length & 0xff];
}
