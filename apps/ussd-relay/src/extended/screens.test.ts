/** Tests every screen of the extended menus, in both languages, with the longest values. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ActionKind } from "../engine/action.js";
import { relayLimits } from "../limits.js";
import { screenLength } from "../menu/gsm.js";
import { english } from "./messages/english.js";
import { languageList, languages, messagesOf } from "./messages/languages.js";
import type { Messages } from "./messages/messages.js";
import { spanish } from "./messages/spanish.js";
import { coinsMax, decimalsMax, showWei } from "./money.js";
import { maskPhoneNumber } from "./phone-number.js";
import { register, welcome } from "./registration.js";
import { con, end } from "./screen.js";

const wei = fc.oneof(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 10n ** 30n));
const currency = fc.stringMatching(/^[A-Za-z0-9]{1,10}$/);
const recipient = fc.oneof(
  fc.stringMatching(/^\+[1-9][0-9]{7,14}$/).map(maskPhoneNumber),
  fc.stringMatching(/^0x[0-9a-fA-F]{8}$/).map((text) => `${text}...`),
);
const kinds: readonly ActionKind[] = ["transfer", "loan", "repayment"];
const hash = "0x539ef5c5ac...";
const daysMinutes = 24 * 60;

/** Returns all screens that can be built from a table. */
function screensOf(texts: Messages, amount: string, symbol: string, to: string): readonly string[] {
  const money = `${amount} ${symbol}`;
  const line = (kind: ActionKind) => texts.historyLine[kind](money, false);
  const news = kinds.flatMap((kind) => [
    texts.arrived[kind](money),
    ...Object.values(texts.reasons).map((reason) => texts.failed[kind](reason)),
  ]);
  const ends = [
    texts.registered,
    texts.balance(money),
    ...Object.values(texts.badRecipient),
    texts.badAmount,
    texts.amountDecimals(decimalsMax),
    ...[texts.amountTooSmall(money), texts.amountTooLarge(money), texts.dayLimit(money)],
    ...[texts.locked(daysMinutes), texts.lockedForGood],
    ...kinds.map((kind) => texts.submitted[kind](hash)),
    ...Object.values(texts.reasons).map(texts.refused),
    ...[texts.historyEmpty, texts.underWay, texts.sessionClosed, texts.languageSet],
    ...[texts.invalidChoice, texts.unavailable, texts.notSent, texts.uncertain, texts.tooMany],
  ];
  return [
    ...ends.map((text) => end(text)),
    ...kinds.map((kind) =>
      end(texts.historyTitle, ...Array<string>(relayLimits.historyMax).fill(line(kind))),
    ),
    ...news.map((text) => con(text, texts.menu)),
    ...[con(texts.menu), con(texts.askRecipient), con(texts.askAmount(symbol)), con(languageList)],
    ...kinds.map((kind) => con(texts.confirm[kind](money, to), texts.askPin)),
    ...kinds.map((kind) =>
      con(texts.wrongPin(relayLimits.pinFailuresMax), texts.confirm[kind](money, to), texts.askPin),
    ),
    end(texts.badPin.malformed),
    ...[texts.pinsDiffer, ...Object.values(texts.badPin)].map((why) => con(why, texts.choosePin)),
    con(texts.repeatPin),
  ];
}

/** Returns the names of all texts in a table, including nested ones. */
const keysOf = (value: object): readonly string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" ? keysOf(inner).map((name) => `${key}.${name}`) : [key],
  );

function assertFits(screen: string): void {
  const { length, lengthMax } = screenLength(screen);
  assert.ok(length <= lengthMax, `${length}: ${screen}`);
}

describe("a screen of the extended menus", () => {
  it("fits a phone, CON or END included, with any values", () => {
    fc.assert(
      fc.property(wei, currency, recipient, (amount, symbol, to) => {
        for (const language of languages) {
          for (const screen of screensOf(messagesOf[language], showWei(amount), symbol, to)) {
            assert.match(screen, /^(CON|END) \S/);
            assertFits(screen);
          }
        }
      }),
      { numRuns: 100, seed: 31 },
    );
    assertFits(welcome);
  });

  it("fits during registration, with any entries", () => {
    const entry = fc.oneof(fc.constantFrom("1", "2", "2904", "1234"), fc.string());
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const step = register(entries);
        if (step.kind === "screen") assertFits(step.screen);
        else assert.match(step.pin, /^[0-9]{4,6}$/);
      }),
      { numRuns: 500, seed: 31 },
    );
  });

  it("exists in every language", () => {
    assert.deepEqual(keysOf(spanish), keysOf(english));
    for (const key of keysOf(english)) assert.ok(key.length > 0);
    assert.ok(keysOf(english).length > 40);
  });
});

describe("an amount on a screen", () => {
  it("is truncated, never rounded up, and complete if a user typed it", () => {
    assert.equal(showWei(0n), "0");
    assert.equal(showWei(10n ** 18n), "1");
    assert.equal(showWei(100n * 10n ** 18n), "100");
    assert.equal(showWei(1n), "0");
    assert.equal(showWei(coinsMax * 10n ** 18n), "1000000000");
    assert.equal(showWei(coinsMax * 10n ** 18n - 10n ** 10n), "999999999.99999999");
    assert.equal(showWei(2n ** 256n - 1n), `>${"9".repeat(18)}`);
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 36n - 1n), (amount) => {
        const [whole = "", part = ""] = showWei(amount).split(".");
        assert.ok(BigInt(whole + part.padEnd(18, "0")) <= amount);
        assert.ok(showWei(amount).length <= 19);
      }),
      { numRuns: 300, seed: 31 },
    );
  });
});
