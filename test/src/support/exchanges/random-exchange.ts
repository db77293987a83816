/** Creates random HTTP requests, in all forms that a client may use, with what each must be answered with. */
import assert from "node:assert/strict";
import { mustRefuseUpgrades } from "@tandem/runtime";
import type { Seeded } from "../seeded.js";
import type { ReadAnswer } from "./answer-reader.js";

export interface Exchange {
  /** The request, one character for each byte. */
  readonly text: string;
  /** @throws {AssertionError} if it is not the answer. */
  check(answer: ReadAnswer): void;
}

interface Call {
  readonly request: object;
  check(answer: { readonly id: number; readonly result?: string; readonly error?: object }): void;
}

const contract = `0x${"c0".repeat(20)}`;
const gas = "0x2faf080";
/** Returns as many zeros as its first argument says: PUSH0 · CALLDATALOAD · PUSH0 · RETURN. */
const returning = "0x5f355ff3";
/** Reverts with them: PUSH0 · CALLDATALOAD · PUSH0 · REVERT. */
const reverting = "0x5f355ffd";

/** The bytes of results: none, few, as many as fill a buffer of a stream, and more than a connection takes. */
function resultBytes(chance: Seeded): number {
  const most = chance.pick([1, 100, 10_000, 70_000, 400_000]);
  return chance.chance(0.2) ? chance.pick([8100, 8192, 16_384, 32_740]) : chance.int(most);
}

function callOf(chance: Seeded, id: number): Call {
  const [bytes, reverts] = [resultBytes(chance), chance.chance(0.1)];
  const data = `0x${bytes.toString(16).padStart(64, "0")}`;
  const code = reverts ? reverting : returning;
  const params = [{ to: contract, gas, data }, "latest", { [contract]: { code } }];
  return {
    request: { jsonrpc: "2.0", id, method: "eth_call", params },
    check(answer) {
      assert.equal(answer.id, id);
      assert.equal(answer.error !== undefined, reverts);
      if (reverts) return;
      const { result = "" } = answer;
      // A comparison by assert.equal would print hundreds of thousands of zeros.
      assert.ok(
        result === `0x${"00".repeat(bytes)}`,
        `${result.length} characters, ${bytes} bytes`,
      );
    },
  };
}

const host = "Host: localhost";
const json = "Content-Type: application/json";
const otherProtocol = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: A"];
const requestOf = (first: string, lines: readonly string[], body = "") =>
  `${[`${first} HTTP/1.1`, host, ...lines].join("\r\n")}\r\n\r\n${body}`;

function inChunks(chance: Seeded, body: string): string {
  let text = "";
  for (let at = 0; at < body.length; ) {
    const chunk = body.slice(at, at + 1 + chance.int(chance.pick([1, 50, 5000])));
    text += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    at += chunk.length;
  }
  return `${text}0\r\n\r\n`;
}

/** Returns a POST in one of the forms that differ in how a server reads them. */
function postOf(chance: Seeded, body: string): string {
  const lines = chance.chance(0.25) ? [json, "Accept-Encoding: gzip"] : [json];
  const length = `Content-Length: ${body.length}`;
  const post = (...more: string[]) => requestOf("POST /", [...lines, ...more], body);
  switch (chance.int(8)) {
    case 0:
      return requestOf("POST /", [...lines, "Transfer-Encoding: chunked"], inChunks(chance, body));
    case 1:
      return post(length, "TE: trailers");
    case 2:
      return post(length, "Expect: 100-continue");
    case 3:
      // Then Node loses what has arrived behind such a request.
      return mustRefuseUpgrades ? post(length) : post(length, ...otherProtocol);
    default:
      return post(length);
  }
}

const answeredWith = (text: string, status: number): Exchange => ({
  text,
  check: (answer) => assert.equal(answer.status, status),
});
const notification = '{"jsonrpc":"2.0","method":"eth_chainId"}';

/** @param id of the request, below those of others by 10 at least. */
export function randomExchange(chance: Seeded, id: number): Exchange {
  switch (chance.int(10)) {
    case 0:
      return answeredWith(requestOf("GET /health", []), 200);
    case 1:
      return answeredWith(requestOf("OPTIONS /", []), 204);
    case 2:
      return answeredWith(postOf(chance, notification), 204);
    case 3:
      return answeredWith(requestOf("PUT /", ["Content-Length: 2"], "[]"), 405);
    default:
  }
  const isBatch = chance.chance(0.5);
  const count = isBatch ? 1 + chance.int(5) : 1;
  const calls = Array.from({ length: count }, (_, i) => callOf(chance, id + i));
  const requests = calls.map(({ request }) => request);
  const spaces = chance.chance(0.1) ? " ".repeat(chance.int(100_000)) : "";
  return {
    text: postOf(chance, JSON.stringify(isBatch ? requests : requests[0]) + spaces),
    check({ status, body }) {
      assert.equal(status, 200);
      const found = JSON.parse(body) as Parameters<Call["check"]>[0][];
      const answers = isBatch ? found : [found as unknown as (typeof found)[0]];
      assert.equal(answers.length, count);
      for (const [i, answer] of answers.entries()) calls[i]?.check(answer);
    },
  };
}

/** The request for a WebSocket, after which nothing may follow. */
export const upgrade: Exchange = answeredWith(
  requestOf("GET /", [
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
  ]),
  101,
);

/** A request that no server can read, after which the connection closes. */
export const malformed: Exchange = answeredWith(
  requestOf("POST /", [json, "Content-Length: x"]),
  400,
);
