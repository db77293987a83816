/** Tests what a user is told when a payment is not sent, over a fake chain and real records. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { ConnectionError } from "@tandem/rpc/client";
import { TaskNotStarted } from "@tandem/runtime";
import { createAnswer } from "../engine/answer-once.js";
import { noMetrics } from "../engine/metrics.js";
import { NotSent, OutcomeUnknown } from "../engine/sender.js";
import { FakeChain } from "../testing/fake-chain.js";
import { post, temporaryLevelRecords, testLog } from "../testing/relay.js";
import { extendedConversation } from "./conversation.js";
import { languages, messagesOf } from "./messages/messages.js";
import { hashPin } from "./pin.js";
import { end } from "./screen.js";
import { deriveSecrets } from "./secrets.js";
import { userChange } from "./user.js";
import { addressOf, openWalletKeys } from "./wallet-keys.js";

const mnemonic = "test test test test test test test test test test test junk";
const contract = `0x${"cc".repeat(20)}` as const;
const forwarder = {
  address: `0x${"fe".repeat(20)}` as const,
  assertTrusted: async () => {},
  nonceOf: async () => 0n,
};

it("a user is told whether nothing was sent, or nobody knows it", async (t) => {
  const records = await temporaryLevelRecords(t);
  const secrets = deriveSecrets(new Uint8Array(32).fill(7));
  const keys = openWalletKeys(mnemonic, "m/44'/60'/0'/0");
  const log = testLog();
  const pin = await hashPin("2904", secrets.pepper);
  const id = secrets.phoneId(post("", "").phoneNumber);
  for (const language of languages) {
    const user = { id, index: 0, address: addressOf(keys.account(0)), language, pin };
    await records.write([
      userChange({ ...user, failures: 0, spent: { day: 0, wei: "0" }, history: [] }),
    ]);
    const texts = messagesOf[language];
    for (const [error, text] of [
      [new NotSent("refused"), texts.notSent],
      [new TaskNotStarted("too many wait"), texts.notSent],
      [new ConnectionError("no answer"), texts.unavailable],
      [new OutcomeUnknown("no answer"), texts.uncertain],
    ] as const) {
      const conversation = extendedConversation({
        ...{
          chain: new FakeChain(),
          forwarder,
          keys,
          records,
          secrets,
          chainId: 31,
          contract,
          log,
        },
        ...{ countryCode: undefined, currency: "COIN", lockMs: undefined, metrics: noMetrics },
        ...{
          limits: { transferMin: 1n, transferMax: 1n, dayMax: 1n },
          isWithinRate: () => true,
          now: () => 0,
        },
        sender: { send: () => Promise.reject(error) },
      });
      const answer = createAnswer({ records, log, metrics: noMetrics, conversation });
      assert.equal(await answer(post("a", "3*2904")), end(text));
    }
  }
});
