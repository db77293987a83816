/** Generates a random operation: a transfer, a creation, a call that succeeds or fails. */
import { type Address, concat, fromHex, padStart, toHex } from "@tandem/primitives";
import { type Abi, encodeDeployData, encodeFunctionData } from "viem";
import { type Compiled, compileOne } from "../compile.js";
import type { Seeded } from "../seeded.js";

export type Target = "token" | "playground" | "mortal" | "unknown";

export interface Contract {
  readonly address: Address;
  readonly target: Target;
  /** The deployer, who may do what others may not. */
  readonly owner: Address;
}

export interface RandomAction {
  readonly to?: Address;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly gas: bigint;
  /** The kind of the code, for a creation. */
  readonly creates?: Target;
  /** The only sender for which it succeeds, if there is one. */
  readonly by?: Address;
}

export interface Surroundings {
  readonly random: Seeded;
  readonly contracts: readonly Contract[];
  /** Returns an account, a contract, a precompile, or an unused address. */
  address(): Address;
  /**
   * Returns the beneficiary of a contract's balance. It is never the contract itself, which would
   * burn the balance.
   */
  heir(): Address;
  readonly isFuzzed: boolean;
}

const token = () => compileOne("Token.sol", "Token");
const playground = () => compileOne("Playground.sol", "Playground");
const mortal = () => compileOne("Playground.sol", "Mortal");

const encode = ({ abi }: Compiled, functionName: string, args: readonly unknown[]) =>
  fromHex(encodeFunctionData({ abi: abi as Abi, functionName, args }));

const creation = ({ abi, bytecode }: Compiled, args: readonly unknown[]) =>
  fromHex(encodeDeployData({ abi: abi as Abi, bytecode, args } as never));

const wei = (random: Seeded) => (random.chance(0.6) ? 0n : BigInt(random.int(1_000_000)));

const gasFor = (random: Seeded, plenty: number) =>
  BigInt(random.chance(0.12) ? 21_000 + random.int(plenty) : plenty);

function transfer({ random, address }: Surroundings): RandomAction {
  const data = random.chance(0.2) ? random.bytes(random.int(100)) : new Uint8Array(0);
  return { to: address(), value: wei(random), data, gas: gasFor(random, 120_000) };
}

function create({ random, heir, isFuzzed }: Surroundings): RandomAction {
  const value = wei(random);
  const gas = gasFor(random, 2_000_000);
  const choice = random.int(isFuzzed ? 9 : 5);
  if (choice === 0) {
    const supply = 10n ** BigInt(random.int(30));
    return { value: 0n, gas, data: creation(token(), ["T", "T", supply]), creates: "token" };
  }
  if (choice <= 2)
    return { value: 0n, gas, data: creation(playground(), []), creates: "playground" };
  if (choice === 3) return { value, gas, data: creation(mortal(), [7n]), creates: "mortal" };
  if (choice === 4) {
    // Empty code, code that is refused, and init code that self-destructs at once (to an account).
    const codes = [new Uint8Array(0), fromHex("0x60ef60005360016000f3"), fromHex("0x60006000fd")];
    const gone = concat(fromHex("0x73"), heir(), fromHex("0xff"));
    return { value, gas, data: random.pick([...codes, gone]) };
  }
  return { value, gas, data: randomCode(random), creates: "unknown" };
}

/** Returns code that is often meaningful: numbers, then an instruction that consumes them. */
function randomCode(random: Seeded): Uint8Array {
  const busy = [0x54, 0x55, 0x5c, 0x5d, 0x31, 0x3b, 0x3f, 0x40, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa];
  const parts: Uint8Array[] = [];
  for (let i = 0; i < 5 + random.int(40); i++) {
    for (let n = 0; n < 1 + random.int(7); n++) parts.push(Uint8Array.of(0x60, random.int(32)));
    parts.push(Uint8Array.of(random.chance(0.5) ? random.pick(busy) : random.int(256)));
  }
  parts.push(fromHex("0x5b60206000f3"));
  return concat(...parts);
}

function useToken(token_: Contract, { random, address }: Surroundings): RandomAction {
  const amount = random.chance(0.2) ? 2n ** 200n : BigInt(random.int(1000));
  const [a, b] = [toHex(address()), toHex(address())];
  const data = random.pick([
    () => encode(token(), "transfer", [a, amount]),
    () => encode(token(), "transfer", [a, amount]),
    () => encode(token(), "approve", [a, amount]),
    () => encode(token(), "approve", [toHex(token_.owner), amount]),
    () => encode(token(), "transferFrom", [toHex(token_.owner), b, amount]),
    () => encode(token(), "mint", [a, amount]),
    () => encode(token(), "burn", [amount]),
  ])();
  const value = random.chance(0.05) ? 1n : 0n;
  return { to: token_.address, by: token_.owner, value, data, gas: gasFor(random, 150_000) };
}

/** Returns r and s of an invalid signature, with s in the upper half half of the time. */
const signature = (random: Seeded) => [
  random.pick([27, 28]),
  toHex(random.bytes(32)),
  toHex(random.bytes(32)),
];

function usePlayground(to: Address, around: Surroundings): RandomAction {
  const { random, address, contracts } = around;
  const who = toHex(address());
  const heir = toHex(around.heir());
  const n = () => BigInt(random.int(6));
  const salt = toHex(padStart(Uint8Array.of(random.int(3)), 32));
  const inner = contracts.length > 0 ? random.pick(contracts) : undefined;
  const input = toHex(
    inner === undefined ? random.bytes(random.int(80)) : inputFor(inner.target, around),
  );
  const at = inner === undefined || random.chance(0.3) ? who : toHex(inner.address);
  const [name, args] = random.pick<readonly [string, readonly unknown[]]>([
    ["set", [n(), n()]],
    ["set", [n(), 0n]],
    ["set", [n(), 2n ** 255n]],
    ["setMany", [n(), n(), random.chance(0.5) ? 0n : n()]],
    ["flicker", [n(), n()]],
    ["spin", [BigInt(random.int(60))]],
    ["refuse", [n()]],
    ["refuseWithReason", []],
    ["panic", [random.chance(0.5) ? 0n : 2n]],
    ["invalid", []],
    ["forgive", [n()]],
    ["pay", [who, BigInt(random.int(2000))]],
    ["relay", [at, input, BigInt(random.int(90_000))]],
    [
      "relay",
      [
        toHex(padStart(Uint8Array.of(1 + random.int(18)), 20)),
        toHex(random.bytes(random.int(400))),
        60_000n,
      ],
    ],
    ["delegate", [at, input]],
    ["look", [at, input]],
    ["deploy", [n()]],
    ["deployAt", [salt, n()]],
    ["deployAndGo", [salt, n(), heir]],
    ["deployAndGo", [salt, n(), heir]],
    ["flash", [heir]],
    ["remember", [n()]],
    ["world", [BigInt(random.int(400))]],
    ["inspect", [who]],
    ["recover", [toHex(random.bytes(32)), ...signature(random)]],
  ]);
  const isPaid = ["set", "pay", "relay", "delegate", "deploy", "deployAt", "deployAndGo", "flash"];
  const value = isPaid.includes(name) || random.chance(0.03) ? wei(random) : 0n;
  return { to, value, data: encode(playground(), name, args), gas: gasFor(random, 700_000) };
}

function inputFor(target: Target, around: Surroundings): Uint8Array {
  const { random, address } = around;
  if (target === "token")
    return encode(token(), "transfer", [toHex(address()), BigInt(random.int(9))]);
  if (target === "mortal") return encode(mortal(), "go", [toHex(address())]);
  if (target === "playground") return encode(playground(), "set", [1n, BigInt(random.int(3))]);
  return random.bytes(random.int(40));
}

/** Returns a contract. Its kind is drawn first, because some kinds have more contracts than others. */
function contractOf({ random, contracts }: Surroundings): Contract | undefined {
  const target = random.pick<Target>([
    "token",
    "token",
    "playground",
    "playground",
    "mortal",
    "unknown",
  ]);
  const found = contracts.filter((contract) => contract.target === target);
  return found.length === 0 ? undefined : random.pick(found);
}

/** Returns a random next operation. */
export function randomAction(around: Surroundings): RandomAction {
  const { random } = around;
  if (random.chance(0.12)) return transfer(around);
  const contract = random.chance(0.12) ? undefined : contractOf(around);
  if (contract === undefined) return create(around);
  const { address, target } = contract;
  if (target === "token") return useToken(contract, around);
  if (target === "playground") return usePlayground(address, around);
  const data = inputFor(target, around);
  return { to: address, value: wei(random), data, gas: gasFor(random, 200_000) };
}
