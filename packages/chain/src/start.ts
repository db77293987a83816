/** Where a chain begins: at the genesis block it writes, or at the head a database already has. */
import { type ChainSpec, Fault, inOneGo, type StoredBlock, toHex } from "@tandem/primitives";
import type { RemoteState } from "@tandem/state";
import { checkIdentity, type Store, table, upgradeLayout, writeIdentity } from "@tandem/store";
import type { Blocks } from "./blocks.js";
import { createGenesis, type Genesis } from "./genesis.js";
import { writeFacts } from "./import-block.js";
import { viewRows, writeViewRows } from "./reorg.js";

/** @throws {Fault} `unusable-data` when the store holds another chain, or lacks its head. */
export async function loadHead(
  store: Store,
  spec: ChainSpec,
  blocks: Blocks,
  remote?: RemoteState,
): Promise<StoredBlock> {
  const genesis = createGenesis(spec, remote);
  await upgradeLayout(store);
  if (!checkIdentity(store, { spec, genesisHash: genesis.block.hash })) {
    await writeGenesis(store, genesis, spec);
    return genesis.block;
  }
  const hash = store.get(table.head, "only");
  const head = hash && blocks.block(hash);
  if (head === undefined) {
    const message = `the database names the head ${hash ? toHex(hash) : "nowhere"} but does not have it: restore a backup, or start anew in another --data-dir`;
    throw new Fault({ code: "unusable-data", message });
  }
  return head;
}

async function writeGenesis(
  store: Store,
  { block, writes }: Genesis,
  spec: ChainSpec,
): Promise<void> {
  const batch = store.batch();
  writeIdentity(batch, { spec, genesisHash: block.hash });
  inOneGo(writeFacts(store, batch, block, { ...writes, traces: [] }));
  const rows = inOneGo(viewRows({ removed: [], added: [block] }, () => []));
  inOneGo(writeViewRows(batch, rows));
  batch.put(table.head, "only", block.hash);
  await batch.commit();
}
