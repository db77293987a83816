/**
 * From a post to its screen. A session that is asked the same again, now or after a restart, gets
 * the same answer and never sends a second transaction; what only failed to reach the chain may be
 * tried again.
 */
import { encodeFunctionData, formatEther } from "viem";
import type { Chain } from "../chain/chain.js";
import { microLoanAbi } from "../chain/contract.js";
import type { Post } from "../gateway/form.js";
import { type Log, messageOf } from "../log.js";
import { choose, type Wish } from "../menu/menu.js";
import { type Screen, screens } from "../menu/screens.js";
import type { Payment, Wallet } from "../wallet/wallet.js";
import type { PaidPost, PostKey, SessionStore } from "./store.js";

export interface AnswerOptions {
  readonly chain: Chain;
  readonly chainId: number;
  readonly wallet: Pick<Wallet, "address" | "pay">;
  readonly store: SessionStore;
  readonly currency: string;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Never fails: what goes wrong is a screen for the user and a line in the log. */
export type AnswerPost = (post: Post) => Promise<Screen>;

interface UnderWay {
  readonly text: string;
  readonly screen: Promise<Screen>;
}

type Asked = Exclude<Wish, { readonly kind: "balance" }>;

const refusals: Readonly<Record<Asked["kind"], (reason: string) => Screen>> = {
  transfer: (reason) =>
    reason === "InsufficientBalance"
      ? screens.insufficientBalance
      : screens.transferRefused(reason),
  loan: (reason) =>
    reason === "InsufficientPool" ? screens.poolEmpty : screens.loanRefused(reason),
};

export function createAnswer(options: AnswerOptions): AnswerPost {
  const { wallet, chainId, log } = options;
  /** One thing at a time in a session, and who asks for the same shares it. */
  const underWay = new Map<string, UnderWay>();

  const answer = async (key: PostKey, wish: Wish): Promise<Screen> => {
    try {
      return await (wish.kind === "balance"
        ? showBalance(options, key)
        : send(options, { ...key, kind: wish.kind }, wish));
    } catch (error) {
      log.warn(`no ${wish.kind}: ${messageOf(error)}`);
      return screens.unavailable;
    }
  };

  return async ({ text, phoneNumber, sessionId }) => {
    const choice = choose(text, { phoneNumber, own: wallet.address, chainId });
    if (choice.kind === "screen") return choice.screen;
    for (let other = underWay.get(sessionId); other; other = underWay.get(sessionId)) {
      if (other.text === text) return other.screen;
      await other.screen;
    }
    const screen = answer({ sessionId, text }, choice).finally(() => underWay.delete(sessionId));
    underWay.set(sessionId, { text, screen });
    return screen;
  };
}

/** Everybody's balance is that of the one wallet (specification section 8). */
async function showBalance(options: AnswerOptions, key: PostKey): Promise<Screen> {
  const { chain, wallet, store, currency, now } = options;
  const before = await store.recall(key);
  if (before !== undefined) return before;
  const wei = await chain.balanceOf(wallet.address);
  const screen = screens.balance(formatEther(wei), currency);
  await store.remember(key, screen, now());
  return screen;
}

async function send(options: AnswerOptions, post: PaidPost, wish: Asked): Promise<Screen> {
  const { store, wallet, now } = options;
  const claim = await store.claim(post);
  if (claim.kind === "answered") return claim.screen;
  if (claim.kind === "closed") return screens.closed;
  if (claim.kind === "busy") return screens.unavailable;
  try {
    const outcome = await wallet.pay(paymentFor(options, post, wish));
    if (outcome.kind === "sent") return outcome.screen;
    const screen = refusals[wish.kind](outcome.reason);
    await store.remember(post, screen, now());
    return screen;
  } finally {
    await store.release(post);
  }
}

function paymentFor({ currency }: AnswerOptions, post: PaidPost, wish: Asked): Payment {
  if (wish.kind === "loan") {
    const data = encodeFunctionData({ abi: microLoanAbi, functionName: "applyForLoan" });
    return { post, data, screenOf: (hash) => screens.loanRequested(hash, currency) };
  }
  const { to, wei, recipientText } = wish;
  const data = encodeFunctionData({
    abi: microLoanAbi,
    functionName: "transfer",
    args: [to, wei],
  });
  return { post, data, screenOf: (hash) => screens.transferSubmitted(recipientText, hash) };
}
