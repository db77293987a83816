/**
 * Answers posts in demonstration mode: one wallet for all users, no PIN, the screens of the
 * specification. A session sends at most one transfer and one loan.
 */
import { messageOf } from "@tandem/runtime";
import { encodeFunctionData, formatEther, type Hex } from "viem";
import type { Chain } from "../chain/chain.js";
import { microLoanAbi } from "../chain/contract.js";
import { failureOf } from "../engine/action.js";
import { type Conversation, type Exchange, type Reply, screenOnly } from "../engine/answer-once.js";
import { endingChange } from "../engine/ending.js";
import { type Outgoing, outgoingChange, outgoingRemoval } from "../engine/outgoing.js";
import { NotSent, type Preparation, type Sender, unsentText } from "../engine/sender.js";
import {
  type SessionTransaction,
  sentValue,
  sessionTransaction,
} from "../engine/session-transaction.js";
import type { Settlement } from "../engine/settlement.js";
import { limitWarnings } from "../limited-warnings.js";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { choose, type MenuRequest } from "../menu/menu.js";
import { type Screen, screens } from "../menu/screens.js";
import type { Records } from "../records/records.js";

export interface ConversationOptions {
  readonly chain: Pick<Chain, "balanceOf" | "estimate">;
  readonly chainId: number;
  readonly sender: Pick<Sender, "send">;
  /** Address of the wallet, in lower case. */
  readonly wallet: Hex;
  readonly currency: string;
  readonly log: Log;
}

type Payment = Exclude<MenuRequest, { readonly kind: "balance" }>;

export function demonstrationConversation(options: ConversationOptions): Conversation<MenuRequest> {
  const { wallet, chainId, log } = options;
  const failures = limitWarnings(log);
  return {
    answersKeptMs: relayLimits.answersKeptMs,
    read({ sessionId, text, phoneNumber }) {
      const choice = choose(text, { phoneNumber, own: wallet, chainId });
      if (choice.kind === "screen") return choice;
      // Session identifiers contain no NUL.
      return { kind: "request", postId: `${sessionId}\0${text}`, sessionId, asked: choice };
    },
    async respond(asked, exchange) {
      try {
        return asked.kind === "balance"
          ? await showBalance(options)
          : await pay(options, asked, exchange);
      } catch (error) {
        failures.warn(`no ${asked.kind}: ${messageOf(error)}`);
        return { screen: screens[unsentText(error)], changes: undefined };
      }
    },
  };
}

/** Returns the wallet's balance, which all users share (specification section 8). */
async function showBalance({ chain, wallet, currency }: ConversationOptions): Promise<Reply> {
  return screenOnly(screens.balance(formatEther(await chain.balanceOf(wallet)), currency));
}

async function pay(
  options: ConversationOptions,
  payment: Payment,
  exchange: Exchange,
): Promise<Reply> {
  const { kind } = payment;
  // This answer is not stored, because a session that another post has closed may be reopened.
  if (await exchange.isClosed(kind)) return { screen: screens.closed, changes: undefined };
  let screen: Screen | undefined;
  const result = await options.sender.send({
    kind,
    prepare: () => prepare(options, payment),
    keep(outgoing, wallet) {
      screen = submittedScreen(payment, outgoing.id, options.currency);
      const changes = [outgoingChange(outgoing), exchange.closing(sentValue(outgoing), kind)];
      return exchange.keep(screen, changes, [wallet]);
    },
    drop: (outgoing, wallet) =>
      exchange.undo([outgoingRemoval(outgoing), exchange.closing(undefined, kind)], [wallet]),
  });
  if (result.kind === "refused") return screenOnly(refusalScreen(kind, result.reason));
  if (screen === undefined) throw new NotSent("the transaction was not stored");
  return { screen, changes: undefined };
}

/** Divisor of the estimate for the margin, in case the state changes before inclusion. */
const gasMargin = 4n;
/** Gas that the recipient's empty slot costs more, if the transfer that is to fill it before is lost. */
const slotGas = 20_000n;
/** Gas limit of a loan that will revert on the chain. It uses a third of it. */
const loanGasLimit = 150_000n;

/**
 * Refuses a call that would revert, with one exception: the specification requires that a second
 * loan reverts on the chain.
 */
async function prepare(
  { chain, wallet }: ConversationOptions,
  payment: Payment,
): Promise<Preparation> {
  const data = inputOf(payment);
  const estimate = await chain.estimate({ from: wallet, data });
  if (estimate.kind === "gas") {
    return { kind: "ready", data, gas: estimate.gas + estimate.gas / gasMargin + slotGas };
  }
  const { reason } = estimate;
  const isForChain = payment.kind === "loan" && failureOf(reason) === "loan-active";
  return isForChain ? { kind: "ready", data, gas: loanGasLimit } : { kind: "refused", reason };
}

function inputOf(payment: Payment): Hex {
  const abi = microLoanAbi;
  if (payment.kind === "loan") return encodeFunctionData({ abi, functionName: "applyForLoan" });
  const { to, wei } = payment;
  return encodeFunctionData({ abi, functionName: "transfer", args: [to, wei] });
}

const submittedScreen = (payment: Payment, hash: Hex, currency: string): Screen =>
  payment.kind === "loan"
    ? screens.loanRequested(hash, currency)
    : screens.transferSubmitted(payment.recipientText, hash);

function refusalScreen(kind: Payment["kind"], reason: string): Screen {
  const failure = failureOf(reason);
  switch (kind) {
    case "transfer":
      return failure === "balance" ? screens.insufficientBalance : screens.transferRefused(reason);
    case "loan":
      return failure === "pool" ? screens.poolEmpty : screens.loanRefused(reason);
  }
}

/** Settles without replacements, and stores the ending alone. */
export const demonstrationSettlement = (
  chain: Pick<Chain, "failureReason">,
): Settlement<Outgoing> => ({
  replaceAfterMs: undefined,
  failureReason: ({ id }) => chain.failureReason(id),
  claimsOf: () => [],
  isExpired: async () => false,
  executionOf: async () => undefined,
  changesOf: async ({ id }, ending) => [endingChange(id, ending, relayLimits.answersKeptMs)],
});

/** Returns the transactions of a session in the order of their signatures. */
export async function transactionsOf(
  records: Records,
  sessionId: string,
): Promise<readonly SessionTransaction[]> {
  const kinds = ["transfer", "loan"] as const;
  const found = await Promise.all(
    kinds.map((kind) => sessionTransaction(records, sessionId, kind)),
  );
  return found.filter((one) => one !== undefined).sort((a, b) => a.nonce - b.nonce);
}
