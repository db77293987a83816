/** Validates payments, checks the PIN and the daily limit, and sends them. */

import { loanWei } from "../chain/contract.js";
import { failureOf } from "../engine/action.js";
import { type Exchange, type Reply, screenOnly } from "../engine/answer-once.js";
import type { RelayMetrics } from "../engine/metrics.js";
import { outgoingChange, outgoingRemoval } from "../engine/outgoing.js";
import { NotSent, type Sender } from "../engine/sender.js";
import { sentValue } from "../engine/session-transaction.js";
import { shortHash } from "../menu/screens.js";
import type { PaidRequest } from "./menu.js";
import type { Messages } from "./messages/messages.js";
import {
  decimalsMax,
  type MoneyLimits,
  readSendAmount,
  type SendProblem,
  showWei,
} from "./money.js";
import { pinProblem } from "./pin.js";
import { findRecipient, type RecipientDirectory } from "./recipient.js";
import { con, end, type Screen } from "./screen.js";
import { checkPin, lockOf } from "./user/pin-check.js";
import { spendingDay, spentOn, type User, userChange } from "./user/user.js";
import { callOf, type Payment, prepareRequest, type RequestOptions } from "./user/user-request.js";
import type { UserTransaction } from "./user/user-transaction.js";

export interface PaymentOptions extends RecipientDirectory, RequestOptions {
  readonly sender: Pick<Sender, "send">;
  readonly limits: MoneyLimits;
  readonly currency: string;
  readonly metrics: RelayMetrics;
  /** Duration of a lock; undefined: until the operator unlocks the user. */
  readonly lockMs: number | undefined;
}

/** A registered user at one post of a session. */
export interface UserSession {
  readonly exchange: Exchange;
  readonly user: User;
  readonly texts: Messages;
}

/** Requests the PIN, or sends the payment when the last PIN is correct. */
export async function payBehindPin(
  options: PaymentOptions,
  session: UserSession,
  request: PaidRequest,
): Promise<Reply> {
  const { user, texts, exchange } = session;
  if (await exchange.isClosed()) return screenOnly(end(texts.sessionClosed));
  const lock = lockOf(user, options.now());
  if (lock !== undefined) return screenOnly(lockedScreen(texts, lock.minutes));
  const payment = await readPayment(options, session, request);
  if (typeof payment === "string") return screenOnly(payment);
  // This answer is not stored, because it changes when the transaction is settled.
  if (user.pending !== undefined) return { screen: end(texts.underWay), changes: undefined };
  // A star within an amount shifts the entries, so the user has not confirmed these.
  if (request.pins.some((pin) => pinProblem(pin) === "malformed")) {
    return screenOnly(end(texts.badPin.malformed));
  }
  const pin = request.pins.at(-1);
  const question = texts.confirm[payment.kind](
    `${showWei(payment.wei)} ${options.currency}`,
    payment.shown,
  );
  if (pin === undefined) return screenOnly(con(question, texts.askPin));
  // Records that cannot be written, as on a full disk, would count no wrong PIN, of which the answer could differ.
  if (!(await exchange.write([userChange(user)]))) throw new NotSent("the claims were lost");
  const verdict = await checkPin(pin, user, { ...options, pepper: options.secrets.pepper });
  if (verdict.kind === "right") return send(options, { ...session, user: verdict.user }, payment);
  options.metrics.recordWrongPin();
  const screen =
    verdict.kind === "locked"
      ? lockedScreen(texts, verdict.minutes)
      : con(texts.wrongPin(verdict.triesLeft), question, texts.askPin);
  return { screen, changes: [userChange(verdict.user)] };
}

const lockedScreen = (texts: Messages, minutes: number | undefined): Screen =>
  end(minutes === undefined ? texts.lockedForGood : texts.locked(minutes));

/** Returns the payment, or a screen that names the first invalid entry. */
async function readPayment(
  options: PaymentOptions,
  { user, texts }: UserSession,
  request: PaidRequest,
): Promise<Payment | Screen> {
  if (request.kind !== "transfer") {
    return { kind: request.kind, to: user.address, wei: loanWei, shown: "" };
  }
  const recipient = await findRecipient(request.recipient, user, options);
  if (!recipient.isRight) return end(texts.badRecipient[recipient.fault]);
  const amount = readSendAmount(request.amount, options.limits);
  if (!amount.isRight) return end(amountText(amount.problem, texts, options));
  const left = options.limits.dayMax - spentOn(spendingDay(options.now(), user), user);
  if (amount.wei > left) {
    const shown = `${showWei(left < 0n ? 0n : left)} ${options.currency}`;
    return end(texts.dayLimit(shown));
  }
  return { kind: "transfer", to: recipient.address, wei: amount.wei, shown: recipient.shown };
}

function amountText(
  problem: SendProblem,
  texts: Messages,
  { limits, currency }: PaymentOptions,
): string {
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

async function send(
  options: PaymentOptions,
  { exchange, user, texts }: UserSession,
  payment: Payment,
): Promise<Reply> {
  const { kind, wei } = payment;
  const day = spendingDay(options.now(), user);
  const counted = kind === "transfer" ? wei : 0n;
  const spent = { day, wei: (spentOn(day, user) + counted).toString() };
  const call = callOf(user, payment);
  // The request does not depend on the wallet's nonce, so it is signed before the wallet is claimed.
  const prepared = await prepareRequest(options, user, payment);
  const request = prepared.kind === "ready" ? prepared.request : undefined;
  let screen: Screen | undefined;
  const result = await options.sender.send({
    kind,
    prepare: async () => prepared,
    keep(outgoing, wallet) {
      screen = end(texts.submitted[kind](shortHash(outgoing.id)));
      const transaction: UserTransaction = {
        ...outgoing,
        call,
        request,
        userId: user.id,
        wei,
        day,
      };
      const waiting: User = { ...user, spent, pending: outgoing.id };
      const closing = exchange.closing(sentValue(outgoing));
      const changes = [userChange(waiting), outgoingChange(transaction), closing];
      return exchange.keep(screen, changes, [wallet]);
    },
    drop: (outgoing, wallet) =>
      exchange.undo(
        [userChange(user), outgoingRemoval(outgoing), exchange.closing(undefined)],
        [wallet],
      ),
  });
  if (result.kind === "refused") {
    const text = texts.refused(texts.reasons[failureOf(result.reason)]);
    return { screen: end(text), changes: [userChange(user)] };
  }
  if (screen === undefined) throw new NotSent("the transaction was not stored");
  options.metrics.recordTransaction(kind, "submitted");
  return { screen, changes: undefined };
}
