/**
 * Tests input of users and strangers in both modes: nothing crashes, nothing is sent, nothing is
 * revealed.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { parseEther } from "viem";
import { eventually } from "../support/eventually.js";
import { exchange, type RawAnswer } from "../support/raw-http.js";
import {
  type RelayProcess,
  relayerAddress,
  relayerKey,
  startRelayProcess,
} from "../support/ussd/relay.js";
import { phoneNumber, recipient, startWorldWith, type UssdWorld } from "../support/ussd/ussd.js";
import {
  type ExtendedWorld,
  passphrase,
  phoneOf,
  pinOf,
  relaySecret,
  startExtendedWith,
  userAddress,
  usersMnemonic,
} from "../support/ussd/ussd-extended.js";

const gatewayKey = "the key of a gateway";
const form = "application/x-www-form-urlencoded";
const unavailable = "END Service unavailable. Please try again later.";
const tooMuch = "9".repeat(5000);
/** More than the maximum length of a post, and less than the length at which a connection is closed. */
const largeBytes = 512 * 1024;

interface Subject {
  readonly world: UssdWorld<RelayProcess> | ExtendedWorld<RelayProcess>;
  readonly from: string;
  /** Returns a text that sends this amount in wei. */
  transfer(amount: string): string;
  /** The expected screen of each text. */
  readonly wrong: Readonly<Record<string, string>>;
  /** Texts that must not be in a log. */
  readonly secrets: readonly string[];
  killNode(): Promise<void>;
}

const signature = (timestamp: string, body: string, key = gatewayKey) =>
  createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");

const seconds = (away = 0) => String(Math.floor(Date.now() / 1000) + away);

const signed = (body: string, at = seconds(), key = gatewayKey) => ({
  "content-type": form,
  "x-ussd-timestamp": at,
  "x-ussd-signature": signature(at, body, key),
});

const bodyOf = (text: string, sessionId: string, from: string) =>
  new URLSearchParams({ text, phoneNumber: from, sessionId }).toString();

const nothing = (why: string) => `END ${why}. Nothing was sent.`;

async function demonstration(): Promise<Subject> {
  const world = await startWorldWith(startRelayProcess, {
    environment: { USSD_RELAY_GATEWAY_KEY: gatewayKey },
  });
  const pay = (to: string, amount: string) => `2*${to}*${amount}`;
  const malformed = nothing("Recipient must be 0x and 40 hex digits");
  const noNumber = nothing("Amount must be a number such as 1.5");
  const invalid = "END Invalid choice. Please try again.";
  return {
    world,
    from: phoneNumber,
    transfer: (amount) => pay(recipient, amount),
    wrong: {
      [pay(recipient.slice(0, -1), "1")]: malformed,
      [pay("0x12", "1")]: malformed,
      [pay("", "1")]: malformed,
      [pay(`${recipient}\n`, "1")]: malformed,
      [pay(recipient.replace("C8", "c8"), "1")]: nothing(
        "Recipient has a wrong checksum, check each character",
      ),
      [pay(`0x${"0".repeat(40)}`, "1")]: nothing("Recipient must not be the zero address"),
      [pay(relayerAddress, "1")]: nothing("Recipient is your own address"),
      ...Object.fromEntries(notNumbers.map((amount) => [pay(recipient, amount), noNumber])),
      [pay(recipient, "0.000")]: nothing("Amount must be more than 0"),
      [pay(recipient, "0.0000000000000000001")]: nothing("Amount must have at most 18 decimals"),
      [pay(recipient, tooMuch)]: nothing("Amount is too large"),
      [pay(recipient, "1000000")]: nothing("Your balance is too low for this transfer"),
      [pay(recipient, "1*5")]: invalid,
      ...strangeTexts(invalid),
    },
    secrets: [relayerKey.slice(2), phoneNumber.slice(1)],
    killNode: async () => void (await world.node.stop()),
  };
}

/** Invalid amounts; `1e309` is more than a double can represent. */
const notNumbers = [
  "",
  "-1",
  "1e309",
  "1e3",
  "0x10",
  "+1",
  "ten",
  "NaN",
  " 1",
  "1 ",
  "1,5",
  ".5",
  "5.",
];

const strangeTexts = (screen: string) => ({
  ...Object.fromEntries(["*", "9", "2a", " ", "\0", "١", "1#"].map((text) => [text, screen])),
  ["*".repeat(1000)]: screen,
  [`2${"*".repeat(1000)}`]: screen,
});

async function extended(): Promise<Subject> {
  const world = await startExtendedWith(startRelayProcess, {
    flags: ["--posts-per-minute", "0"],
    environment: { USSD_RELAY_GATEWAY_KEY: gatewayKey },
  });
  const [own, other] = [phoneOf(0), phoneOf(1)];
  for (const n of [0, 1]) {
    const { body } = await postTo(world.relay, `1*${pinOf(n)}*${pinOf(n)}`, `new ${n}`, phoneOf(n));
    assert.match(body, /^END You are registered/);
  }
  await world.give([userAddress(0)], parseEther("5"));
  // The PIN at the end is correct: only the rest is invalid.
  const pay = (to: string, amount: string) => `2*${to}*${amount}*${pinOf(0)}`;
  const malformed = nothing("This is no phone number and no address");
  const noNumber = nothing("The amount must be a number such as 1.5");
  const ownSelf = nothing("You cannot send to yourself");
  const invalid = "END Invalid choice. Please try again.";
  return {
    world,
    from: own,
    transfer: (amount) => pay(other, amount),
    wrong: {
      [pay("12", "1")]: malformed,
      [pay("0x12", "1")]: malformed,
      [pay("", "1")]: malformed,
      [pay(recipient.slice(0, -1), "1")]: malformed,
      [pay(`${other}1234567`, "1")]: malformed,
      [pay(recipient.replace("C8", "c8"), "1")]: nothing("The address has a wrong checksum"),
      [pay(`0x${"0".repeat(40)}`, "1")]: nothing("Nobody has the zero address"),
      [pay(own, "1")]: ownSelf,
      [pay(own.slice(1), "1")]: ownSelf,
      [pay(userAddress(0), "1")]: ownSelf,
      [pay(phoneOf(9), "1")]: nothing("This phone number is not registered"),
      ...Object.fromEntries(notNumbers.map((amount) => [pay(other, amount), noNumber])),
      [pay(other, "0")]: nothing("The least amount is 0.0001 COIN"),
      [pay(other, "0.0000000000000000001")]: noDecimals,
      [pay(other, "0.000000001")]: noDecimals,
      [pay(other, "100.1")]: nothing("The most for one transfer is 100 COIN"),
      [pay(other, tooMuch)]: nothing("The most for one transfer is 100 COIN"),
      [pay(other, "6")]: nothing("Refused: your balance is too low"),
      [pay(other, "1*5")]: "END A PIN has 4 to 6 digits.",
      [pay(world.contract, "1")]: nothing("Refused: recipient not allowed"),
      [`3*${pinOf(0)}*`]: "END A PIN has 4 to 6 digits.",
      ...strangeTexts(invalid),
    },
    secrets: [
      ...[relayerKey, relaySecret].map((key) => key.slice(2)),
      ...[usersMnemonic, passphrase],
      ...[0, 1, 9].map((n) => phoneOf(n).slice(1)),
      ...[0, 1].map(pinOf),
    ],
    killNode: async () => void (await world.node.stop()),
  };
}

const noDecimals = nothing("At most 8 decimals");

function postTo(relay: RelayProcess, text: string, sessionId: string, from: string) {
  const body = bodyOf(text, sessionId, from);
  return exchange(relay.url, { headers: signed(body), chunks: [body] });
}

for (const start of [demonstration, extended]) {
  describe(`bad input, ${start.name}`, () => {
    let subject: Subject;
    let sent: number;
    /** The output of every relay, and all refusals. */
    const said: string[] = [];

    const nonce = () => subject.world.chain.getTransactionCount({ address: relayerAddress });
    const dial = async (text: string, sessionId: string) =>
      (await postTo(subject.world.relay, text, sessionId, subject.from)).body;
    const refused = async (status: number, answer: Promise<RawAnswer>, what: string) => {
      const { status: found, body } = await answer;
      assert.equal(found, status, what);
      assert.match(body, /^END /);
      said.push(body);
    };

    before(async () => {
      subject = await start();
      sent = await nonce();
    });
    after(() => subject?.world.close());

    it("is named in the answer, and nothing is sent", async () => {
      const wrong = Object.entries(subject.wrong);
      for (const [session, [text, screen]] of wrong.entries()) {
        const shown = JSON.stringify(text.slice(0, 80));
        assert.equal(await dial(text, `wrong ${session}`), screen, shown);
      }
      assert.ok(wrong.length > 30);
      assert.equal(await nonce(), sent);
    });

    it("that is not a post is refused, also if it is signed", async () => {
      const { url } = subject.world.relay;
      const whole = { text: subject.transfer("1"), phoneNumber: subject.from, sessionId: "door" };
      for (const name of Object.keys(whole)) {
        const body = new URLSearchParams(
          Object.entries(whole).filter(([field]) => field !== name),
        ).toString();
        await refused(400, exchange(url, { headers: signed(body), chunks: [body] }), name);
      }
      const body = new URLSearchParams(whole).toString();
      for (const type of ["application/json", "multipart/form-data; boundary=x", ""]) {
        const headers = { ...signed(body), "content-type": type };
        await refused(415, exchange(url, { headers, chunks: [body] }), type);
      }
      const large = `${body}&more=${"x".repeat(largeBytes)}`;
      const length = { "content-length": String(large.length) };
      for (const headers of [signed(large), { ...signed(large), ...length }]) {
        await refused(413, exchange(url, { headers, chunks: [large] }), "large");
      }
      assert.equal(await nonce(), sent);
    });

    it("with a forged signature or another time is refused", async () => {
      const { url } = subject.world.relay;
      const body = bodyOf(subject.transfer("1"), "forged", subject.from);
      const right = signed(body);
      const forged = [
        { "content-type": form },
        signed(body, seconds(), "the key of a stranger"),
        signed(`${body}0`),
        { ...right, "x-ussd-signature": "0".repeat(64) },
        { ...right, "x-ussd-signature": right["x-ussd-signature"].slice(1) },
        { ...right, "x-ussd-timestamp": seconds(1) },
        { ...right, "x-ussd-timestamp": "" },
        signed(body, seconds(-3600)),
        signed(body, seconds(3600)),
        signed(body, "-1"),
        signed(body, `${seconds()}.5`),
      ];
      for (const [i, headers] of forged.entries()) {
        await refused(401, exchange(url, { headers, chunks: [body] }), `forgery ${i}`);
      }
      assert.equal(await nonce(), sent);
    });

    it("that was valid once is refused again, and after kill -9 pays no second time", async () => {
      const body = bodyOf(subject.transfer("1"), "replayed", subject.from);
      const headers = signed(body);
      const replay = () => exchange(subject.world.relay.url, { headers, chunks: [body] });
      const first = await replay();
      assert.match(first.body, /^END Transfer submitted\n/i);
      await refused(401, replay(), "replayed");
      said.push(subject.world.relay.output());
      await subject.world.relay.stop("SIGKILL");
      await subject.world.restartRelay();
      await refused(401, replay(), "replayed after a restart");
      await eventually("transaction", async () => (await nonce()) > sent);
      assert.equal(await nonce(), sent + 1);
    });

    it("does not change the relay", async () => {
      assert.match(await dial("", "after"), /^CON /);
      assert.equal(subject.world.relay.child.exitCode, null);
      for (const output of [...said, subject.world.relay.output()]) {
        assert.doesNotMatch(output, /a post failed|no answer:|at .*\.js:/);
      }
    });

    it("causes no key, PIN or phone number in a log, error or metric", async () => {
      const base = subject.world.relay.url.replace("/ussd", "");
      // These are a PIN without a request for it, a wrong one, and invalid numbers.
      await dial(`${subject.transfer("1")}*${subject.transfer("1")}`, "misplaced");
      await dial(subject.transfer("1").replace(/\*[0-9]{6}$/, "*777777"), "wrong PIN");
      await subject.killNode();
      assert.match(await dial(subject.transfer("1"), "away"), /^END /);
      assert.equal(await dial("1", "away"), unavailable);
      for (const path of ["/metrics", "/health", "/nowhere"]) {
        said.push(await (await fetch(`${base}${path}`)).text());
      }
      assert.equal(await subject.world.relay.stop("SIGTERM"), 0);
      said.push(subject.world.relay.output());
      const all = said.join("\n");
      assert.match(all, /Transfer submitted: 0x/);
      assert.match(all, /no answer over HTTP/);
      for (const secret of [...subject.secrets, gatewayKey]) {
        assert.ok(!all.toLowerCase().includes(secret.toLowerCase()), secret);
      }
    });
  });
}
