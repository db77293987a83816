import assert from "node:assert/strict";
import { it } from "node:test";
import type { ShownBlock } from "../backend/chain-api.js";
import { fakeBackend } from "../testing/fake-backend.js";
import { requestText, serve, smallChain } from "../testing/serve.js";

const { genesis, block } = smallChain();

it("answers requests with the backend on which they began, and reports when those have ended", async (t) => {
  let answer: (block: ShownBlock | undefined) => void = () => {};
  const asked = new Promise<ShownBlock | undefined>((resolve) => {
    answer = resolve;
  });
  let hasBegun: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  const former = fakeBackend([genesis], {
    chainId: 1,
    block() {
      hasBegun();
      return asked;
    },
  });
  const { server, call } = await serve(t, "node", { backend: former });
  const waiting = call("eth_getBlockByNumber", ["latest", false]);
  await begun;
  let hasEnded = false;
  const other = fakeBackend([genesis, block], { chainId: 2 });
  const moved = { removed: [], added: [], wentBackTo: block };
  const ended = server.replaceBackend(other, moved).then(() => {
    hasEnded = true;
  });
  assert.equal((await call("eth_chainId")).result, "0x2");
  const { result } = await call("eth_getBlockByNumber", ["latest", false]);
  assert.equal((result as { number: string }).number, "0x1");
  assert.equal(hasEnded, false);
  answer(undefined);
  assert.equal((await waiting).result, null);
  await ended;
});

it("answers each entry of a batch with the backend of its time", async (t) => {
  const other = fakeBackend([genesis, block], { chainId: 2 });
  const { server, post } = await serve(t, "node", {
    backend: fakeBackend([genesis], {
      chainId: 1,
      async restart() {
        void server.replaceBackend(other, { removed: [], added: [], wentBackTo: block });
      },
    }),
  });
  const entries = ["eth_chainId", "hardhat_reset", "eth_chainId"].map((name) =>
    requestText(name, []),
  );
  const answers = await (await post(`[${entries}]`)).json();
  assert.deepEqual(
    (answers as { result: unknown }[]).map(({ result }) => result),
    ["0x1", true, "0x2"],
  );
});

it("announces the new head, and only events of the new backend", async (t) => {
  const former = fakeBackend([genesis]);
  const { server, connect } = await serve(t, "node", { backend: former });
  const client = await connect();
  await client.call("eth_subscribe", ["newHeads"]);
  const other = fakeBackend([genesis]);
  await server.replaceBackend(other, { removed: [], added: [], wentBackTo: genesis });
  former.move({ removed: [], added: [block] });
  other.move({ removed: [], added: [block] });
  const heads = [await client.next<Head>(), await client.next<Head>()];
  assert.deepEqual(heads.map(numberOf), ["0x0", "0x1"]);
});

interface Head {
  readonly params: { readonly result: { readonly number: string } };
}

const numberOf = ({ params }: Head) => params.result.number;
