/**
 * Encodes the messages between nodes in the form of the reference network: each is `[[type, body]]` in one message of
 * the capability, and `body` a string with the RLP list of the fields; that of a request or an answer is `[id, fields]`.
 */
import {
  type BlockHash,
  encodeItems,
  encodeRlp,
  encodeString,
  fromBigInt,
  listOf as joinList,
  type RlpPart,
  rlpListContent,
} from "@tandem/primitives";
import { peerLimits } from "../limits.js";
import { decodeOrBreach } from "../peer-fault.js";
import { bytesOf, hashOf, integerOf, itemsIn, listOf, wordOf } from "./fields.js";

/** The code of all these messages in the capability. */
export const messageCode = 8;

/** The head of a node's chain. */
export interface Best {
  readonly number: number;
  readonly hash: BlockHash;
  readonly parentHash: BlockHash;
  readonly totalDifficulty: bigint;
}

export interface AnnouncedBlock {
  readonly hash: BlockHash;
  readonly number: number;
}

/** Is told without being asked. */
export type Announcement =
  | ({ readonly kind: "status" } & Best)
  | { readonly kind: "block"; readonly encoded: Uint8Array }
  | { readonly kind: "hashes"; readonly blocks: readonly AnnouncedBlock[] }
  /** Each transaction is in its raw form (EIP-2718). */
  | { readonly kind: "transactions"; readonly raws: readonly Uint8Array[] };

export type Request =
  /** Asks for the hash of the canonical block at a height. */
  | { readonly kind: "hash-request"; readonly height: number }
  /** Asks for `count` headers: the named one, then its ancestors. */
  | { readonly kind: "headers-request"; readonly hash: BlockHash; readonly count: number }
  | { readonly kind: "block-request"; readonly hash: BlockHash };

export type Answer =
  | { readonly kind: "hash-answer"; readonly hash: BlockHash }
  | { readonly kind: "headers-answer"; readonly headers: readonly Uint8Array[] }
  | { readonly kind: "block-answer"; readonly encoded: Uint8Array };

export type Numbered<M> = M & { readonly id: number };
export type PeerMessage = Announcement | Numbered<Request> | Numbered<Answer>;
type Kind = PeerMessage["kind"];
type Of<K extends Kind> = Extract<PeerMessage, { readonly kind: K }>;

/** The encoding of one kind of message. */
interface Form<K extends Kind> {
  readonly type: number;
  readonly isNumbered: boolean;
  /** Returns the RLP list of the fields. */
  encode(message: Of<K>): Uint8Array;
  /** Reads the items of that list. @throws {RangeError} */
  decode(items: readonly RlpPart[]): Omit<Of<K>, "kind" | "id">;
}

const forms: { readonly [K in Kind]: Form<K> } = {
  status: {
    type: 1,
    isNumbered: false,
    encode: ({ number, hash, parentHash, totalDifficulty }) =>
      encodeItems([fromBigInt(number), hash, parentHash, fromBigInt(totalDifficulty)]),
    decode: ([number, hash, parentHash, totalDifficulty]) => ({
      number: integerOf(number),
      hash: hashOf(hash),
      parentHash: hashOf(parentHash),
      totalDifficulty: wordOf(totalDifficulty),
    }),
  },
  block: {
    type: 2,
    isNumbered: false,
    encode: ({ encoded }) => encodeItems([encoded]),
    decode: ([encoded]) => ({ encoded: bytesOf(encoded) }),
  },
  hashes: {
    type: 6,
    isNumbered: false,
    encode: ({ blocks }) => encodeRlp(blocks.map(({ hash, number }) => [hash, fromBigInt(number)])),
    decode: (items) => ({
      blocks: atMost(peerLimits.announcedMax, items).map((item) => {
        const [hash, number] = listOf(item, 2);
        return { hash: hashOf(hash), number: integerOf(number) };
      }),
    }),
  },
  transactions: {
    type: 7,
    isNumbered: false,
    encode: ({ raws }) => joinList(raws.map((raw) => (isLegacy(raw) ? raw : encodeString(raw)))),
    decode: (items) => ({
      // Longer ones are ignored (reference network): a hash of megabytes would hold the event loop.
      raws: items
        .map(({ isList, encoded, content }) => (isList ? encoded : content))
        .filter(({ length }) => length <= peerLimits.transactionBytesMax),
    }),
  },
  "hash-request": {
    type: 8,
    isNumbered: true,
    encode: ({ height }) => encodeItems([fromBigInt(height)]),
    decode: ([height]) => ({ height: integerOf(height) }),
  },
  "hash-answer": {
    type: 18,
    isNumbered: true,
    encode: ({ hash }) => encodeItems([hash]),
    decode: ([hash]) => ({ hash: hashOf(hash) }),
  },
  "headers-request": {
    type: 9,
    isNumbered: true,
    encode: ({ hash, count }) => encodeItems([hash, fromBigInt(count)]),
    decode: ([hash, count]) => ({ hash: hashOf(hash), count: integerOf(count) }),
  },
  "headers-answer": {
    type: 10,
    isNumbered: true,
    encode: ({ headers }) => joinList([joinList(headers)]),
    decode: ([headers]) => ({
      headers: listOf(headers, peerLimits.headersMax).map(({ encoded }) => encoded),
    }),
  },
  "block-request": {
    type: 11,
    isNumbered: true,
    encode: ({ hash }) => encodeItems([hash]),
    decode: ([hash]) => ({ hash: hashOf(hash) }),
  },
  "block-answer": {
    type: 12,
    isNumbered: true,
    encode: ({ encoded }) => encodeItems([encoded]),
    decode: ([encoded]) => ({ encoded: bytesOf(encoded) }),
  },
};

const kindOf = new Map(Object.entries(forms).map(([kind, { type }]) => [type, kind as Kind]));

/** Returns whether a raw transaction is of the form before EIP-2718, which is a list. */
const isLegacy = (raw: Uint8Array) => (raw[0] ?? 0) >= 0xc0;

/** The most items of any list of fields. */
const fieldsMax = peerLimits.transactionsMax;

function atMost<T>(max: number, items: readonly T[]): readonly T[] {
  if (items.length > max) throw new RangeError(`more than ${max} items`);
  return items;
}

export function encodeMessage<K extends Kind>(message: Of<K>): Uint8Array {
  const { type, isNumbered, encode } = forms[message.kind as K];
  const content = encode(message);
  const body = isNumbered ? joinList([encodeId(message as Numbered<Request>), content]) : content;
  return joinList([joinList([encodeString(fromBigInt(type)), encodeString(body)])]);
}

const encodeId = ({ id }: Numbered<unknown>) => encodeString(fromBigInt(id));

/**
 * Reads a message, whose bytes are views of `payload`.
 * @returns undefined for one of another type, which this node does not use.
 * @throws {PeerFault} `breach`
 */
export const decodeMessage = (payload: Uint8Array): PeerMessage | undefined =>
  decodeOrBreach("a message", () => {
    const [message] = itemsIn(rlpListContent(payload), 1);
    const [type, body] = listOf(message, 2);
    const kind = kindOf.get(integerOf(type));
    return kind === undefined ? undefined : decodeBody(kind, bytesOf(body));
  });

function decodeBody(kind: Kind, body: Uint8Array): PeerMessage {
  const { isNumbered, decode } = forms[kind];
  const items = itemsIn(rlpListContent(body), fieldsMax);
  if (!isNumbered) return { kind, ...decode(items) } as PeerMessage;
  const [id, content] = items;
  return { kind, id: integerOf(id), ...decode(listOf(content, fieldsMax)) } as PeerMessage;
}
