/** Records the chain and the layout of a database, and refuses any other. */
import {
  type ChainSpec,
  corruptData,
  isEqual,
  keccak256,
  toHex,
  unusableData,
} from "@tandem/primitives";
import type { Reader } from "../reader.js";
import type { Batch, Store } from "../store.js";
import {
  chainId,
  chainName,
  genesis,
  head,
  headers,
  rules,
  schema,
  schemaNumber,
} from "../tables/tables.js";

export interface Identity {
  readonly spec: ChainSpec;
  /** Hash of block 0. */
  readonly genesisHash: Uint8Array;
  /** Returns how the user writes the name of a setting; by default as a flag. */
  readonly spell?: ((setting: IdentitySetting) => string) | undefined;
}

/** The settings of the node that determine each part of the identity. */
const identitySettings = {
  "the chain id": ["chain", "chain-id", "compat"],
  "the rules": ["chain", "hardfork", "code-size-limit"],
  "the genesis block": [
    "chain",
    "mnemonic",
    "derivation-path",
    "accounts",
    "balance",
    "create2-deployer",
    "gas-limit",
    "minimum-gas-price",
    "timestamp",
  ],
} as const;

type IdentityPart = keyof typeof identitySettings;
export type IdentitySetting = (typeof identitySettings)[IdentityPart][number];

/** Writes the identity, as part of the batch of block 0. */
export function writeIdentity(batch: Batch, { spec, genesisHash }: Identity): void {
  batch.put(schema, "only", schemaNumber);
  batch.put(genesis, "only", genesisHash);
  batch.put(chainName, "only", spec.name);
  batch.put(chainId, "only", BigInt(spec.chainId));
  batch.put(rules, "only", rulesDigest(spec));
}

/** Computes 32 bytes that differ for specs with different rules. Genesis has its own hash. */
function rulesDigest(spec: ChainSpec): Uint8Array {
  const { name: _name, genesis: _genesis, forks, ...parameters } = spec;
  const facts = { ...parameters, forks: Object.entries(forks).sort() };
  const text = JSON.stringify(Object.entries(facts).sort(), (_, value) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  return keccak256(new Uint8Array(Buffer.from(text)));
}

/**
 * Returns whether a database has no chain yet. Rows of an interrupted restore may be in it, but no
 * head.
 * @throws {Fault} `corrupt-data` if it has a chain whose layout is not recorded: a new chain would
 * replace it.
 */
export function isNewDatabase(store: Pick<Reader, "get" | "has">): boolean {
  if (store.get(schema, "only") !== undefined) return false;
  if (!store.has(head, "only") && !store.has(genesis, "only")) return true;
  throw corruptData({ table: schema.name, key: "only", rule: "row/missing" });
}

/**
 * Checks the chain of a database, after its layout was upgraded.
 * @returns false when the database is new.
 * @throws {Fault} `unusable-data` for another chain or another layout, with what to do; `corrupt-data`
 * as `isNewDatabase` does.
 */
export function checkIdentity(store: Store, identity: Identity): boolean {
  if (isNewDatabase(store)) return false;
  const foundSchema = store.get(schema, "only");
  if (foundSchema !== schemaNumber) {
    throw unusableData(
      `the data directory has layout ${foundSchema}, this version reads layout ${schemaNumber}: run the newer version that wrote it, or choose another data directory`,
    );
  }
  const { spec, genesisHash } = identity;
  const differences = identityDifferences(store, identity);
  if (differences.length === 0) return true;
  throw unusableData(
    `the data directory holds the chain ${describe(store)}, not "${spec.name}" (id ${spec.chainId}, genesis ${toHex(genesisHash)}): ` +
      `${differences.join(" and ")} differ; start with the settings it was made with, or choose another data directory`,
  );
}

/** Returns in what a recorded chain differs from another, each with the settings that determine it. */
export function identityDifferences(
  recorded: Pick<Reader, "get">,
  { spec, genesisHash, spell = (setting) => `--${setting}` }: Identity,
): string[] {
  const isSame: Readonly<Record<IdentityPart, boolean>> = {
    "the chain id": recorded.get(chainId, "only") === BigInt(spec.chainId),
    "the rules": isSameBytes(recorded.get(rules, "only"), rulesDigest(spec)),
    "the genesis block": isSameBytes(recorded.get(genesis, "only"), genesisHash),
  };
  const parts = Object.keys(identitySettings) as IdentityPart[];
  return parts
    .filter((part) => !isSame[part])
    .map((part) => `${part} (${identitySettings[part].map(spell).join(", ")})`);
}

/** Returns the timestamp of the genesis block of a database, in Unix seconds; undefined if it is new. */
export function recordedGenesisTime(store: Reader): number | undefined {
  const hash = store.get(genesis, "only");
  return hash && store.get(headers, hash)?.timestamp;
}

/**
 * Returns the chain spec with the rules of a database; the first if it is new or matches none,
 * which `checkIdentity` then refuses.
 */
export function recordedSpec(
  store: Pick<Reader, "get">,
  specs: readonly [ChainSpec, ...ChainSpec[]],
): ChainSpec {
  const found = store.get(rules, "only");
  return specs.find((spec) => isSameBytes(found, rulesDigest(spec))) ?? specs[0];
}

/**
 * Returns whether a database has the rules of a chain; undefined if the rows that state them cannot
 * be read. Its block 0 may still differ.
 */
export function hasRulesOf(store: Reader, spec: ChainSpec): boolean | undefined {
  const found = store.get(rules, "only");
  const id = store.get(chainId, "only");
  if (found === undefined || id === undefined) return undefined;
  return isEqual(found, rulesDigest(spec)) && id === BigInt(spec.chainId);
}

const isSameBytes = (found: Uint8Array | undefined, wanted: Uint8Array) =>
  found !== undefined && isEqual(found, wanted);

function describe(store: Store): string {
  const found = store.get(genesis, "only");
  const hash = found === undefined ? "unknown" : toHex(found);
  return `"${store.get(chainName, "only")}" (id ${store.get(chainId, "only")}, genesis ${hash})`;
}
