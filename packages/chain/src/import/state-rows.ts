/** Reads and writes the nodes, code and preimages of states as rows of the database. */
import { Fault, isEqual, keccak256 } from "@tandem/primitives";
import { readNodeRow, rowOf, type StateSource, type StateWrites } from "@tandem/state";
import { type Batch, type Reader, type Store, table } from "@tandem/store";

const rowsOf = (store: Reader) => (hash: Uint8Array) => store.get(table.nodes, hash);

/**
 * Returns the state reads for executions, each verified against its hash.
 * @throws {Fault} `corrupt-data`
 */
export function stateSource(store: Reader): StateSource {
  const row = rowsOf(store);
  const verified = (name: string, hash: Uint8Array, bytes: Uint8Array | undefined) => {
    if (bytes !== undefined && isEqual(keccak256(bytes), hash)) return bytes;
    const rule = bytes === undefined ? "row/missing" : "bytes/hash";
    throw store.damaged({ table: name, key: hash, rule });
  };
  /** Reads a node's row and the rows it refers to, any of which may be damaged. */
  const whole = (hash: Uint8Array) => {
    try {
      return readNodeRow(hash, row);
    } catch (cause) {
      const isTold = cause instanceof Fault && cause.data.code === "corrupt-data";
      throw store.damaged(
        { table: table.nodes.name, key: hash, rule: isTold ? cause.data.rule : "row/form" },
        cause,
      );
    }
  };
  return {
    node: (hash) => verified(table.nodes.name, hash, whole(hash)),
    code: (hash) => verified(table.code.name, hash, store.get(table.code, hash)),
  };
}

/** Adds nodes, code and preimages of a state to a batch, in steps. */
export function* writeState(
  store: Store,
  batch: Batch,
  { nodes, code, preimages }: StateWrites,
): Generator<void, void> {
  const row = rowsOf(store);
  for (const node of nodes) {
    batch.put(table.nodes, node[0], rowOf(node, row));
    yield;
  }
  for (const [key, bytes] of code) batch.put(table.code, key, bytes);
  for (const [key, bytes] of preimages) {
    batch.put(table.preimages, key, bytes);
    yield;
  }
}
