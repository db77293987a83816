/** Reads and writes the nodes, code and preimages of states as rows of the database. */
import { Fault, isEqual, keccak256 } from "@tandem/primitives";
import {
  type Fact,
  GivenRows,
  linkedRowOf,
  readNodeRow,
  type StateSource,
  type StateWrites,
  storedRow,
} from "@tandem/state";
import { type Batch, type Reader, table } from "@tandem/store";

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

/** Creates the acceptance of rows that another node gives. */
export function openGivenRows(store: Reader): GivenRows {
  return new GivenRows({ node: rowsOf(store), hasCode: (hash) => store.has(table.code, hash) });
}

/** Returns a source that has the branches of given rows at hand. */
export const sourceOver = (source: StateSource, given: GivenRows): StateSource => ({
  ...source,
  node: (hash) => given.branch(hash) ?? source.node(hash),
});

/** The rows that a block adds to the state, by their hashes. */
export interface StateRows {
  readonly nodes: readonly Fact[];
  /** The rows of the nodes as they are passed to other nodes. */
  readonly linked: readonly Uint8Array[];
  readonly code: readonly Fact[];
  readonly preimages: readonly Fact[];
}

/** Encodes nodes of a state as rows, in steps. */
export function* stateRowsSteps(
  store: Reader,
  { nodes, code, preimages }: StateWrites,
): Generator<void, StateRows> {
  const row = rowsOf(store);
  const rows: Fact[] = [];
  const linked: Uint8Array[] = [];
  for (const node of nodes) {
    const passed = linkedRowOf(node, row);
    linked.push(passed);
    rows.push([node[0], storedRow(passed, node[1])]);
    yield;
  }
  return { nodes: rows, linked, code, preimages };
}

/** Adds rows of a state to a batch, in steps. */
export function* writeStateSteps(batch: Batch, rows: StateRows): Generator<void, void> {
  for (const [key, row] of rows.nodes) {
    batch.put(table.nodes, key, row);
    yield;
  }
  for (const [key, bytes] of rows.code) batch.put(table.code, key, bytes);
  for (const [key, bytes] of rows.preimages) {
    batch.put(table.preimages, key, bytes);
    yield;
  }
}
