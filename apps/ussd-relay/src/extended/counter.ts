/** What a visit is answered with: registration, reading, and moving money behind the PIN. */
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import type { Reply, Visit } from "./desk.js";
import { readRequest } from "./menu.js";
import { type Language, languageList, type Messages, messagesOf } from "./messages/messages.js";
import { showWei } from "./money.js";
import type { Outcome } from "./outcome.js";
import { payBehindPin, type Till } from "./pay.js";
import { hashPin } from "./pin.js";
import { findRecipient } from "./recipient-reading.js";
import { register } from "./registration.js";
import { con, end } from "./screen.js";
import { type User, userChange } from "./user.js";
import { addressOf } from "./wallet-keys.js";

export interface CounterOptions extends Till {
  readonly chain: Pick<Chain, "balanceOf">;
}

/** A user with what he reads. */
interface Guest {
  readonly visit: Visit;
  readonly user: User;
  readonly texts: Messages;
}

const screenOnly = (screen: Reply["screen"]): Reply => ({ screen, changes: [] });

export function createCounter(options: CounterOptions): (visit: Visit) => Promise<Reply> {
  return async (visit) => {
    const { user } = visit;
    if (user === undefined) return enroll(options, visit);
    const texts = messagesOf[user.language];
    return serve(options, { visit, user, texts });
  };
}

async function enroll(options: CounterOptions, { phoneId, entries }: Visit): Promise<Reply> {
  const step = register(entries);
  if (step.kind === "screen") return screenOnly(step.screen);
  const { records, keys, secrets } = options;
  const [index, pin] = await Promise.all([
    records.next("wallets"),
    hashPin(step.pin, secrets.pepper),
  ]);
  const user: User = {
    ...{
      id: phoneId,
      index,
      address: addressOf(keys.account(index)),
      language: step.language,
      pin,
    },
    ...{ failures: 0, spent: { day: 0, wei: "0" }, history: [] },
  };
  const screen = end(messagesOf[step.language].registered);
  return { screen, changes: [userChange(user)] };
}

async function serve(options: CounterOptions, guest: Guest): Promise<Reply> {
  const { visit, user, texts } = guest;
  const request = readRequest(visit.entries, relayLimits.pinFailuresMax);
  switch (request.kind) {
    case "menu":
      return showMenu(guest, options.currency);
    case "balance": {
      const wei = await options.chain.balanceOf(user.address);
      return screenOnly(end(texts.balance(`${showWei(wei)} ${options.currency}`)));
    }
    case "history":
      return screenOnly(showHistory(user, texts, options.currency));
    case "ask-language":
      return screenOnly(con(languageList));
    case "language":
      return speak(user, request.language);
    case "ask-recipient":
      return screenOnly(con(texts.askRecipient));
    case "ask-amount": {
      const recipient = await findRecipient(request.recipient, user, options);
      return screenOnly(
        recipient.isRight
          ? con(texts.askAmount(options.currency))
          : end(texts.badRecipient[recipient.fault]),
      );
    }
    case "transfer":
    case "loan":
    case "repayment":
      return payBehindPin(options, guest, request);
    case "invalid":
      return screenOnly(end(texts.invalidChoice));
  }
}

const amountOf = ({ wei }: Outcome, currency: string) => `${showWei(BigInt(wei))} ${currency}`;

/** What became of the last transaction comes first, once. */
function showMenu({ user, texts }: Guest, currency: string): Reply {
  const { unread } = user;
  if (unread === undefined) return screenOnly(con(texts.menu));
  const news =
    unread.failure === undefined
      ? texts.arrived[unread.kind](amountOf(unread, currency))
      : texts.failed[unread.kind](texts.reasons[unread.failure]);
  return { screen: con(news, texts.menu), changes: [userChange({ ...user, unread: undefined })] };
}

function showHistory({ history }: User, texts: Messages, currency: string): Reply["screen"] {
  if (history.length === 0) return end(texts.historyEmpty);
  const lines = history.map((outcome) =>
    texts.historyLine[outcome.kind](amountOf(outcome, currency), outcome.failure === undefined),
  );
  return end(texts.historyTitle, ...lines);
}

function speak(user: User, language: Language): Reply {
  const screen = end(messagesOf[language].languageSet);
  return { screen, changes: [userChange({ ...user, language })] };
}
