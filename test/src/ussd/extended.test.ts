/** Tests the extended mode for users and their operator, over HTTP and with a real node. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { microLoanAbi } from "@tandem/ussd-relay";
import { getAddress, parseEther } from "viem";
import { eventually } from "../support/eventually.js";
import { call } from "../support/rpc.js";
import { type RelayProcess, runRelay, startRelayProcess } from "../support/ussd/relay.js";
import {
  type ExtendedWorld,
  passphrase,
  phoneOf,
  pinOf,
  relaySecret,
  startExtendedWith,
  startExtendedWorld,
  userAddress,
  usersMnemonic,
} from "../support/ussd/ussd-extended.js";

let world: ExtendedWorld<RelayProcess>;
before(async () => {
  world = await startExtendedWith(startRelayProcess, {
    flags: ["--country-code", "254", "--day-max", "3", "--posts-per-minute", "0"],
  });
});
after(() => world?.close());

const menu = "CON 1. Balance\n2. Send money\n3. Request loan\n4. Repay loan\n5. History\n6. Idioma";

/** Opens the menu until it has an outcome. */
const news = (n: number) => {
  let dials = 0;
  return eventually("news", async () => {
    dials += 1;
    const screen = await world.dial(n, `news ${performance.now()} ${dials}`, "");
    return screen.split("\n").length > menu.split("\n").length && screen;
  });
};

describe("a phone number", () => {
  it("gets its own wallet when it first dials and chooses a PIN twice", async () => {
    assert.match(await world.dial(0, "a", ""), /^CON Welcome .*\nBienvenido .*\n1\. English\n2\. /);
    assert.equal(await world.dial(0, "a", "1"), "CON Choose a PIN of 4 to 6 digits:");
    assert.equal(
      await world.dial(0, "a", "1*1234"),
      "CON That PIN is easy to guess.\nChoose a PIN of 4 to 6 digits:",
    );
    assert.equal(await world.dial(0, "a", `1*1234*${pinOf(0)}`), "CON Enter the PIN again:");
    assert.equal(
      await world.dial(0, "a", `1*1234*${pinOf(0)}*${pinOf(0)}`),
      "END You are registered. Dial again to begin.",
    );
    assert.equal(await world.dial(0, "b", ""), menu);
    await world.register(1);
    await world.register(2, "2");
    assert.match(await world.dial(2, "b", ""), /^CON 1\. Saldo\n2\. Enviar\n/);
  });

  it("has the balance of its own address", async () => {
    await world.give([userAddress(0)], parseEther("5"));
    assert.equal(await world.dial(0, "balance", "1"), "END Your balance: 5 COIN");
    assert.equal(await world.dial(1, "balance", "1"), "END Your balance: 0 COIN");
    assert.equal(await world.dial(2, "balance", "1"), "END Su saldo: 0 COIN");
  });

  /** Repeats the post that sends. */
  const sendAgain = (text: string) => world.dial(0, "send", text);
  let [sentText, sentScreen] = ["", ""];

  it("sends to another by number and PIN, signed with its own key, and is notified of the result", async () => {
    const to = phoneOf(1).replace("+254", "0");
    assert.equal(await world.dial(0, "send", "2"), "CON Send to (phone number or address):");
    assert.equal(await world.dial(0, "send", `2*${to}`), "CON Amount in COIN:");
    assert.equal(
      await world.dial(0, "send", `2*${to}*1.5`),
      `CON Send 1.5 COIN to ***********${phoneOf(1).slice(-2)}.\nEnter your PIN:`,
    );
    const text = `2*${to}*1.5*${pinOf(0)}`;
    const posts = Array.from({ length: 50 }, () => sendAgain(text));
    const [screen = "", ...others] = new Set(await Promise.all(posts));
    [sentText, sentScreen] = [text, screen];
    assert.match(screen, /^END Transfer submitted\nTx: 0x[0-9a-f]{10}\.\.\.\n/);
    assert.deepEqual(others, []);
    assert.match(await news(0), /^CON Your last transfer of 1\.5 COIN arrived\.\n1\. Balance/);
    assert.equal(await world.dial(0, "after", ""), menu);
    assert.equal(await world.balanceOf(userAddress(0)), parseEther("3.5"));
    assert.equal(await world.balanceOf(userAddress(1)), parseEther("1.5"));
    assert.match(await world.dial(0, "send", `${text}*${pinOf(0)}`), /^END This session is closed/);
    const events = await world.chain.getContractEvents({
      address: world.contract,
      abi: microLoanAbi,
      eventName: "Transferred",
      fromBlock: 0n,
    });
    assert.equal(events.filter(({ args }) => args.from === userAddress(0)).length, 1);
    assert.equal(await world.chain.getTransactionCount({ address: userAddress(0) }), 0);
  });

  it("borrows once, is told why a second loan fails, and repays", async () => {
    const pin = pinOf(1);
    assert.match(await world.dial(1, "loan", "3"), /^CON Request a loan of 0\.01 COIN\.\nEnter/);
    assert.match(await world.dial(1, "loan", `3*${pin}`), /^END Loan requested/);
    assert.match(await news(1), /^CON Your loan of 0\.01 COIN arrived/);
    assert.equal(
      await world.dial(1, "again", `3*${pin}`),
      "END Refused: you already have a loan. Nothing was sent.",
    );
    assert.match(await world.dial(1, "repay", `4*${pin}`), /^END Repayment submitted/);
    assert.match(await news(1), /^CON Your repayment of 0\.01 COIN arrived/);
    assert.equal(
      await world.dial(1, "history", "5"),
      "END Last transactions:\nRepaid 0.01 COIN\nLoan 0.01 COIN",
    );
    assert.equal(
      await world.dial(1, "none", `4*${pin}`),
      "END Refused: you have no loan. Nothing was sent.",
    );
  });

  it("is told the error in a recipient or an amount", async () => {
    const screens: Readonly<Record<string, RegExp>> = {
      "2*12": /no phone number and no address/,
      [`2*${phoneOf(0)}`]: /cannot send to yourself/,
      [`2*${phoneOf(77)}`]: /not registered/,
      [`2*0x${"0".repeat(40)}`]: /zero address/,
      [`2*${phoneOf(1)}*0.00001`]: /least amount is 0\.0001 COIN/,
      [`2*${phoneOf(1)}*101`]: /most for one transfer is 100 COIN/,
      [`2*${phoneOf(1)}*1,5`]: /number such as 1\.5/,
      [`2*${phoneOf(1)}*0.000000001`]: /At most 8 decimals/,
      [`2*${phoneOf(1)}*1.6`]: /send 1\.5 COIN more today/,
    };
    for (const [text, screen] of Object.entries(screens)) {
      const answer = await world.dial(0, "wrong", text);
      assert.match(answer, screen);
      assert.match(answer, /^END .*Nothing was sent\.$/);
    }
    assert.equal(await world.dial(0, "wrong", "9"), "END Invalid choice. Please try again.");
    // All that is left of the day may be sent.
    assert.match(await world.dial(0, "rest", `2*${phoneOf(1)}*1.5`), /^CON Send 1\.5 COIN/);
  });

  it("is locked by three wrong PINs, across kill -9, until the operator unlocks it", async () => {
    const text = `2*${phoneOf(0)}*0.5`;
    await world.give([userAddress(2)], parseEther("1"));
    assert.match(await world.dial(2, "pin", `${text}*0001`), /^CON PIN incorrecto\. Intentos: 2/);
    // A repeated post is not another attempt.
    assert.match(await world.dial(2, "pin", `${text}*0001`), /Intentos: 2/);
    assert.match(await world.dial(2, "pin", `${text}*0001*0002`), /Intentos: 1/);
    const locked = /^END Demasiados PIN incorrectos\. Vuelva en 60 min/;
    assert.match(await world.dial(2, "pin", `${text}*0001*0002*0003`), locked);
    assert.match(await world.dial(2, "next", `${text}*${pinOf(2)}`), locked);
    await world.relay.stop("SIGKILL");
    const unlocked = await runRelay(["unlock", phoneOf(2), "--data-dir", world.sessions], {
      USSD_RELAY_MASTER_KEY: relaySecret,
    });
    assert.deepEqual([unlocked.code, unlocked.stdout], [0, "unlocked\n"]);
    await world.restartRelay();
    assert.equal(await sendAgain(sentText), sentScreen);
    assert.match(await world.dial(2, "next", `${text}*${pinOf(2)}`), locked);
    assert.match(await world.dial(2, "free", `${text}*${pinOf(2)}`), /^END Envio en curso/);
    assert.match(await news(2), /^CON Su envio de 0\.5 COIN ha llegado/);
  });

  it("chooses its language", async () => {
    assert.match(await world.dial(2, "language", "6"), /^CON 1\. English\n2\. Español$/);
    assert.match(await world.dial(2, "language", "6*1"), /^END From now on .* English/);
    assert.equal(await world.dial(2, "english", ""), menu);
  });
});

describe("the operator", () => {
  it("sees health and metrics without data of users", async () => {
    const base = world.relay.url.replace("/ussd", "");
    const health = await fetch(`${base}/health`);
    assert.deepEqual([health.status, await health.text()], [200, "ok\n"]);
    const text = await (await fetch(`${base}/metrics`)).text();
    assert.match(text, /^ussd_transactions_total\{kind="transfer",event="confirmed"\} 1$/m);
    assert.match(text, /^ussd_posts_total\{screen="CON"\} \d+$/m);
    assert.match(text, /^ussd_relayer_wei \d/m);
  });

  it("sees that the node lacks the contract", async () => {
    const health = async () => (await fetch(world.relay.url.replace("/ussd", "/health"))).status;
    const code = await world.chain.getCode({ address: world.contract });
    const setCode = (to: string) => call(world.node.url, "anvil_setCode", [world.contract, to]);
    await setCode("0x");
    assert.equal(await health(), 503);
    await setCode(code ?? "");
    assert.equal(await health(), 200);
  });

  it("finds no key, word, PIN or whole phone number in the relay's output", async () => {
    await world.dial(5, "bad", "1*2*3");
    const metrics = await (await fetch(world.relay.url.replace("/ussd", "/metrics"))).text();
    const failed = await runRelay(["unlock", "0"], { USSD_RELAY_MASTER_KEY: relaySecret });
    const said = [world.relay.output(), metrics, failed.stdout, failed.stderr].join("\n");
    assert.match(said, /Transfer confirmed: 0x/);
    const secrets = [
      ...["a1".repeat(32), relaySecret.slice(2), usersMnemonic, passphrase],
      ...[0, 1, 2, 5].flatMap((n) => [phoneOf(n).slice(1), pinOf(n)]),
    ];
    for (const secret of secrets) assert.ok(!said.includes(secret), secret);
  });

  it("cannot use a plaintext key, and gets an error for a wrong passphrase without seeing it", async () => {
    const flags = ["run", "--mode", "extended"];
    const plain = await runRelay(flags, { USSD_RELAY_PRIVATE_KEY: `0x${"a1".repeat(32)}` });
    assert.equal(plain.code, 2);
    assert.match(plain.stderr, /takes no plaintext key/);
    const wrong = await runRelay([...flags, "--keystore", world.keystore], {
      USSD_RELAY_KEYSTORE_PASSPHRASE: "not the passphrase",
    });
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /passphrase is not that of the keystore/);
    assert.doesNotMatch(wrong.stderr, /not the passphrase/);
  });

  it("stops the relay without losing a post in progress", async () => {
    const submitted = () =>
      world.relay.lines().filter((line) => line.startsWith("Transfer submitted")).length;
    const before = submitted();
    const address = userAddress(7);
    const posts = [0, 1, 2].map((n) => world.dial(n, "last", `2*${address}*0.1*${pinOf(n)}`));
    await eventually("first of them", () => submitted() > before);
    const code = world.relay.stop("SIGTERM");
    for (const screen of await Promise.all(posts)) assert.match(screen, /^END Transfer submitted/);
    assert.equal(await code, 0);
  });

  it("sees the address of a registered phone number, with the master key", async () => {
    const addressOf = (number: string, masterKey: string) =>
      runRelay(["address", number, "--data-dir", world.sessions, "--country-code", "254"], {
        USSD_RELAY_MASTER_KEY: masterKey,
      });
    const found = await addressOf(phoneOf(1), relaySecret);
    assert.deepEqual([found.code, found.stdout], [0, `${getAddress(userAddress(1))}\n`]);
    const national = await addressOf(phoneOf(2).replace("+254", "0"), relaySecret);
    assert.equal(national.stdout, `${getAddress(userAddress(2))}\n`);
    const nobody = await addressOf(phoneOf(9), relaySecret);
    assert.deepEqual([nobody.code, nobody.stdout], [2, ""]);
    assert.match(nobody.stderr, /nobody is registered with this number/);
    const stranger = await addressOf(phoneOf(1), `0x${"77".repeat(32)}`);
    assert.deepEqual([stranger.code, stranger.stdout], [2, ""]);
    const elsewhere = `${world.sessions}-elsewhere`;
    const secret = { USSD_RELAY_MASTER_KEY: relaySecret };
    const misled = await runRelay(["unlock", phoneOf(1), "--data-dir", elsewhere], secret);
    assert.deepEqual([misled.code, misled.stdout], [2, ""]);
    assert.match(misled.stderr, /-elsewhere has no users of a relay in extended mode$/m);
    assert.equal(existsSync(elsewhere), false);
  });
});

describe("a phone number over its rate", () => {
  it("is asked to wait, and no other is", async () => {
    const few = await startExtendedWorld({ flags: ["--posts-per-minute", "3"] });
    try {
      for (const session of ["a", "b", "c"]) assert.match(await few.dial(0, session, ""), /^CON /);
      for (const session of ["d", "a"]) {
        const screen = await few.dial(0, session, "");
        assert.equal(screen, "END Too many requests. Please wait a minute.");
      }
      assert.match(await few.dial(1, "a", ""), /^CON /);
    } finally {
      await few.close();
    }
  });
});
