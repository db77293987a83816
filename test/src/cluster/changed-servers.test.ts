/** Tests log servers whose limits, permissions or streams an operator changes while nodes use them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterLink, connectNats, openLink } from "@tandem/replication/nats";
import { eventually } from "../support/eventually.js";
import { type NatsProcess, natsAbsent, startNats } from "../support/processes/nats-process.js";

const bytesMax = 1_048_576;
const chainId = 31;
const body = new Uint8Array(300_000);

/** Returns the lines of a configuration that denies the user of the tests something. */
const denying = (permissions: string) =>
  `authorization { users: [ { user: node, password: secret, permissions: { ${permissions} } } ] }`;
const permitting = denying("");

describe("log servers that are changed meanwhile", { skip: natsAbsent }, () => {
  let server: NatsProcess;
  let link: ClusterLink;
  const said: string[] = [];
  const ignore = () => {};
  const error = ({ reason }: { readonly reason?: string }, text: string) =>
    void said.push(`${text}: ${reason}`);
  const logger = { debug: ignore, info: ignore, warn: ignore, error };

  const open = (name: string) => {
    const lease = { leaseMs: 120_000, now: () => performance.now() };
    return openLink({ url: url(), name, logger, chainId, ...lease });
  };
  const url = () => server.url.replace("//", "//node:secret@");

  before(async () => {
    server = await startNats({ bytesMax, more: permitting });
    link = await open("node");
  });
  after(async () => {
    await link?.close();
    await server?.stop();
  });

  const isSaid = (text: RegExp) =>
    eventually(String(text), () => said.some((line) => text.test(line)));
  const restore = () => server.change({ bytesMax, more: permitting });

  type Change = () => Promise<unknown>;

  /** Appends a record after a change, which is undone when the node has said why it cannot. */
  async function appendBetween(change: Change, text: RegExp, undo: Change): Promise<void> {
    const { last } = await link.log.bounds();
    said.length = 0;
    await change();
    const appending = link.log.append({ kind: "blocks", id: `${last}`, epoch: 1, body }, last);
    await isSaid(text);
    await undo();
    assert.deepEqual(await appending, { status: "appended", sequence: last + 1 });
    assert.equal(await link.log.idAt(last + 1), `${last}`);
  }

  it("get a block that was larger than what they accepted", async () => {
    const lower = () => server.change({ bytesMax: 100_000, more: permitting });
    const text = /store nothing: they accept messages of 100000 bytes: their max_payload must be/;
    await appendBetween(lower, text, restore);
  });

  it("get a block that their user had no permission to write", async () => {
    const more = denying(`publish: { deny: ["tandem.${chainId}.log"] }`);
    const deny = () => server.change({ bytesMax, more });
    await appendBetween(deny, /do not permit.*Publish to "tandem.31.log"/, restore);
  });

  it("get a block, and transactions that wait, that were too large for their streams", async (t) => {
    const operator = await connectNats({ url: url(), name: "operator", logger });
    t.after(() => operator.connection.close());
    const limit = (name: string, max_msg_size: number) =>
      operator.manager.streams.update(name, { max_msg_size });
    const [log, pool] = [`TANDEM_${chainId}`, `TANDEM_${chainId}_POOL`];
    const text = /store nothing: message size exceeds maximum allowed/;
    await appendBetween(
      () => limit(log, 1_000),
      text,
      () => limit(log, -1),
    );
    said.length = 0;
    await limit(pool, 1_000);
    const publishing = link.waiting.publish(body, undefined);
    await isSaid(text);
    await limit(pool, -1);
    assert.equal(await publishing, 1);
  });

  it("are read on after they refused a reader of waiting transactions", async (t) => {
    const other = await open("other");
    t.after(() => other.close());
    const reading = link.waiting.read(new AbortController().signal)[Symbol.asyncIterator]();
    const read = async () => Buffer.from((await reading.next()).value?.body ?? "").toString();
    const publish = (text: string) => other.waiting.publish(Buffer.from(text), undefined);
    await publish("before");
    assert.equal(await read(), "before");
    const reread = (async () => {
      while ((await read()) !== "after");
    })();
    await server.change({ bytesMax, more: denying(`subscribe: { deny: ["_INBOX.>"] }`) });
    await isSaid(/refuse the transactions that wait: PermissionViolationError/);
    await restore();
    await publish("after");
    await reread;
  });
});
