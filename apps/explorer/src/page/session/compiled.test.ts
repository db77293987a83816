/** Tests what the page makes of the node's answers about the code of accounts. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { toHex } from "@tandem/primitives";
import { readCompiled } from "./compiled.js";

const address = `0x${"ab".repeat(20)}`;
const item = (name: string) => ({ type: "function", name, inputs: [], outputs: [] });

/** Returns a client with answers by address. */
const clientOf = (answers: Readonly<Record<string, object>>) =>
  ({
    tandem_getCompiledContract: async ({ address }: { address: Uint8Array }) =>
      answers[toHex(address)],
  }) as never;

const box = { name: "Box", file: "contracts/Box.sol", abi: [item("value")] };

it("knows a contract by its name, its file and the items of its ABI that can be shown", async () => {
  const abi = [...box.abi, { type: "receive" }, item("a\u202eb")];
  const found = await readCompiled(clientOf({ [address]: { ...box, abi } }), address);
  const { answers: _, ...facts } = found ?? { answers: "" };
  const expected = { name: "Box", file: "contracts/Box.sol", items: [item("value")] };
  assert.deepEqual(facts, { ...expected, implementation: undefined });
  assert.equal(await readCompiled(clientOf({}), address), undefined);
  const large = await readCompiled(clientOf({ [address]: { ...box, abi: undefined } }), address);
  assert.deepEqual([large?.name, large?.items], ["Box", []]);
});

it("knows a proxy by the contract whose code it runs, with the items of both", async () => {
  const behind = `0x${"cd".repeat(20)}`;
  const implementation = new Uint8Array(20).fill(0xcd);
  const own = { name: "Proxy", file: "Proxy.sol", abi: [item("upgrade")], implementation };
  const found = await readCompiled(clientOf({ [address]: own, [behind]: box }), address);
  assert.deepEqual(found?.items, [item("value"), item("upgrade")]);
  assert.deepEqual([found.name, found.file], ["Box", "contracts/Box.sol"]);
  assert.equal(found.implementation, behind);
  const alone = await readCompiled(clientOf({ [address]: own }), address);
  assert.deepEqual([alone?.name, alone?.implementation], ["Proxy", behind]);
  const unknown = await readCompiled(clientOf({ [address]: { implementation } }), address);
  assert.deepEqual([unknown?.name, unknown?.items], [undefined, []]);
});

it("is the same object as before if the node answers the same", async () => {
  const client = clientOf({ [address]: box });
  const before = await readCompiled(client, address);
  assert.equal(await readCompiled(client, address, before), before);
  const changed = clientOf({ [address]: { ...box, abi: [item("other")] } });
  assert.deepEqual((await readCompiled(changed, address, before))?.items, [item("other")]);
});
