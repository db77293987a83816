/**
 * Decodes the result of `getblocktemplate`: BIP-22 and BIP-23, with the rules of BIP-9 and the
 * witnesses of BIP-145. Nodes differ in the fields they omit: all fields that the BIPs make
 * optional may be missing, and unknown ones are ignored.
 */
import * as z from "@tandem/schema";
import { doubleSha256, type InternalHash, toInternal } from "./hash.js";
import { coinbaseBranch } from "./merkle.js";
import { targetFromBits } from "./target.js";
import type { BlockTemplate, TemplateTransaction } from "./template.js";
import { decodeBitcoinTransaction, transactionId } from "./transaction.js";
import { commitmentScript } from "./witness-commitment.js";

/**
 * The parameter of the request. Without `segwit` no Bitcoin node returns a template after its
 * activation.
 */
export const templateRequest = {
  mode: "template",
  capabilities: ["longpoll", "coinbasevalue", "workid"],
  rules: ["segwit"],
} as const;

/** Rules that change how a block is built, and that are supported (BIP-9: marked with `!`). */
const knownRules: ReadonlySet<string> = new Set(["!segwit"]);

/**
 * Seconds by which a block may be ahead of the node's clock, if the node does not state them
 * (consensus).
 */
const futureSecondsMax = 7200;

const hex = z
  .hex()
  .refine((text) => text.length % 2 === 0, "two hex digits a byte")
  .transform((text) => new Uint8Array(Buffer.from(text, "hex")));
const hash = z
  .hex()
  .length(64)
  .transform((text) => toInternal(new Uint8Array(Buffer.from(text, "hex"))));
const seconds = z.int().min(0).max(0xffffffff);

const transaction = z.object({
  data: hex,
  /** The id (BIP-145). Before BIP-145 `hash` was the id; since then it covers the witnesses. */
  txid: hash.optional(),
  hash: hash.optional(),
});

const answer = z.object({
  version: z.int(),
  previousblockhash: hash,
  height: z.int().min(1),
  bits: z.hex().length(8),
  curtime: seconds,
  mintime: seconds.optional(),
  maxtime: seconds.optional(),
  mutable: z.array(z.string()).default([]),
  rules: z.array(z.string()).default([]),
  coinbasevalue: z.int().min(0),
  coinbaseaux: z.record(z.string(), hex).default({}),
  default_witness_commitment: hex.optional(),
  transactions: z.array(transaction).default([]),
  longpollid: z.string().optional(),
  workid: z.string().optional(),
});

/**
 * Decodes a template.
 * @throws {TypeError} that names the field and the reason if it cannot be mined on.
 */
export function readTemplate(given: unknown): BlockTemplate {
  const result = answer.safeParse(given);
  if (!result.success) throw new TypeError(problemOf(result.error));
  const fields = result.data;
  const unknown = fields.rules.find((rule) => rule.startsWith("!") && !knownRules.has(rule));
  if (unknown !== undefined) throw new TypeError(`the rule ${unknown.slice(1)} is not known here`);
  const transactions = fields.transactions.map(readTransaction);
  return {
    // Nodes encode the 32 bits with or without a sign.
    version: fields.version | 0,
    previousHash: fields.previousblockhash,
    height: fields.height,
    ...targetOf(fields.bits),
    ...timesOf(fields),
    coinbaseValue: BigInt(fields.coinbasevalue),
    coinbaseAux: Object.values(fields.coinbaseaux),
    transactions: transactions.map(({ bytes, id }) => ({ bytes, id })),
    branch: coinbaseBranch([new Uint8Array(32), ...transactions.map(({ id }) => id)]),
    witnessCommitment: isSegwitActive(fields.rules)
      ? (fields.default_witness_commitment ?? commitmentOf(transactions))
      : undefined,
    longPollId: fields.longpollid,
    workId: fields.workid,
  };
}

function targetOf(hexBits: string): Pick<BlockTemplate, "bits" | "target"> {
  const bits = Number.parseInt(hexBits, 16);
  try {
    return { bits, target: targetFromBits(bits) };
  } catch (cause) {
    throw new TypeError(`bits: ${hexBits} is no target`, { cause });
  }
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "the template"}: ${issue?.message}`;
}

/**
 * Returns whether SegWit is active. Some nodes send a commitment before it is, when a witness would
 * make a block invalid.
 */
const isSegwitActive = (rules: readonly string[]) =>
  rules.includes("segwit") || rules.includes("!segwit");

/** Returns the valid times of a header: only `mutable` allows others than the node's (BIP-23). */
function timesOf(fields: {
  readonly curtime: number;
  readonly mintime?: number | undefined;
  readonly maxtime?: number | undefined;
  readonly mutable: readonly string[];
}): Pick<BlockTemplate, "time" | "timeMin" | "timeMax"> {
  const { curtime: time, mutable } = fields;
  const isMovable = mutable.includes("time");
  return {
    time,
    timeMin: isMovable || mutable.includes("time/decrement") ? (fields.mintime ?? time) : time,
    timeMax:
      isMovable || mutable.includes("time/increment")
        ? (fields.maxtime ?? time + futureSecondsMax)
        : time,
  };
}

interface ReadTransaction extends TemplateTransaction {
  /** The hash that covers the witnesses. */
  readonly witnessId: InternalHash;
}

function readTransaction(given: z.infer<typeof transaction>): ReadTransaction {
  const { data: bytes } = given;
  return {
    bytes,
    id: given.txid ?? idOf(bytes),
    witnessId: given.hash ?? doubleSha256(bytes),
  };
}

function idOf(bytes: Uint8Array): InternalHash {
  try {
    return transactionId(decodeBitcoinTransaction(bytes));
  } catch (cause) {
    throw new TypeError("transactions: one cannot be read", { cause });
  }
}

const commitmentOf = (transactions: readonly ReadTransaction[]) =>
  commitmentScript(transactions.map(({ witnessId }) => witnessId));
