/** Tests log servers with authentication: each form of a file of credentials, and none. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { credsFile, operatorConfig } from "../support/cluster/nats-users.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import { freePort } from "../support/processes/free-port.js";
import { natsAbsent, startNats, startNatsServer } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";

describe("log servers that require credentials", { skip: natsAbsent }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "tandem-credentials-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Starts a node without the file, with a wrong one and with the correct one. */
  async function opensWith(more: string, text: string, wrong: string) {
    const nats = await startNats({ more });
    try {
      const flags = ["--log", nats.url, "--role", "sealer", "--mining", "manual"];
      const start = async (given: string) => {
        const file = join(folder, "credentials");
        await writeFile(file, given);
        return startLocalNode([...flags, "--log-credentials", file]);
      };
      await assert.rejects(startLocalNode(flags), /cannot be used: .*authorization violation/i);
      await assert.rejects(start(wrong), /cannot be used: .*authorization violation/i);
      const node = await start(text);
      assert.equal(await call(node.url, "evm_mine"), "0x0");
      assert.equal(await call(node.url, "eth_blockNumber"), "0x1");
      await node.stop();
    } finally {
      await nats.stop();
    }
  }

  it("take a token", async () => {
    await opensWith('authorization { token: "s3cret of a log" }', "s3cret of a log\n", "another");
  });

  it("accept the key of a user", async () => {
    const { nkeys } = await import("@nats-io/transport-node");
    const [user, other] = [nkeys.createUser(), nkeys.createUser()];
    const seedOf = (pair: typeof user) => new TextDecoder().decode(pair.getSeed());
    const users = `authorization { users: [ { nkey: ${user.getPublicKey()} } ] }`;
    await opensWith(users, `${seedOf(user)}\n`, seedOf(other));
  });

  it("accept the credentials of a user", async () => {
    const operator = operatorConfig();
    await opensWith(operator.config, credsFile(operator.account), "another");
  });

  it("may have others after a time, which a node reads when it connects again", async (t) => {
    const port = await freePort();
    const startWith = async (token: string) => {
      const more = `authorization { token: "${token}" }`;
      const server = await startNatsServer({ folder, port, name: "one", more });
      assert.ok(server !== undefined);
      t.after(() => server.stop());
      return server;
    };
    const file = join(folder, "replaced");
    await writeFile(file, "first");
    const first = await startWith("first");
    const log = ["--log", `nats://127.0.0.1:${port}`, "--log-credentials", file];
    const node = await startLocalNode([...log, "--role", "sealer", "--mining", "manual"]);
    t.after(() => node.stop());
    await first.stop();
    const second = await startWith("second");
    const said = (text: string) => eventually(text, async () => node.output().includes(text));
    await said("the servers of the log refuse the credentials");
    await rm(file);
    await said("the credentials cannot be read again");
    await writeFile(file, "second");
    await said("the connection to the log is restored");
    assert.equal(await call(node.url, "evm_mine"), "0x0");
    await second.stop();
  });
});
