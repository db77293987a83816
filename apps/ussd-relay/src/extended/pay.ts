/** Moving money: checked, confirmed by the PIN, kept within the day's limit, handed to the relayer. */
import type { Hex } from "viem";
import { loanWei } from "../chain/contract.js";
import { shortHash } from "../menu/screens.js";
import type { Held } from "../records/records.js";
import { NotSent } from "../wallet/wallet.js";
import type { Reply, Visit } from "./desk.js";
import type { PaidRequest } from "./menu.js";
import type { Messages } from "./messages/messages.js";
import type { Meter } from "./meter.js";
import {
  decimalsMax,
  type MoneyLimits,
  readSendAmount,
  type SendProblem,
  showWei,
} from "./money.js";
import { type ActionKind, failureOf } from "./outcome.js";
import { pinProblem } from "./pin.js";
import { judgePin, lockOf } from "./pin-gate.js";
import { findRecipient, type RecipientBook } from "./recipient-reading.js";
import { relayedChange, relayedRemoval } from "./relayed.js";
import type { Relayer } from "./relayer.js";
import { con, end, type Screen } from "./screen.js";
import { dayOf, spentOn, type User, userChange } from "./user.js";
import type { WalletKeys } from "./wallet-keys.js";

export interface Till extends RecipientBook {
  readonly relayer: Pick<Relayer, "send">;
  readonly keys: WalletKeys;
  readonly limits: MoneyLimits;
  readonly currency: string;
  readonly meter: Meter;
  /** Undefined: until the operator takes a lock off. */
  readonly lockMs: number | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Guest {
  readonly visit: Visit;
  readonly user: User;
  readonly texts: Messages;
}

/** What the PIN is asked for. */
interface Deed {
  readonly kind: ActionKind;
  readonly to: Hex;
  readonly wei: bigint;
  /** Of the recipient. */
  readonly shown: string;
}

const screenOnly = (screen: Screen): Reply => ({ screen, changes: [] });

export async function payBehindPin(till: Till, guest: Guest, request: PaidRequest): Promise<Reply> {
  const { user, texts, visit } = guest;
  if (visit.isClosed) return screenOnly(end(texts.sessionClosed));
  const lock = lockOf(user, till.now());
  if (lock !== undefined) return screenOnly(lockedScreen(texts, lock.minutes));
  const deed = await readDeed(till, guest, request);
  if (typeof deed === "string") return screenOnly(deed);
  // An answer that is not kept: it is another as soon as the transaction is settled.
  if (user.pending !== undefined) return { screen: end(texts.underWay), changes: undefined };
  // Perhaps a star in the amount: nobody was asked to confirm what came before it.
  if (request.pins.some((pin) => pinProblem(pin) === "malformed")) {
    return screenOnly(end(texts.badPin.malformed));
  }
  const pin = request.pins.at(-1);
  const question = texts.confirm[deed.kind](`${showWei(deed.wei)} ${till.currency}`, deed.shown);
  if (pin === undefined) return screenOnly(con(question, texts.askPin));
  const verdict = await judgePin(pin, user, { ...till, pepper: till.secrets.pepper });
  if (verdict.kind === "right") return send(till, { ...guest, user: verdict.user }, deed);
  till.meter.wrongPin();
  const screen =
    verdict.kind === "locked"
      ? lockedScreen(texts, verdict.minutes)
      : con(texts.wrongPin(verdict.triesLeft), question, texts.askPin);
  return { screen, changes: [userChange(verdict.user)] };
}

const lockedScreen = (texts: Messages, minutes: number | undefined): Screen =>
  end(minutes === undefined ? texts.lockedForGood : texts.locked(minutes));

/** @returns the screen that says what is wrong, when something is. */
async function readDeed(
  till: Till,
  { user, texts }: Guest,
  request: PaidRequest,
): Promise<Deed | Screen> {
  if (request.kind !== "transfer") {
    return { kind: request.kind, to: user.address, wei: loanWei, shown: "" };
  }
  const recipient = await findRecipient(request.recipient, user, till);
  if (!recipient.isRight) return end(texts.badRecipient[recipient.fault]);
  const amount = readSendAmount(request.amount, till.limits);
  if (!amount.isRight) return end(amountText(amount.problem, texts, till));
  const left = till.limits.dayMax - spentOn(dayOf(till.now()), user);
  if (amount.wei > left) {
    const shown = `${showWei(left < 0n ? 0n : left)} ${till.currency}`;
    return end(texts.dayLimit(shown));
  }
  return { kind: "transfer", to: recipient.address, wei: amount.wei, shown: recipient.shown };
}

function amountText(problem: SendProblem, texts: Messages, { limits, currency }: Till): string {
  switch (problem) {
    case "malformed":
      return texts.badAmount;
    case "decimals":
      return texts.amountDecimals(decimalsMax);
    case "zero":
    case "too-small":
      return texts.amountTooSmall(`${showWei(limits.transferMin)} ${currency}`);
    case "too-large":
      return texts.amountTooLarge(`${showWei(limits.transferMax)} ${currency}`);
  }
}

async function send(till: Till, { visit, user, texts }: Guest, deed: Deed): Promise<Reply> {
  const { kind, to, wei } = deed;
  const day = dayOf(till.now());
  const counted = kind === "transfer" ? wei : 0n;
  const spent = { day, wei: (spentOn(day, user) + counted).toString() };
  let screen: Screen | undefined;
  const result = await till.relayer.send({
    ...{ user, kind, to, wei, day },
    keep(relayed, wallet: Held) {
      screen = end(texts.submitted[kind](shortHash(relayed.id)));
      const waiting: User = { ...user, spent, pending: relayed.id };
      return visit.close(screen, [userChange(waiting), relayedChange(relayed)], [wallet]);
    },
    drop: (relayed) => visit.reopen([userChange(user), relayedRemoval(relayed)]),
  });
  if (result.kind === "refused") {
    const text = texts.refused(texts.reasons[failureOf(result.reason)]);
    return { screen: end(text), changes: [userChange(user)] };
  }
  if (screen === undefined) throw new NotSent("nothing was written down");
  till.meter.transaction(kind, "submitted");
  return { screen, changes: undefined };
}
