/**
 * Tests the traces of the node at an OpenTelemetry collector; without a collector no library is
 * loaded.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { openTracing, type Tracing } from "@tandem/node";
import { startLocalNode } from "../support/local-node.js";
import { type RunningNode, startNodeProcess } from "../support/node-process.js";
import { clientSpan, type OtlpReceiver, startOtlpReceiver } from "../support/otlp-receiver.js";
import { ask, call } from "../support/rpc.js";

const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((name) =>
    name.includes("@opentelemetry"),
  );

/** Sends a request like a traced program. */
async function traced(url: string, traceparent: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json", traceparent };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

const request = (id: number, method: string, params: readonly unknown[] = []) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

describe("a node without a collector", () => {
  it("loads no OpenTelemetry library, and decides by the standard environment variables", async () => {
    const endpoint = "http://127.0.0.1:4318";
    const off = [
      {},
      { OTEL_EXPORTER_OTLP_ENDPOINT: " " },
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" },
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: "none" },
    ];
    for (const environment of off) {
      assert.equal(await openTracing(environment, "1"), undefined, JSON.stringify(environment));
    }
    const node = await startLocalNode();
    try {
      await call(node.url, "evm_mine");
    } finally {
      await node.stop();
    }
    assert.deepEqual(loaded(), []);
  });
});

describe("a node with a collector", () => {
  let receiver: OtlpReceiver;
  let tracing: Tracing;
  let origin: RunningNode;
  let node: RunningNode;
  before(async () => {
    receiver = await startOtlpReceiver();
    Object.assign(process.env, receiver.environment, { OTEL_SERVICE_NAME: "test" });
    tracing = (await openTracing(process.env, "1")) as Tracing;
    const { tracer } = tracing;
    // The forked node uses the other of the two HTTP servers.
    process.env.UWS_USE_FALLBACK = "1";
    origin = await startLocalNode([], tracer);
    delete process.env.UWS_USE_FALLBACK;
    node = await startLocalNode(["--fork-url", origin.url], tracer);
  });
  after(async () => {
    await node?.stop();
    await origin?.stop();
    await tracing?.close();
    await receiver?.stop();
  });

  it("has loaded the libraries", () => assert.ok(loaded().length > 0));

  it("records a span for each request of a batch, as a child of the client's span, and marks failures", async () => {
    const { traceId, spanId, traceparent } = clientSpan("a1");
    const wrong = request(2, "eth_sendRawTransaction", ["0x01"]);
    await traced(node.url, traceparent, [request(1, "eth_chainId"), wrong]);
    const inTrace = (name: string) =>
      receiver.span(name, (span) => span.traceId === traceId && span.name === name);
    const [good, bad] = [await inTrace("eth_chainId"), await inTrace("eth_sendRawTransaction")];
    for (const span of [good, bad]) assert.deepEqual([span.parentSpanId, span.kind], [spanId, 2]);
    assert.deepEqual([good.isFailed, bad.isFailed], [false, true]);
    assert.deepEqual(
      { ...good.attributes },
      {
        "rpc.system": "jsonrpc",
        "rpc.method": "eth_chainId",
        "rpc.jsonrpc.version": "2.0",
        "rpc.jsonrpc.request_id": "1",
      },
    );
    assert.equal(bad.attributes["rpc.jsonrpc.error_code"], -32000);
    assert.equal(good.resource["service.name"], "test");
  });

  it("records a span for an import, as a child of the request that mined the block", async () => {
    const { traceId, traceparent } = clientSpan("a2");
    await traced(node.url, traceparent, request(1, "evm_mine"));
    const mine = await receiver.span(
      "request",
      ({ traceId: id, name }) => id === traceId && name === "evm_mine",
    );
    const imported = await receiver.span("import", ({ parentSpanId, name }) => {
      return parentSpanId === mine.spanId && name === "import block";
    });
    assert.equal(imported.kind, 1);
    assert.equal(imported.attributes["tandem.import.status"], "head");
    const block = await call<{ hash: string }>(node.url, "eth_getBlockByNumber", ["latest", false]);
    assert.equal(imported.attributes["tandem.block.hash"], block.hash);
  });

  it("passes its span on to the forked node", async () => {
    const { traceId, spanId, traceparent } = clientSpan("a3");
    await traced(node.url, traceparent, request(1, "eth_getBalance", [`0x${"77".repeat(20)}`]));
    const here = await receiver.span(
      "request",
      (span) => span.traceId === traceId && span.parentSpanId === spanId,
    );
    assert.equal(here.name, "eth_getBalance");
    const there = await receiver.span("request", (span) => span.parentSpanId === here.spanId);
    assert.equal(there.kind, 2);
  });

  it("starts a new trace without a client's span, or with a malformed one", async () => {
    await ask(node.url, "net_version");
    const own = await receiver.span("request", ({ name }) => name === "net_version");
    assert.equal(own.parentSpanId, "");
    await traced(node.url, "00-xyz-1", request(1, "eth_gasPrice"));
    const other = await receiver.span("request", ({ name }) => name === "eth_gasPrice");
    assert.equal(other.parentSpanId, "");
    assert.notEqual(own.traceId, other.traceId);
  });

  it("sends its last spans when it ends, also from the bundle", async () => {
    const environment = { ...receiver.environment, OTEL_SERVICE_NAME: "process" };
    const started = await startNodeProcess([], {
      ...environment,
      OTEL_BSP_SCHEDULE_DELAY: "60000",
    });
    await call(started.url, "web3_clientVersion");
    assert.equal(await started.stop(), 0);
    const span = await receiver.span("request", ({ name }) => name === "web3_clientVersion");
    assert.equal(span.resource["service.name"], "process");
  });
});
