import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { forkLimits } from "./limits.js";
import { type RemoteNode, remoteNode } from "./remote-node.js";

const limits = { ...forkLimits, retryMs: 1, answerBytesMax: 1000, answersBytesMax: 1500 };
const answerOf = (length: number) => `{"result":"${"0".repeat(length)}"}`;

let server: Server;
let node: RemoteNode;
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((_, response) => answer(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  node = remoteNode(`http://127.0.0.1:${port}`, { limits });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const isLimit = (limit: string) => (error: unknown) =>
  error instanceof Fault && error.data.code === "limit-exceeded" && error.data.limit === limit;

it("limits the bytes of an answer, and of all that are being read", async () => {
  answer = (response) => response.end(answerOf(1000));
  await assert.rejects(node.call("m", []), isLimit("forked-answer-bytes"));
  const held: ServerResponse[] = [];
  answer = (response) => {
    response.write(answerOf(880));
    held.push(response);
  };
  const ends = [node.call("m", []), node.call("m", [])].map((one) =>
    one.then(
      () => "answered",
      (error: unknown) => isLimit("forked-answers-bytes")(error),
    ),
  );
  assert.equal(await Promise.race(ends), true);
  for (const response of held) response.end();
  assert.deepEqual((await Promise.all(ends)).sort(), ["answered", true]);
  answer = (response) => response.end(answerOf(900));
  assert.equal(await node.call("m", []), "0".repeat(900), "what was read is free again");
});

it("reports an answer that is null, and an error that is a text", async () => {
  answer = (response) => response.end("null");
  await assert.rejects(node.call("m", []), /did not answer m in 5 attempts: the answer is null/);
  answer = (response) => response.end('{"error":"no such project"}');
  await assert.rejects(node.call("m", []), /no such project/);
});
