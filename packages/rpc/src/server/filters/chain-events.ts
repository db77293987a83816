/**
 * Orders the events of the chain for all listeners. One change of the head becomes: the logs of
 * removed blocks with `removed` true (newest block first), the logs of added blocks, and a head for
 * each added block, or the head of the common ancestor if none was added. Receipts are those of added blocks only, as on
 * geth.
 *
 * Listeners read the sequence at their own pace: an event is kept as long as one of them needs it.
 */
import type { HeadMoved, SignedTransaction, StoredBlock, SyncStatus } from "@tandem/primitives";
import { toHex } from "@tandem/primitives";
import type { AnswerForm } from "../../contract/answer-form.js";
import { writerOf } from "../../contract/codec/writer.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import { ethereumHead, showEthereumHead, showHead } from "../../contract/shape/header.js";
import { notifications } from "../../contract/shape/notification.js";
import { showSync } from "../../contract/shape/sync.js";
import {
  showTransaction,
  transaction as transactionShape,
} from "../../contract/shape/transaction.js";
import { BlockLogs } from "./block-logs.js";
import { BlockReceipts } from "./block-receipts.js";

const writeHead = writerOf(notifications.newHeads);
const writeEthereumHead = writerOf(ethereumHead);
const writeHash = writerOf(notifications.newPendingTransactions);
const writeTransaction = writerOf(transactionShape);
const writeSync = writerOf(notifications.syncing);

/** An event with the same text for every subscriber. */
interface TextEvent {
  readonly type: Exclude<SubscriptionType, "logs" | "transactionReceipts">;
  /** The result of the notification as JSON text; it is written at the first use. */
  readonly text: () => string;
  /** The text for subscribers to whole transactions; for other events it is the same. */
  readonly wholeText: () => string;
  /** The bytes that it holds besides its text. */
  readonly bytes: number;
  /** The hash of the block or the transaction. */
  readonly hash: Uint8Array | undefined;
}

interface LogsEvent {
  readonly type: "logs";
  readonly logs: BlockLogs;
}

interface ReceiptsEvent {
  readonly type: "transactionReceipts";
  readonly receipts: BlockReceipts;
}

export type ChainEvent = TextEvent | LogsEvent | ReceiptsEvent;

export interface PlacedEvent {
  readonly event: ChainEvent;
  /** Increases by one with each event. */
  readonly index: number;
  /** The estimated bytes of this event and all before it. */
  readonly end: number;
  /** Is undefined for the newest event. */
  next: PlacedEvent | undefined;
}

/** The estimated bytes of an event with its text. */
const textEventBytes = 3000;

function once(write: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= write();
    return text;
  };
}

/** Writes an event that has one text. */
function sameText(write: () => string): Pick<TextEvent, "text" | "wholeText" | "bytes"> {
  const text = once(write);
  return { text, wholeText: text, bytes: 0 };
}

function bytesOf(event: ChainEvent): number {
  if (event.type === "logs") return event.logs.bytes;
  return event.type === "transactionReceipts" ? event.receipts.bytes : textEventBytes + event.bytes;
}

export class ChainEvents {
  #last: PlacedEvent = {
    event: { ...sameText(() => ""), type: "syncing", hash: undefined },
    index: 0,
    end: 0,
    next: undefined,
  };

  /** Returns the newest event. */
  get last(): PlacedEvent {
    return this.#last;
  }

  /** Returns the estimated bytes of the events after one. */
  bytesAfter({ end }: PlacedEvent): number {
    return this.#last.end - end;
  }

  /** Appends an event and returns it with its position. */
  append(event: ChainEvent): PlacedEvent {
    const { index, end } = this.#last;
    const placed = { event, index: index + 1, end: end + bytesOf(event), next: undefined };
    this.#last.next = placed;
    this.#last = placed;
    return placed;
  }
}

type HeadBlock = Pick<StoredBlock, "hash" | "header">;

/** Writes the header of a block as JSON text. */
export type HeadText = (block: HeadBlock) => string;

export const standardHeadText: HeadText = ({ header, hash }) => writeHead(showHead(header, hash));

/**
 * Returns a function that writes headers as Ethereum's nodes send them.
 * @param prevRandao returns the value that opcode 0x44 returns in a block if a developer set one.
 */
export const ethereumHeadText =
  (prevRandao: (block: HeadBlock) => bigint | undefined): HeadText =>
  (block) =>
    writeEthereumHead(showEthereumHead(block.header, block.hash, prevRandao(block)));

/** The form in which events are written. */
export interface EventForm {
  readonly form: AnswerForm;
  readonly headText: HeadText;
}

/**
 * Returns the events of a change of the head.
 * @param isWanted returns whether there are listeners for a type; other types are omitted.
 */
export function eventsOf(
  { removed, added, wentBackTo }: HeadMoved,
  isWanted: (type: SubscriptionType) => boolean,
  { form, headText }: EventForm,
): ChainEvent[] {
  const logs = isWanted("logs")
    ? [
        ...removed.map((block) => new BlockLogs(block, true, form)),
        ...added.map((block) => new BlockLogs(block, false, form)),
      ]
    : [];
  const heads = isWanted("newHeads") ? (wentBackTo === undefined ? added : [wentBackTo]) : [];
  const receipts = isWanted("transactionReceipts")
    ? added.map((block) => new BlockReceipts(block, form))
    : [];
  return [
    ...logs
      .filter(({ isEmpty }) => !isEmpty)
      .map((some) => ({ type: "logs", logs: some }) as const),
    ...heads.map((block) => headEvent(block, headText)),
    ...receipts
      .filter(({ isEmpty }) => !isEmpty)
      .map((some) => ({ type: "transactionReceipts", receipts: some }) as const),
  ];
}

const headEvent = (block: HeadBlock, headText: HeadText): ChainEvent => ({
  type: "newHeads",
  ...sameText(() => headText(block)),
  hash: block.hash,
});

/** @param isWhole whether a subscriber wants whole transactions; else it is not kept. */
export function pendingEvent(
  transaction: SignedTransaction,
  isWhole: boolean,
  form: AnswerForm,
): ChainEvent {
  const { hash, raw } = transaction;
  const text = sameText(() => writeHash(hash));
  const whole = () =>
    writeTransaction(showTransaction({ transaction, inclusion: undefined }, form));
  return {
    type: "newPendingTransactions",
    ...text,
    // Its fields, and its text with two digits for each byte.
    ...(isWhole ? { wholeText: once(whole), bytes: 4 * raw.length } : {}),
    hash,
  };
}

export const syncEvent = (status: SyncStatus | undefined): ChainEvent => ({
  type: "syncing",
  ...sameText(() => writeSync(showSync(status))),
  hash: undefined,
});

/** Returns the hash of an event as JSON text. */
export const hashText = (hash: Uint8Array): string => `"${toHex(hash)}"`;
