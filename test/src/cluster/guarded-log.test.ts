/** Tests log servers that require a password and encryption, and accept only short messages. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { steadyLease } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { type NodeProcess, startNodeProcess } from "../support/node-process.js";
import { type NatsProcess, natsAbsent, startNats } from "../support/processes/nats-process.js";
import { ask, call } from "../support/rpc.js";

/** Less than the request below, and more than a message of the log. */
const messageBytesMax = 700_000;

/** Creates a key, and a self-signed certificate of it for localhost. */
function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", [...request, ...names, ...files], { stdio: "ignore" });
  return { key, certificate };
}

describe("nodes with a secured log", { skip: natsAbsent }, () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-guarded-"));
  const { key, certificate } = makeCertificate(folder);
  const nodes: NodeProcess[] = [];
  let nats: NatsProcess;

  const flagsOf = (role: string, access: string) => {
    const log = `tls://${access}localhost:${nats.port}`;
    return ["--in-memory", "--log", log, "--role", role, ...steadyLease];
  };
  const start = async (role: string, access: string) => {
    const trusted = { NODE_EXTRA_CA_CERTS: certificate };
    const node = await startNodeProcess(flagsOf(role, access), trusted);
    nodes.push(node);
    return node;
  };

  before(async () => {
    const users = `authorization { users: [{ user: "tandem", password: "se:cret" }] }`;
    const tls = `tls { cert_file: "${certificate}", key_file: "${key}" }`;
    nats = await startNats({ more: `${users}\n${tls}`, bytesMax: messageBytesMax });
  });
  after(async () => {
    for (const node of nodes) await node.stop("SIGKILL");
    await nats?.stop();
    rmSync(folder, { recursive: true });
  });

  it("share a chain over TLS with a user and a password, which no log output shows", async () => {
    const sealer = await start("sealer", "tandem:se%3Acret@");
    const replica = await start("replica", "tandem:se%3Acret@");
    await call(replica.url, "evm_mine");
    await eventually(
      "its block",
      async () => (await call(sealer.url, "eth_blockNumber")) === "0x1",
    );
    for (const node of nodes) assert.doesNotMatch(node.output(), /cret/);
  });

  it("report that a request is too long for a message", async () => {
    const [, replica] = nodes;
    const data = `0x${"00".repeat(messageBytesMax / 2)}`;
    const { error } = await ask(replica?.url ?? "", "eth_call", [{ data }, "pending"]);
    assert.deepEqual(
      { ...error },
      {
        code: -32005,
        message: `limit exceeded: forwarded-bytes is at most ${messageBytesMax}`,
        data: { limit: "forwarded-bytes", max: messageBytesMax },
      },
    );
  });

  it("do not start with a wrong password, or if the certificate is not trusted", async () => {
    await assert.rejects(
      start("replica", "tandem:wrong@"),
      /cannot be used.*(?:authorization|authentication)/is,
    );
    // The process of the test does not trust it.
    const untrusting = startLocalNode(flagsOf("replica", "tandem:se%3Acret@"));
    await assert.rejects(untrusting, /cannot be used.*certificate/s);
  });
});
