/** Runs an extended relay like an operator, with its own node and with users who dial. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  connectDeployer,
  deploy,
  deposit,
  fundPool,
  keySigner,
  microLoanAbi,
  pay,
  rootKeyOf,
} from "@tandem/ussd-relay";
import { encryptKeystoreJsonSync } from "ethers";
import { bytesToHex, createPublicClient, encodeFunctionData, http, type PublicClient } from "viem";
import { type HDKey, privateKeyToAddress } from "viem/accounts";
import { type Account, coin, developmentAccount, sign } from "../development.js";
import { eventually } from "../eventually.js";
import { startLocalNode } from "../local-node.js";
import type { RunningNode } from "../node-process.js";
import { openProxy } from "../processes/tcp-proxy.js";
import { call } from "../rpc.js";
import type { Hex } from "../wire.js";
import {
  type Environment,
  endRelay,
  type RunningRelay,
  relayerAddress,
  relayerKey,
  type StartRelay,
  startLocalRelay,
} from "./relay.js";
import { endNode, killed, postUssd, type StartNode } from "./ussd.js";

export const usersMnemonic =
  "legal winner thank year wave sausage worth useful legal winner thank yellow";
export const relaySecret = `0x${"5e".repeat(32)}` as const;
export const passphrase = "correct horse battery staple";

/** `n` from 0: every phone has its own number. */
export const phoneOf = (n: number): string => `+2547${(10_000_000 + n).toString()}`;
/** Returns a PIN that is not easy to guess, different for each phone. */
export const pinOf = (n: number): string => String(290_417 + 1303 * n).slice(-6);

let usersKey: HDKey | undefined;

/** Returns the addresses in the order in which users registered. */
export function userAddress(index: number): Hex {
  usersKey ??= rootKeyOf(usersMnemonic).derive("m/44'/60'/0'/0");
  const { privateKey } = usersKey.deriveChild(index);
  return privateKeyToAddress(bytesToHex(privateKey as Uint8Array));
}

export interface ExtendedWorld<R extends RunningRelay = RunningRelay> {
  readonly node: RunningNode;
  readonly relay: R;
  /** The relay's data directory. */
  readonly sessions: string;
  /** Path of the relayer's keystore. */
  readonly keystore: string;
  readonly contract: Hex;
  readonly forwarder: Hex;
  readonly chain: PublicClient;
  /** Starts another relay with the same settings and further ones. */
  startRelay(flags: readonly string[], environment?: Environment): Promise<R>;
  restartRelay(): Promise<R>;
  /** Kills the node. The relay finds the next one at the same address. */
  killNode(): Promise<void>;
  startNode(flags?: readonly string[]): Promise<RunningNode>;
  /** Returns the screen of phone `n`. */
  dial(n: number, sessionId: string, text: string): Promise<string>;
  register(n: number, language?: "1" | "2"): Promise<void>;
  /** Adds to users' balances in the contract. */
  give(addresses: readonly Hex[], wei: bigint): Promise<void>;
  balanceOf(address: Hex): Promise<bigint>;
  close(): Promise<void>;
}

export interface ExtendedOptions {
  readonly nodeFlags?: readonly string[];
  readonly flags?: readonly string[];
  readonly environment?: Environment;
  /** Starts the nodes; by default in this process. */
  readonly startNode?: StartNode;
}

/** The number of times that a phone tries to register. */
const registrationsMax = 5;
/** The answer to a post that waited too long before anything was done for it. */
const tooLate =
  /^END (Service unavailable\. Nothing was sent|Servicio no disponible\. No se ha enviado nada)/;

const lender = developmentAccount(0);
const lenderSigner = keySigner(lender.key.privateKey as Hex);

/** Starts a node, contracts with funds, and a relay in extended mode, in this process. */
export const startExtendedWorld = (options: ExtendedOptions = {}): Promise<ExtendedWorld> =>
  startExtendedWith(startLocalRelay, options);

/** Starts the same with relays of the given kind. */
export async function startExtendedWith<R extends RunningRelay>(
  start: StartRelay<R>,
  options: ExtendedOptions = {},
): Promise<ExtendedWorld<R>> {
  const directory = mkdtempSync(join(tmpdir(), "tandem-ussd-"));
  const kept = ["--data-dir", join(directory, "chain")];
  const { nodeFlags = [], startNode = startLocalNode } = options;
  let node = nodeFlags.length > 0 ? await startLocalNode(kept) : await startNode(kept);
  const deployer = await connectDeployer(node.url, lenderSigner);
  const { contract, forwarder } = await deploy(deployer);
  await pay(deployer, relayerAddress, 10n * coin);
  await fundPool(deployer, contract, 5n * coin);
  await deposit(deployer, contract, 500n * coin);
  if (nodeFlags.length > 0) {
    await node.stop();
    node = await startNode([...kept, ...nodeFlags]);
  }
  const proxy = await openProxy(node.url);
  const [sessions, keystore] = [join(directory, "sessions"), join(directory, "relayer.json")];
  const account = { address: relayerAddress, privateKey: relayerKey };
  // Keystores of full strength take seconds to open.
  writeFileSync(keystore, encryptKeystoreJsonSync(account, passphrase, { scrypt: { N: 1024 } }));
  const startRelay = (flags: readonly string[], environment: Environment = {}) =>
    start(
      [
        ...["--mode", "extended", "--node-url", proxy.url, "--contract", contract],
        ...["--forwarder", forwarder, "--keystore", keystore],
        ...["--data-dir", sessions, ...(options.flags ?? []), ...flags],
      ],
      {
        USSD_RELAY_PRIVATE_KEY: undefined,
        USSD_RELAY_MNEMONIC: usersMnemonic,
        USSD_RELAY_MASTER_KEY: relaySecret,
        USSD_RELAY_KEYSTORE_PASSPHRASE: passphrase,
        ...options.environment,
        ...environment,
      },
    );
  let relay = await startRelay([]);
  // Every read of a height is a request to the node.
  const chain = createPublicClient({ transport: http(proxy.url), cacheTime: 0 });
  const dial = (n: number, sessionId: string, text: string) =>
    dialAt(relay.url, n, sessionId, text);
  return {
    get node() {
      return node;
    },
    get relay() {
      return relay;
    },
    contract,
    forwarder,
    chain,
    sessions,
    keystore,
    startRelay,
    async restartRelay() {
      relay = await startRelay([]);
      return relay;
    },
    async killNode() {
      await killed(node);
    },
    async startNode(flags = nodeFlags) {
      node = await startNode([...kept, ...flags]);
      proxy.connectTo(node.url);
      return node;
    },
    dial,
    async register(n, language = "1") {
      const pin = pinOf(n);
      const entries = `${language}*${pin}*${pin}`;
      let screen = await dial(n, `register ${n}`, entries);
      // The PIN waited for its hash until the gateway would have given up, on a machine that stood still.
      for (let i = 1; i < registrationsMax && tooLate.test(screen); i++) {
        screen = await dial(n, `register ${n}`, entries);
      }
      if (!/^END (You are registered|Ya tiene cuenta)/.test(screen)) throw new Error(screen);
    },
    give: (addresses, wei) => giveAll(node.url, contract, lender, addresses, wei),
    balanceOf: (address) =>
      chain.readContract({
        address: contract,
        abi: microLoanAbi,
        functionName: "getBalance",
        args: [address],
      }),
    async close() {
      await endRelay(relay);
      await endNode(node);
      await proxy.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the screen of a phone from one of several relays. */
export async function dialAt(
  url: string,
  n: number,
  sessionId: string,
  text: string,
): Promise<string> {
  const { body } = await postUssd(url, { sessionId, text, phoneNumber: phoneOf(n) });
  return body;
}

async function giveAll(
  url: string,
  contract: Hex,
  from: Account,
  addresses: readonly Hex[],
  wei: bigint,
): Promise<void> {
  const first = Number(await call<Hex>(url, "eth_getTransactionCount", [from.address, "latest"]));
  const hashes: Hex[] = [];
  for (const [i, address] of addresses.entries()) {
    const data = encodeFunctionData({
      abi: microLoanAbi,
      functionName: "transfer",
      args: [address, wei],
    });
    const { raw } = sign(from, { nonce: first + i, to: contract, data, gasLimit: 100_000 });
    hashes.push(await call<Hex>(url, "eth_sendRawTransaction", [raw]));
  }
  await eventually("receipt of the last gift", async () => {
    const receipt = await call(url, "eth_getTransactionReceipt", [hashes.at(-1)]);
    return receipt !== null;
  });
}
