/** Answers posts in extended mode: registration, queries, and payments confirmed by a PIN. */
import { messageOf } from "@tandem/runtime";
import type { Chain } from "../chain/chain.js";
import { type Conversation, type Reply, screenOnly } from "../engine/answer-once.js";
import { assertKept } from "../engine/identity.js";
import { unsentText } from "../engine/sender.js";
import { limitWarnings } from "../limited-warnings.js";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { readRequest } from "./menu.js";
import { type Language, languageList, messagesOf } from "./messages/languages.js";
import type { Messages } from "./messages/messages.js";
import { showWei } from "./money.js";
import { type PaymentOptions, payBehindPin, type UserSession } from "./payment.js";
import { readPhoneNumber } from "./phone-number.js";
import { hashPin } from "./pin.js";
import { findRecipient } from "./recipient.js";
import { register } from "./registration.js";
import { con, end } from "./screen.js";
import type { Outcome } from "./user/outcome.js";
import { loadUser, type User, userChange } from "./user/user.js";
import { addressOf } from "./wallet-keys.js";

export interface ConversationOptions extends PaymentOptions {
  readonly chain: Pick<Chain, "balanceOf" | "estimate" | "latestBlock">;
  readonly log: Log;
  /** Returns false when a phone number has exceeded its rate. */
  readonly isWithinRate: (phoneId: string) => boolean;
}

/** A post with a valid phone number. */
export interface UserPost {
  readonly phoneId: string;
  /** Entries of the session; empty at its start. */
  readonly entries: readonly string[];
}

export function extendedConversation(options: ConversationOptions): Conversation<UserPost> {
  const { secrets, countryCode, isWithinRate, log, records } = options;
  const failures = limitWarnings(log);
  return {
    answersKeptMs: relayLimits.sessionMs,
    read({ phoneNumber: typed, sessionId, text }) {
      const phoneNumber = readPhoneNumber(typed, { countryCode });
      if (phoneNumber === undefined) {
        return { kind: "screen", screen: end(messagesOf.en.invalidChoice) };
      }
      const phoneId = secrets.phoneId(phoneNumber);
      if (!isWithinRate(phoneId)) return { kind: "screen", screen: end(messagesOf.en.tooMany) };
      return {
        kind: "request",
        postId: secrets.postId({ sessionId, phoneId, text }),
        sessionId: secrets.postId({ sessionId, phoneId, text: "" }),
        userId: phoneId,
        asked: { phoneId, entries: text === "" ? [] : text.split("*") },
      };
    },
    async respond(asked, exchange) {
      const user = await loadUser(records, asked.phoneId);
      const texts = messagesOf[user?.language ?? "en"];
      try {
        if (user === undefined) return await enroll({ ...options, log: failures }, asked);
        return await serve(options, asked, { exchange, user, texts });
      } catch (error) {
        failures.warn(`no answer: ${messageOf(error)}`);
        return { screen: end(texts[unsentText(error)]), changes: undefined };
      }
    },
  };
}

async function enroll(
  options: ConversationOptions,
  { phoneId, entries }: UserPost,
): Promise<Reply> {
  const step = register(entries);
  if (step.kind === "screen") return screenOnly(step.screen);
  const { records, keys, secrets } = options;
  const pin = await hashPin(step.pin, secrets.pepper);
  // Lost records begin with the first index again, whose wallet is another user's.
  await assertKept(records);
  const index = await records.next("wallets");
  if (index >= relayLimits.usersMax) {
    options.log.warn(`a registration was refused: ${relayLimits.usersMax} users are registered`);
    return { screen: end(messagesOf[step.language].unavailable), changes: undefined };
  }
  const user: User = {
    id: phoneId,
    index,
    address: addressOf(keys.account(index)),
    language: step.language,
    pin,
    failures: 0,
    spent: { day: 0, wei: "0" },
    history: [],
  };
  const screen = end(messagesOf[step.language].registered);
  return { screen, changes: [userChange(user)] };
}

async function serve(
  options: ConversationOptions,
  { entries }: UserPost,
  session: UserSession,
): Promise<Reply> {
  const { user, texts } = session;
  const request = readRequest(entries, relayLimits.pinFailuresMax);
  switch (request.kind) {
    case "menu":
      return showMenu(session, options.currency);
    case "balance": {
      const wei = await options.chain.balanceOf(user.address);
      return screenOnly(end(texts.balance(`${showWei(wei)} ${options.currency}`)));
    }
    case "history":
      return screenOnly(showHistory(user, texts, options.currency));
    case "ask-language":
      return screenOnly(con(languageList));
    case "language":
      return setLanguage(user, request.language);
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
      return payBehindPin(options, session, request);
    case "invalid":
      return screenOnly(end(texts.invalidChoice));
  }
}

const amountOf = ({ wei }: Outcome, currency: string) => `${showWei(BigInt(wei))} ${currency}`;

/** Shows the menu, preceded once by the outcome of the last transaction. */
function showMenu({ user, texts }: UserSession, currency: string): Reply {
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

function setLanguage(user: User, language: Language): Reply {
  const screen = end(messagesOf[language].languageSet);
  // A repeated post sets the same language again.
  return { screen, changes: [userChange({ ...user, language })], isEvictable: true };
}
