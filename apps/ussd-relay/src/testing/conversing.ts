/** Runs the conversation of extended mode with one registered user, over a fake chain and real records. */
import type { TestContext } from "node:test";
import type { Hex } from "viem";
import { createAnswer } from "../engine/answer-once.js";
import { assertIdentity } from "../engine/identity.js";
import { noMetrics, type RelayMetrics } from "../engine/metrics.js";
import { Sender } from "../engine/sender.js";
import { extendedConversation } from "../extended/conversation.js";
import { hashPin } from "../extended/pin.js";
import { deriveSecrets } from "../extended/secrets.js";
import { loadUser, type User, userChange } from "../extended/user/user.js";
import { addressOf, openWalletKeys } from "../extended/wallet-keys.js";
import { keySigner } from "../wallet/signer.js";
import { FakeChain } from "./fake-chain.js";
import { post, relayerKey, temporaryLevelRecords, testLog } from "./relay.js";

const mnemonic = "test test test test test test test test test test test junk";
const contract = `0x${"cc".repeat(20)}` as const;
const forwarder = {
  address: `0x${"fe".repeat(20)}` as const,
  assertTrusted: async () => {},
  nonceOf: async () => 7n,
  executionOf: async () => undefined,
};
const secrets = deriveSecrets(new Uint8Array(32).fill(7));
const keys = openWalletKeys(mnemonic, "m/44'/60'/0'/0");
const id = secrets.phoneId(post("", "").phoneNumber);
const pin = await hashPin("2904", secrets.pepper);
export const recipient: Hex = `0x${"bb".repeat(20)}`;
export const coin = 10n ** 18n;
export const dayMs = 24 * 60 * 60 * 1000;

export const registered: User = {
  id,
  index: 0,
  address: addressOf(keys.account(0)),
  language: "en",
  pin,
  failures: 0,
  spent: { day: 0, wei: "0" },
  history: [],
};

/** Returns a conversation with one registered user, who may send ten coins a day. */
export async function conversing(t: TestContext, send?: () => Promise<never>) {
  const records = await temporaryLevelRecords(t);
  const counted: string[] = [];
  const metrics: RelayMetrics = {
    ...noMetrics,
    recordTransaction: (kind, event) => counted.push(`${kind} ${event}`),
    recordWrongPin: () => counted.push("wrong PIN"),
  };
  const [log, chain, clock] = [testLog(), new FakeChain(), { time: 3 * dayMs }];
  await assertIdentity(records, { genesis: "0x00" });
  const store = (user: User) => records.write([userChange(user)]);
  await store(registered);
  const sender = new Sender({
    chain,
    chainId: 31,
    target: forwarder.address,
    signer: keySigner(relayerKey),
    records,
    token: "test",
    log,
    now: () => 0,
    onSent() {},
  });
  const conversation = extendedConversation({
    chain,
    forwarder,
    keys,
    records,
    secrets,
    chainId: 31,
    contract,
    log,
    countryCode: undefined,
    currency: "COIN",
    lockMs: undefined,
    metrics,
    limits: { transferMin: 1n, transferMax: 10n * coin, dayMax: 10n * coin },
    isWithinRate: () => true,
    now: () => clock.time,
    sender: send === undefined ? sender : { send },
  });
  const answer = createAnswer({ records, log, metrics: noMetrics, conversation });
  let sessions = 0;
  return {
    chain,
    clock,
    store,
    records,
    log,
    counted,
    /** Posts a text, by default in a new session. */
    dial: (text: string, session = `session ${sessions++}`) => answer(post(session, text)),
    user: async () => (await loadUser(records, id)) as User,
  };
}
