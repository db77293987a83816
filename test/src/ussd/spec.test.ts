/** Tests the relay's specification, row by row, over HTTP and against a real node. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { microLoanAbi } from "@tandem/ussd-relay";
import { decodeFunctionData, formatEther, getAddress, parseEther } from "viem";
import { relayerAddress } from "../support/ussd/relay.js";
import {
  phoneNumber,
  postUssd,
  recipient,
  startUssdWorld,
  type UssdWorld,
} from "../support/ussd/ussd.js";

let world: UssdWorld;
before(async () => {
  world = await startUssdWorld();
});
after(() => world.close());

const read = (functionName: "getBalance" | "loans", user: string) =>
  world.chain.readContract({
    address: world.contract,
    abi: microLoanAbi,
    functionName,
    args: [getAddress(user)],
  });

/** Returns the whole hash from the relay's log whose prefix a screen shows. */
async function hashOf(screen: string, kind: "Transfer" | "Loan"): Promise<`0x${string}`> {
  const [, shown] = /^Tx: (0x[0-9a-f]{10})\.\.\.$/m.exec(screen) ?? [];
  assert.ok(shown, screen);
  const line = await world.relay.said(new RegExp(`^${kind} submitted: ${shown}`));
  return line.slice(line.indexOf("0x")) as `0x${string}`;
}

describe("sections 3 and 4: a session", () => {
  it("starts with a title that has the phone number, and three lines", async () => {
    const { status, headers, body } = await postUssd(world.relay.url, {
      sessionId: "start",
      text: "",
    });
    assert.equal(status, 200);
    assert.match(headers["content-type"] ?? "", /^text\/plain/);
    assert.equal(
      body,
      `CON Tandem Micro-Loans ${phoneNumber}\n1. My Balance\n2. Send Money (P2P)\n3. Request Micro-Loan`,
    );
  });

  it("shows on 1 the wallet's balance in the contract, without a transaction", async () => {
    const height = await world.chain.getBlockNumber();
    const wei = await read("getBalance", relayerAddress);
    assert.equal(await world.dial("balance", "1"), `END Your Balance: ${formatEther(wei)} COIN`);
    assert.equal(await world.chain.getBlockNumber(), height);
  });

  it("requests on 2 a recipient, then an amount", async () => {
    const filler = "_".repeat(20);
    assert.equal(await world.dial("ask", "2"), `CON Enter Recipient Address:${filler}`);
    assert.equal(await world.dial("ask", `2*${recipient}`), `CON Enter Amount:${filler}`);
  });

  it("sends on 2*recipient*amount: a transfer in a block, logged when it is", async () => {
    const before = await read("getBalance", recipient);
    const screen = await world.dial("transfer", `2*${recipient}*1.25`);
    const hash = await hashOf(screen, "Transfer");
    assert.equal(
      screen,
      `END Transfer Submitted\nTo: ${recipient.slice(0, 10)}...\nTx: ${hash.slice(0, 12)}...\nFunds will arrive shortly.`,
    );
    await world.relay.said(new RegExp(`^Transfer confirmed: ${hash}$`));
    const { status, to, blockNumber } = await world.chain.getTransactionReceipt({ hash });
    assert.deepEqual([status, to], ["success", world.contract]);
    assert.ok(blockNumber > 0n);
    const { input, from } = await world.chain.getTransaction({ hash });
    assert.equal(from, relayerAddress);
    assert.deepEqual(decodeFunctionData({ abi: microLoanAbi, data: input }), {
      functionName: "transfer",
      args: [recipient, parseEther("1.25")],
    });
    assert.equal((await read("getBalance", recipient)) - before, parseEther("1.25"));
  });

  it("requests on 3 a loan of 0.01, credited, with its event", async () => {
    assert.equal(await read("loans", relayerAddress), 0n);
    const before = await read("getBalance", relayerAddress);
    const screen = await world.dial("loan", "3");
    const hash = await hashOf(screen, "Loan");
    assert.equal(
      screen,
      `END Loan Requested\nTx: ${hash.slice(0, 12)}...\n0.01 COIN credited shortly.`,
    );
    await world.relay.said(new RegExp(`^Loan confirmed: ${hash}$`));
    assert.equal(await read("loans", relayerAddress), parseEther("0.01"));
    assert.equal((await read("getBalance", relayerAddress)) - before, parseEther("0.01"));
    const events = await world.chain.getContractEvents({
      address: world.contract,
      abi: microLoanAbi,
      eventName: "LoanIssued",
      fromBlock: 0n,
    });
    assert.deepEqual(
      events.map(({ args, transactionHash }) => [args, transactionHash]),
      [[{ borrower: getAddress(relayerAddress), amount: parseEther("0.01") }, hash]],
    );
  });

  it("refuses any other text", async () => {
    for (const text of ["0", "4", "1*9", "3*1", "*", `2*${recipient}*1*2`, "*".repeat(1000)]) {
      assert.equal(await world.dial("other", text), "END Invalid choice. Please try again.");
    }
  });
});

describe("sections 6 to 8: failures", () => {
  it("a second loan reverts on the chain, which is logged but not shown to the user", async () => {
    const screen = await world.dial("again", "3");
    const hash = await hashOf(screen, "Loan");
    assert.equal(
      screen,
      `END Loan Requested\nTx: ${hash.slice(0, 12)}...\n0.01 COIN credited shortly.`,
    );
    await world.relay.said(/^Loan failed on-chain: Existing loan active$/);
    assert.equal((await world.chain.getTransactionReceipt({ hash })).status, "reverted");
    assert.equal(await read("loans", relayerAddress), parseEther("0.01"));
  });

  it("a transfer that would revert is not sent, and the user gets a message", async () => {
    const nonce = await world.chain.getTransactionCount({ address: relayerAddress as never });
    assert.equal(
      await world.dial("rich", `2*${recipient}*1000000`),
      "END Your balance is too low for this transfer. Nothing was sent.",
    );
    assert.equal(
      await world.dial("contract", `2*${world.contract}*1`),
      "END Transfer refused: InvalidRecipient. Nothing was sent.",
    );
    assert.equal(
      await world.chain.getTransactionCount({ address: relayerAddress as never }),
      nonce,
    );
  });

  it("invalid recipients and amounts are named, and nothing is sent", async () => {
    const nonce = await world.chain.getTransactionCount({ address: relayerAddress as never });
    const wrong: readonly (readonly [string, RegExp])[] = [
      [`2*${recipient.slice(0, -1)}*1`, /Recipient must be 0x and 40 hex digits/],
      [`2*${recipient.replace("C8", "c8")}*1`, /wrong checksum/],
      [`2*0x${"0".repeat(40)}*1`, /zero address/],
      [`2*${relayerAddress}*1`, /your own address/],
      [`2*${recipient}*`, /Amount must be a number/],
      [`2*${recipient}*-1`, /Amount must be a number/],
      [`2*${recipient}*1e309`, /Amount must be a number/],
      [`2*${recipient}*ten`, /Amount must be a number/],
      [`2*${recipient}*0`, /Amount must be more than 0/],
      [`2*${recipient}*0.0000000000000000001`, /at most 18 decimals/],
      [`2*${recipient}*${"9".repeat(100)}`, /Amount is too large/],
    ];
    for (const [text, what] of wrong) {
      const screen = await world.dial("wrong", text);
      assert.match(screen, what);
      assert.match(screen, /^END .* Nothing was sent\.$/);
    }
    assert.equal(
      await world.chain.getTransactionCount({ address: relayerAddress as never }),
      nonce,
    );
  });

  it("all users share the balance of one wallet", async () => {
    const wei = await read("getBalance", relayerAddress);
    for (const phone of ["+254700000001", "+233200000002"]) {
      const fields = { sessionId: `of ${phone}`, text: "1", phoneNumber: phone };
      const { body } = await postUssd(world.relay.url, fields);
      assert.equal(body, `END Your Balance: ${formatEther(wei)} COIN`);
    }
  });

  it("neither a key nor a phone number is in the log", () => {
    assert.doesNotMatch(world.relay.output(), /a1a1a1a1|254700000001|233200000002/);
  });
});
