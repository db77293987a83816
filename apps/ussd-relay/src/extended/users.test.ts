/** Tests numbers, PINs, registration, wallets and recipients, without a chain. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { temporaryLevelRecords } from "../testing/relay.js";
import { readRequest } from "./menu.js";
import { messagesOf } from "./messages/languages.js";
import { readSendAmount, showWei } from "./money.js";
import { maskPhoneNumber, readPhoneNumber } from "./phone-number.js";
import { hashPin, isPin, pinProblem } from "./pin.js";
import { findRecipient } from "./recipient.js";
import { register, welcome } from "./registration.js";
import { con, end } from "./screen.js";
import { deriveSecrets } from "./secrets.js";
import { checkPin, lockOf } from "./user/pin-check.js";
import { type User, userChange } from "./user/user.js";
import { isMnemonic, openWalletKeys } from "./wallet-keys.js";

const mnemonic = "test test test test test test test test test test test junk";
const secrets = deriveSecrets(new Uint8Array(32).fill(7));
const english = messagesOf.en;

const userOf = async (phoneNumber: string, pin = "2904"): Promise<User> => ({
  id: secrets.phoneId(phoneNumber),
  index: 0,
  address: `0x${"aa".repeat(20)}` as const,
  language: "en" as const,
  pin: await hashPin(pin, secrets.pepper),
  failures: 0,
  spent: { day: 0, wei: "0" },
  history: [],
});

describe("a phone number", () => {
  it("is international, or national if the operator permits it", () => {
    const kenya = { countryCode: "254" };
    const nowhere = { countryCode: undefined };
    for (const text of ["+254700000001", "00254700000001", "254700000001"]) {
      assert.equal(readPhoneNumber(text, nowhere), "+254700000001", text);
    }
    assert.equal(readPhoneNumber("0700000001", kenya), "+254700000001");
    assert.equal(readPhoneNumber("0700000001", nowhere), undefined);
    for (const digits of ["12345678", "1".repeat(15)]) {
      assert.equal(readPhoneNumber(`+${digits}`, kenya), `+${digits}`);
    }
    const wrong = [
      "+25470000000a",
      "+254 700000001",
      "+254-700000001",
      "",
      "+",
      "1234567",
      "+0254700000001",
      `+${"1".repeat(16)}`,
      "+2547a",
      "++2547",
    ];
    for (const text of wrong) assert.equal(readPhoneNumber(text, kenya), undefined, text);
  });

  it("shows only its last two digits", () => {
    assert.equal(maskPhoneNumber("+254700000042"), "***********42");
  });

  it("is stored as a keyed hash, as is the text of a post", () => {
    const others = deriveSecrets(new Uint8Array(32).fill(8));
    const phone = "+254700000001";
    assert.match(secrets.phoneId(phone), /^[0-9a-f]{64}$/);
    assert.notEqual(secrets.phoneId(phone), others.phoneId(phone));
    const post = { sessionId: "a", phoneId: "b", text: "3*2904" };
    assert.notEqual(secrets.postId(post), others.postId(post));
    assert.notEqual(secrets.postId(post), secrets.postId({ ...post, sessionId: "b" }));
    assert.notEqual(secrets.postId(post), secrets.postId({ ...post, phoneId: "c" }));
  });
});

describe("a PIN", () => {
  it("has four to six digits that are not a sequence", () => {
    for (const pin of ["2904", "29041", "290417", "1213"]) assert.equal(pinProblem(pin), undefined);
    for (const pin of ["", "290", "2904170", "29a4", "２９０４"])
      assert.equal(pinProblem(pin), "malformed", pin);
    for (const pin of ["0000", "1234", "9876", "345678"]) assert.equal(pinProblem(pin), "weak");
  });

  it("is verified by its hash, its user's salt and the pepper", async () => {
    const kept = await hashPin("2904", secrets.pepper);
    const again = await hashPin("2904", secrets.pepper);
    assert.notEqual(kept.salt, again.salt);
    assert.notEqual(kept.hash, again.hash);
    assert.equal(await isPin("2904", kept, secrets.pepper), true);
    assert.equal(await isPin("2905", kept, secrets.pepper), false);
    assert.equal(await isPin("2904", kept, new Uint8Array(32)), false);
  });

  it("that is wrong three times locks for a time, during which a correct one is refused too", async () => {
    const clock = { time: 1_000_000 };
    const gate = { pepper: secrets.pepper, lockMs: 120_000, now: () => clock.time };
    let user = await userOf("+254700000001");
    for (const left of [2, 1]) {
      const verdict = await checkPin("0001", user, gate);
      assert.deepEqual(
        [verdict.kind, verdict.kind === "wrong" && verdict.triesLeft],
        ["wrong", left],
      );
      user = verdict.user;
    }
    const locked = await checkPin("0001", user, gate);
    assert.equal(locked.kind, "locked");
    assert.equal((await checkPin("2904", locked.user, gate)).kind, "locked");
    assert.deepEqual(lockOf(locked.user, clock.time), { minutes: 2 });
    clock.time += 120_000;
    const after = await checkPin("0001", locked.user, gate);
    assert.equal(after.kind === "wrong" && after.triesLeft, 2);
    const right = await checkPin("2904", after.user, gate);
    assert.deepEqual([right.kind, right.user.failures], ["right", 0]);
  });

  it("may lock until the operator unlocks the user", async () => {
    const gate = { pepper: secrets.pepper, lockMs: undefined, now: () => 0 };
    const user = { ...(await userOf("+254700000001")), failures: 2 };
    const { user: locked } = await checkPin("0001", user, gate);
    assert.equal(locked.lockedUntil, "operator");
    assert.deepEqual(lockOf(locked, Number.MAX_SAFE_INTEGER), { minutes: undefined });
  });
});

describe("registration", () => {
  const screenOf = (...entries: readonly string[]) => {
    const step = register(entries);
    return step.kind === "screen" ? step.screen : `${step.language} ${step.pin}`;
  };

  it("needs a language and the same PIN twice", () => {
    assert.equal(screenOf(), welcome);
    assert.equal(screenOf("1"), con(english.choosePin));
    assert.equal(screenOf("2"), con(messagesOf.es.choosePin));
    assert.equal(screenOf("1", "2904"), con(english.repeatPin));
    assert.equal(screenOf("1", "2904", "2904"), "en 2904");
  });

  it("continues after an invalid PIN and after two that differ, up to a limit", () => {
    assert.equal(screenOf("1", "12"), con(english.badPin.malformed, english.choosePin));
    assert.equal(screenOf("1", "12", "2904", "2905"), con(english.pinsDiffer, english.choosePin));
    assert.equal(screenOf("1", "12", "2904", "2905", "7391", "7391"), "en 7391");
    const invalid = end(english.invalidChoice);
    assert.equal(screenOf("1", "1", "1", "1", "1", "1", "2904", "2904"), invalid);
    assert.equal(screenOf("3"), invalid);
    assert.equal(screenOf("1", "2904", "2904", "2904"), invalid);
  });
});

describe("a request", () => {
  it("is parsed from the entries, and the last PIN counts", () => {
    assert.deepEqual(readRequest(["2", "r", "1", "a", "b"], 3), {
      kind: "transfer",
      recipient: "r",
      amount: "1",
      pins: ["a", "b"],
    });
    assert.deepEqual(readRequest(["3", "a"], 3), { kind: "loan", pins: ["a"] });
    assert.deepEqual(readRequest(["4", ..."abc"], 3), { kind: "repayment", pins: [..."abc"] });
    const transfer = { kind: "transfer", recipient: "r", amount: "1" };
    assert.deepEqual(readRequest(["2", "r", "1", ..."abc"], 3), { ...transfer, pins: [..."abc"] });
    assert.deepEqual(readRequest(["2", "r", "1", ..."abcd"], 3), { kind: "invalid" });
    for (const entries of [["1", "1"], ["9"], [""], ["6", "9"], ["5", ""], ["3", ..."abcd"]]) {
      assert.deepEqual(readRequest(entries, 3), { kind: "invalid" }, entries.join("*"));
    }
  });
});

describe("an unfinished request", () => {
  it("asks for the next entry", () => {
    assert.deepEqual(readRequest([], 3), { kind: "menu" });
    assert.deepEqual(readRequest(["2"], 3), { kind: "ask-recipient" });
    assert.deepEqual(readRequest(["2", "r"], 3), { kind: "ask-amount", recipient: "r" });
    assert.deepEqual(readRequest(["2", "r", "1"], 3).kind, "transfer");
    assert.deepEqual(readRequest(["6"], 3), { kind: "ask-language" });
    assert.deepEqual(readRequest(["6", "2"], 3), { kind: "language", language: "es" });
  });
});

describe("a wallet", () => {
  it("is at the next index of the derivation path", () => {
    const keys = openWalletKeys(mnemonic, "m/44'/60'/0'/0");
    assert.equal(keys.account(0).address, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
    assert.equal(keys.account(1).address, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
    const others = openWalletKeys(mnemonic, "m/44'/137'/0'/0");
    assert.notEqual(others.account(0).address, keys.account(0).address);
  });

  it("is derived from words with a valid checksum", () => {
    assert.equal(isMnemonic(mnemonic), true);
    assert.equal(isMnemonic(mnemonic.replace("junk", "test")), false);
  });
});

describe("a transfer", () => {
  it("goes to an address or a registered number, never to the payer", async (t) => {
    const records = await temporaryLevelRecords(t);
    const book = { records, secrets, chainId: 31, countryCode: "254" };
    const [me, other] = [await userOf("+254700000001"), await userOf("+254700000002")];
    await records.write([userChange({ ...other, address: `0x${"bb".repeat(20)}` })]);
    const faultOf = async (text: string) => {
      const found = await findRecipient(text, me, book);
      return found.isRight ? found.address : found.fault;
    };
    assert.equal(await faultOf("0700000002"), `0x${"bb".repeat(20)}`);
    assert.equal(await faultOf(`0x${"cc".repeat(20)}`), `0x${"cc".repeat(20)}`);
    assert.equal(await faultOf("0700000001"), "own");
    assert.equal(await faultOf(me.address), "own");
    assert.equal(await faultOf("0700000003"), "unknown");
    assert.equal(await faultOf("0x12"), "malformed");
    assert.equal(await faultOf("Bob"), "malformed");
  });

  it("has an amount within the limits", () => {
    const limits = { transferMin: 10n ** 16n, transferMax: 10n ** 18n, dayMax: 10n ** 18n };
    const read = (text: string) => {
      const reading = readSendAmount(text, limits);
      return reading.isRight ? reading.wei : reading.problem;
    };
    assert.equal(read("0.01"), 10n ** 16n);
    assert.equal(read("1"), 10n ** 18n);
    assert.equal(read("0.00999999"), "too-small");
    assert.equal(read("1.00000001"), "too-large");
    assert.equal(read("0.500000001"), "decimals");
    for (const text of ["", "1,5", "-1", "1e1", "0x1"]) assert.equal(read(text), "malformed", text);
  });

  it("is shown with at most nineteen characters, rounded down", () => {
    const coin = 10n ** 18n;
    const largest = "9".repeat(18);
    assert.equal(showWei(0n), "0");
    assert.equal(showWei(100n * coin), "100");
    assert.equal(showWei((3n * coin) / 2n), "1.5");
    assert.equal(showWei(coin - 1n), `0.${"9".repeat(17)}`);
    assert.equal(showWei(BigInt(largest) * coin + coin - 1n), largest);
    assert.equal(showWei((BigInt(largest) + 1n) * coin), `>${largest}`);
  });
});
