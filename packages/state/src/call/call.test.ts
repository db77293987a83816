import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Address,
  type CallRequest,
  concat,
  Fault,
  fromHex,
  type TraceError,
  toBigInt,
  toHex,
} from "@tandem/primitives";
import {
  addressOf,
  alice,
  bob,
  deploying,
  ether,
  minimumGasPrice,
  openScene,
  word,
} from "../testing/scene.js";

const contract = addressOf(7);

/** Opens a scene with one contract of this code, whose slot 1 has the value 5. */
const withCode = (code: string, now?: () => number) =>
  openScene(
    [
      {
        address: contract,
        balance: 3n,
        code: fromHex(code),
        storage: [[word(1), word(5)]],
      },
    ],
    now === undefined ? {} : { now },
  );

/** Returns the one word on the stack. */
const answer = "5f5260205ff3";

const faultOf = async (promise: Promise<unknown>) => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Fault) return error.data;
    throw error;
  }
  return undefined;
};

test("a call returns what the code returns, and its gas as a receipt would have it", async () => {
  const result = await withCode(`0x600154${answer}`).call({ to: contract });
  assert.deepEqual(result, {
    output: word(5),
    gasUsed: 21_000n + 2_100n + 3n + 2n + 3n + 3n + 2n + 3n,
  });
});

test("the sender is the zero address unless named, and the gas is the cap", async () => {
  const caller = await withCode(`0x33${answer}`).call({ to: contract });
  assert.deepEqual(caller.output, word(0));
  const gas = (request: CallRequest) =>
    withCode(`0x5a${answer}`)
      .call({ to: contract, ...request }, { gasCap: 90_000n })
      .then(({ output }) => toBigInt(output));
  assert.equal(await gas({}), 90_000n - 21_000n - 2n);
  assert.equal(await gas({ gas: 95_000n }), 90_000n - 21_000n - 2n);
  assert.equal(await gas({ gas: 50_000n }), 50_000n - 21_000n - 2n);
});

test("a call whose sender is lent money has what it sends, and keeps what it has", async () => {
  // Returns the balance of the caller after the value was transferred.
  const scene = withCode(`0x3331${answer}`);
  const balance = async (from: Address) =>
    toBigInt((await scene.call({ from, to: contract, value: 3n }, { fundsSender: true })).output);
  assert.equal(await balance(bob), 0n);
  assert.equal(await balance(alice), 100n * ether - 3n);
});

test("a call cannot send what the sender does not have", async () => {
  const scene = withCode("0x00");
  const sent = scene.call({ from: bob, to: contract, value: 1n });
  assert.deepEqual(await faultOf(sent), {
    code: "execution-failed",
    message: "insufficient funds for transfer",
    refusal: { kind: "insufficient-funds", balance: 0n, cost: 1n },
  });
  assert.equal((await scene.call({ from: alice, to: contract, value: ether })).failure, undefined);
});

test("who pays no price sees a base price of nothing, who pays one sees the block's", async () => {
  const baseFee = (request: CallRequest) =>
    withCode(`0x48${answer}`)
      .call({ to: contract, ...request })
      .then(({ output }) => toBigInt(output));
  assert.equal(await baseFee({}), 0n);
  assert.equal(await baseFee({ gasPrice: minimumGasPrice }), minimumGasPrice);
  const price = (request: CallRequest) =>
    withCode(`0x3a${answer}`)
      .call({ to: contract, ...request })
      .then(({ output }) => toBigInt(output));
  assert.equal(await price({ gasPrice: 2n * minimumGasPrice }), 2n * minimumGasPrice);
  const market = { maxFeePerGas: 3n * minimumGasPrice, maxPriorityFeePerGas: 5n };
  assert.equal(await price(market), minimumGasPrice + 5n);
  const low = await faultOf(withCode("0x00").call({ to: contract, gasPrice: 1n }));
  assert.equal(low?.code, "execution-failed");
  const both = await faultOf(
    withCode("0x00").call({ to: contract, gasPrice: 1n, maxFeePerGas: 1n }),
  );
  assert.equal(both?.code, "bad-request");
});

test("a call that names another chain is refused", async () => {
  const named = (chainId: bigint) => withCode("0x00").call({ to: contract, chainId });
  assert.equal((await named(31n)).failure, undefined);
  assert.deepEqual(await faultOf(named(1n)), {
    code: "bad-request",
    message: "chainId does not match node's (have=1, want=31)",
  });
});

test("a call to nobody creates a contract and returns its code", async () => {
  const code = fromHex("0x600160025500");
  const { output, failure } = await openScene().call({ data: deploying(code) });
  assert.equal(failure, undefined);
  assert.deepEqual(output, code);
});

test("revert output is handed on", async () => {
  const result = await withCode("0x60aa5f5260205ffd").call({ to: contract });
  assert.deepEqual(result.failure, { kind: "reverted" });
  assert.deepEqual(result.output, word(0xaa));
});

test("what halts is named in geth's words", async () => {
  const cases: readonly (readonly [code: string, error: TraceError, message: string])[] = [
    ["0x5b5f56", "Out of gas", "out of gas"],
    ["0x50", "Stack underflow", "stack underflow"],
    [`0x5b${"5f".repeat(16)}5f56`, "Out of stack", "stack limit reached 1024 (1023)"],
    ["0x600456", "Bad jump destination", "invalid jump destination"],
    ["0xfe", "Bad instruction", "invalid opcode: INVALID"],
    ["0x0c", "Bad instruction", "invalid opcode: opcode 0xc not defined"],
    ["0x49", "Bad instruction", "invalid opcode: BLOBHASH"],
    // After a jump the VM does not provide the byte.
    ["0x6003565b21", "Bad instruction", "invalid opcode: opcode 0x21 not defined"],
  ];
  for (const [code, error, message] of cases) {
    const result = await withCode(code).call({ to: contract, gas: 200_000n });
    assert.deepEqual(result.failure, { kind: "halted", error, message }, code);
    assert.equal(result.gasUsed, 200_000n, code);
  }
});

test("too little gas to begin with is said", async () => {
  const fault = await faultOf(withCode("0x00").call({ to: contract, gas: 20_000n }));
  const message = "intrinsic gas too low: have 20000, want 21000";
  const refusal = { kind: "gas-too-low", minimum: 21_000n, found: 20_000n };
  assert.deepEqual(fault, { code: "execution-failed", message, refusal });
  const creation = { data: new Uint8Array(3000).fill(1) };
  for (const [kind, gas, minimum] of [
    ["gas-too-low", 101_187n, 101_188n],
    ["gas-below-floor", 140_999n, 141_000n],
  ] as const) {
    const short = await faultOf(openScene().call({ ...creation, gas }));
    const refusal = short?.code === "execution-failed" && short.refusal;
    assert.deepEqual(refusal, { kind, minimum, found: gas });
  }
  const large = await faultOf(openScene().call({ data: new Uint8Array(49_153) }));
  assert.ok(large !== undefined && "message" in large);
  assert.ok(large.message.startsWith("max initcode size exceeded: code size 49153"));
});

test("overrides change balance, nonce, code and slots for the call alone", async () => {
  const scene = withCode(`0x600154${answer}`);
  const overridden = async (override: object, request: CallRequest = { to: contract }) =>
    toBigInt((await scene.call(request, { overrides: [[contract, override]] })).output);
  assert.equal(await overridden({ stateDiff: [[word(1), word(6)]] }), 6n);
  assert.equal(await overridden({ stateDiff: [[word(2), word(6)]] }), 5n);
  assert.equal(await overridden({ state: [[word(2), word(6)]] }), 0n);
  assert.equal(await overridden({ code: fromHex(`0x47${answer}`), balance: 77n }), 77n);
  assert.equal(toBigInt((await scene.call({ to: contract })).output), 5n);
  const rich = { overrides: [[bob, { balance: ether }]] as const };
  assert.equal((await scene.call({ from: bob, to: contract, value: 1n }, rich)).failure, undefined);
  const both = { overrides: [[bob, { state: [], stateDiff: [] }]] as const };
  assert.equal((await faultOf(scene.call({ to: bob }, both)))?.code, "bad-request");
});

test("a nonce override decides where a creation goes", async () => {
  const created = async (nonce: bigint) =>
    (
      await openScene().call(
        // Creates an empty contract and returns its address.
        { from: alice, to: contract },
        { overrides: [[contract, { nonce, code: fromHex(`0x5f5f5ff0${answer}`) }]] },
      )
    ).output;
  assert.notDeepEqual(await created(1n), await created(2n));
  assert.deepEqual(await created(1n), await created(1n));
});

test("an access list makes its slots warm, and precompiles, sender and target are", async () => {
  const scene = withCode(`0x600154${answer}`);
  const list = [{ address: contract, storageKeys: [word(1)] }];
  const cold = (await scene.call({ to: contract })).gasUsed;
  const warm = (await scene.call({ to: contract, accessList: list })).gasUsed;
  assert.equal(warm, cold - 2_100n + 100n + 2_400n + 1_900n);
  const reading = async (address: Address) =>
    (await withCode(`0x73${toHex(address).slice(2)}3100`).call({ from: alice, to: contract }))
      .gasUsed;
  const base = 21_000n + 3n;
  assert.equal(await reading(addressOf(0x99)), base + 2_600n);
  for (const address of [alice, contract, concat(new Uint8Array(19), Uint8Array.of(4))]) {
    assert.equal(await reading(address), base + 100n);
  }
});

test("an account that delegates runs the code it delegates to (EIP-7702)", async () => {
  const delegation = concat(fromHex("0xef0100"), contract);
  const overrides = [[bob, { code: delegation }]] as const;
  const { output } = await withCode(`0x30${answer}`).call({ to: bob }, { overrides });
  assert.deepEqual(output.slice(12), bob);
});

test("a call that changes the state changes it for nobody", async () => {
  const scene = withCode(`0x6009600155600154${answer}`);
  assert.equal(toBigInt((await scene.call({ to: contract })).output), 9n);
  assert.deepEqual(scene.reader().storageAt(contract, word(1)), word(5));
});

test("a call over its time ends, and the next one is not the worse for it", async () => {
  let time = 0;
  const scene = withCode("0x3615600557005b5f600656", () => {
    time += 10;
    return time;
  });
  const endless = withCode("0x5b5f56", () => {
    time += 10;
    return time;
  });
  const fault = await faultOf(endless.call({ to: contract }, { timeoutMs: 1_000 }));
  assert.deepEqual(fault, { code: "limit-exceeded", limit: "call-timeout", max: 1_000 });
  assert.equal((await endless.call({ to: bob })).gasUsed, 21_000n);
  assert.equal(
    (await scene.call({ to: contract, data: word(1), gas: 100_000n })).failure,
    undefined,
  );
});

test("a long call lets timers and sockets have their turn", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns++;
  }, 1);
  try {
    await withCode("0x5b5f56").call({ to: contract, gas: 30_000_000n });
  } finally {
    clearInterval(timer);
  }
  assert.ok(turns > 2, `${turns} turns`);
});

test("the inputs of calls to one address are recorded in order if they are requested", async () => {
  const recordInputsOf = addressOf(9);
  // Calls the address with one word, then with two, by STATICCALL and CALL, and returns.
  const at = `73${toHex(recordInputsOf).slice(2)}`;
  const code = `602a5f525f5f60205f${at}5afa505f5f60405f5f${at}5af15000`;
  const scene = withCode(`0x${code}`);
  const { recordedInputs, failure } = await scene.call(
    { from: alice, to: contract },
    { recordInputsOf },
  );
  assert.equal(failure, undefined);
  const first = word(42);
  assert.deepEqual(recordedInputs, [first, concat(first, word(0))]);
  const unrecorded = await scene.call({ from: alice, to: contract });
  assert.equal(unrecorded.recordedInputs, undefined);
  // The instance is reused: it must not contain results of the first call.
  const again = await scene.call({ from: alice, to: contract }, { recordInputsOf: addressOf(8) });
  assert.deepEqual(again.recordedInputs, []);
});
