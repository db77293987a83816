import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { errorCodes, RpcError } from "@tandem/rpc";
import { forkLimits } from "./limits.js";
import { RemoteNode } from "./remote-node.js";

const limits = {
  ...forkLimits,
  retryMs: 1,
  answerBytesMax: 1000,
  answersBytesMax: 1500,
  answerDepthMax: 5,
};
const answerOf = (length: number) => `{"result":"${"0".repeat(length)}"}`;

let server: Server;
let node: RemoteNode;
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((_, response) => answer(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  node = new RemoteNode(`http://127.0.0.1:${port}`, { limits });
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

it("reports an answer that is no JSON-RPC, and an error that is a text", async () => {
  for (const text of ["null", "5", "[]", "{}", "<html>"]) {
    answer = (response) => response.end(text);
    await assert.rejects(node.call("m", []), /did not answer m in 5 attempts: .* not JSON-RPC/);
  }
  answer = (response) => response.end('{"error":"no such project"}');
  await assert.rejects(node.call("m", []), /no such project/);
});

it("takes no answer to another request, and names where it was redirected to", async () => {
  answer = (response) => response.end('{"id":999,"result":"0x1"}');
  const other = /did not answer m in 5 attempts: the answer has the id of another request$/;
  await assert.rejects(node.call("m", []), ({ message }) => other.test(message));
  for (const id of ['"5"', "5", "null"]) {
    const asking = new RemoteNode(node.url, { limits });
    answer = (response) => response.end(`{"id":${id},"result":"0x1"}`);
    // The fifth attempt has this id.
    assert.equal(await asking.call("m", []), "0x1", id);
  }
  let sent = 0;
  answer = (response) => {
    if (sent++ % 2 === 0) response.writeHead(301, { location: "/elsewhere" }).end();
    else response.end("<html>");
  };
  const redirected = /the answer is not JSON-RPC; it redirects to http:\/\/127\.0\.0\.1:\d+$/;
  await assert.rejects(node.call("m", []), ({ message }) => redirected.test(message));
});

it("limits the levels of an answer, also if it arrives byte by byte", async () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${"}]".repeat(levels / 2)}`;
  const texts = [String.raw`"[[[[[[\"[[[{{{\\"`, "[[],[],[],[],[],[[]]]", nested(4)];
  for (const inPieces of [false, true]) {
    const send = (text: string) => {
      answer = (response) => {
        if (inPieces) for (const letter of text) response.write(letter);
        response.end(inPieces ? "" : text);
      };
      return node.call("m", []);
    };
    for (const text of texts) {
      assert.deepEqual(await send(`{"result":${text}}`), JSON.parse(text));
    }
    for (const text of [nested(6), String.raw`"\\",[[[[[`]) {
      const answered = send(`{"result":${text}}`);
      await assert.rejects(answered, isLimit("forked-answer-depth"), text);
    }
  }
});

it("replaces a code of an error that is no integer", async () => {
  for (const code of ["1e999", "1.5", "null", '"-32000"']) {
    answer = (response) => response.end(`{"error":{"code":${code},"message":"no"}}`);
    await assert.rejects(
      node.call("m", []),
      (error) => error instanceof RpcError && error.code === errorCodes.internal.code,
      code,
    );
  }
});

/** Answers with a status and a text, and counts the requests. */
function answerWith(status: number, text: string, headers: Record<string, string> = {}) {
  const counted = { requests: 0 };
  answer = (response) => {
    counted.requests++;
    response.writeHead(status, headers).end(text);
  };
  return counted;
}
const errorText = (code: number) => JSON.stringify({ error: { code, message: "no", data: [7] } });
const isError = (code: number) => (error: unknown) =>
  error instanceof RpcError && error.code === code && Object(error.data)[0] === 7;

it("does not repeat what will not pass", async () => {
  const gone = answerWith(404, "Not found");
  const named = /^the forked node http:\S+ answered eth_call with HTTP 404$/;
  await assert.rejects(node.call("eth_call", []), ({ message }) => named.test(message));
  assert.equal(gone.requests, 1);
  for (const status of [200, 400, 401, 500]) {
    const refused = answerWith(status, errorText(-32000));
    await assert.rejects(node.call("eth_call", []), isError(-32000));
    assert.equal(refused.requests, 1, `${status}`);
  }
});

it("repeats a request over a limit of the rate, and passes on one over a limit of the work", async () => {
  for (const [status, method, code, requests] of [
    [200, "eth_getLogs", -32005, 1],
    [200, "trace_filter", -32005, 1],
    [200, "eth_getBalance", -32005, limits.triesMax],
    [429, "eth_getLogs", -32005, limits.triesMax],
    [200, "eth_getLogs", 429, limits.triesMax],
    [503, "eth_getLogs", -32000, limits.triesMax],
  ] as const) {
    const refused = answerWith(status, errorText(code));
    await assert.rejects(node.call(method, []), isError(code));
    assert.equal(refused.requests, requests, `${status} ${method} ${code}`);
  }
});

it("gives up at once if it is asked to wait too long", async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  for (const asked of ["3600", date]) {
    const refused = answerWith(429, "", { "retry-after": asked });
    const named = /did not answer m in 1 attempt: HTTP 429, and it asks to wait 3[56]\d\d s$/;
    await assert.rejects(node.call("m", []), named);
    assert.equal(refused.requests, 1);
  }
  for (const asked of ["9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT"]) {
    answerWith(429, "", { "retry-after": asked });
    await assert.rejects(node.call("m", []), /, and it asks to wait at least 86400 s$/);
  }
  const past = answerWith(429, "", { "retry-after": new Date(0).toUTCString() });
  await assert.rejects(node.call("m", []), /in 5 attempts: HTTP 429$/);
  assert.equal(past.requests, limits.triesMax);
});

it("has a limited number of requests under way, and cancels those that wait", async () => {
  const few = new RemoteNode(node.url, { limits: { ...limits, requestsAtOnce: 3 } });
  const held: ServerResponse[] = [];
  let isFull = () => {};
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  let most = 0;
  answer = (response) => {
    most = Math.max(most, held.push(response));
    if (held.length === 3) isFull();
  };
  const calls = Array.from({ length: 20 }, () => few.call("m", []));
  await full;
  answer = (response) => {
    most = Math.max(most, held.push(response));
    held.shift()?.end('{"result":1}');
  };
  held.shift()?.end('{"result":1}');
  for (const call of calls.slice(0, 18)) assert.equal(await call, 1);
  assert.equal(most, 3);
  const reason = new Error("reset");
  few.cancel(reason);
  for (const call of calls.slice(18)) await assert.rejects(call, reason);
});

it("waits as long as it is asked to before the next attempt", async () => {
  const events: string[] = [];
  answer = (response) => {
    events.push("asked");
    const isFirst = events.length === 1;
    if (isFirst) setTimeout(() => events.push("half the wait is over"), 500);
    response.writeHead(isFirst ? 429 : 200, isFirst ? { "retry-after": "1" } : {});
    response.end('{"result":8}');
  };
  assert.equal(await node.call("m", []), 8);
  assert.deepEqual(events, ["asked", "half the wait is over", "asked"]);
});

it("sends user and password of the URL as basic authentication, and shows neither", async () => {
  let sent: string | undefined;
  server.once("request", ({ headers }) => {
    sent = headers.authorization;
  });
  answer = (response) => response.end('{"result":1}');
  const url = new URL(node.url);
  [url.username, url.password] = ["me", "p w"];
  const known = new RemoteNode(url.href, { limits });
  assert.equal(await known.call("m", []), 1);
  assert.equal(sent, `Basic ${Buffer.from("me:p w").toString("base64")}`);
  assert.equal(known.address, new URL(node.url).origin);
});

it("sends a request in progress to the address that it is moved to, as if it were a new one", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  try {
    const { port } = silent.address() as AddressInfo;
    const moving = new RemoteNode(`http://127.0.0.1:${port}`, {
      limits: { ...limits, triesMax: 1 },
    });
    const answered = moving.call("m", []);
    await once(silent, "request");
    answer = (response) => response.end(answerOf(3));
    moving.moveTo(node.url);
    assert.equal(await answered, "000");
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
