/** Starts a node with a token, a transfer of it and a failed one, for the tests of the explorer. */
import { after, before, type TestContext } from "node:test";
import type { Browser } from "puppeteer-core";
import { type Abi, encodeDeployData, encodeFunctionData } from "viem";
import { compileOne } from "../compile.js";
import { coin, developmentAccount, send } from "../development.js";
import { startLocalNode } from "../local-node.js";
import type { RunningNode } from "../node-process.js";
import { call } from "../rpc.js";
import type { Hex } from "../wire.js";
import { borrowBrowser, returnBrowser } from "./browser.js";
import { type Explorer, openedUntilEnd } from "./explorer.js";

export const alice = developmentAccount(0);
export const bob = developmentAccount(1);
const token = compileOne("Token.sol", "Token");

export interface Scene {
  readonly node: RunningNode;
  readonly contract: string;
  readonly deployment: Hex;
  readonly transfer: Hex;
  readonly failure: Hex;
  /** A creation whose code calls two precompiled contracts. */
  readonly nested: Hex;
}

/** Code that calls a precompiled contract without data: five zeros, address, gas, CALL, POP. */
const calling = (address: string) => `5f5f5f5f5f60${address}5af150`;

/**
 * Deploys a token, and makes a transfer of it, one that reverts, and a nested call, each in its own
 * block.
 */
export async function startScene(flags: readonly string[] = []): Promise<Scene> {
  const node = await startLocalNode(flags);
  const { url } = node;
  const abi = token.abi as Abi;
  const data = encodeDeployData({ abi, bytecode: token.bytecode, args: ["T", "T", 100n * coin] });
  const deployment = await send(url, alice, { data, gasLimit: 3_000_000 });
  const receipt = await call<{ contractAddress: string }>(url, "eth_getTransactionReceipt", [
    deployment,
  ]);
  const contract = receipt.contractAddress;
  const move = (value: bigint) =>
    encodeFunctionData({ abi, functionName: "transfer", args: [bob.address, value] });
  const fields = { to: contract, gasLimit: 200_000 };
  const transfer = await send(url, alice, { ...fields, data: move(5n) });
  const failure = await send(url, alice, { ...fields, data: move(1000n * coin) });
  const code = `0x${calling("02")}${calling("03")}00`;
  const nested = await send(url, alice, { data: code, gasLimit: 200_000 });
  return { node, contract, deployment, transfer, failure, nested };
}

/** Holds what the tests of a suite share. Neither the node nor the browser exists before its first test. */
export interface ExplorerContext {
  node(): RunningNode;
  browser(): Browser;
  /** Calls a method of the node. */
  rpc<T>(method: string, params?: readonly unknown[]): Promise<T>;
  /** Opens the explorer of the node until the end of a test, by which it must have no errors. */
  opened(t: TestContext): Promise<Explorer>;
}

function withStarted(start: () => Promise<RunningNode>): ExplorerContext {
  let started: RunningNode | undefined;
  let borrowed: Browser | undefined;
  before(async () => {
    started = await start();
    borrowed = await borrowBrowser();
  });
  after(async () => {
    returnBrowser(borrowed);
    await started?.stop();
  });
  const node = () => started as RunningNode;
  const browser = () => borrowed as Browser;
  return {
    node,
    browser,
    rpc: (method, params = []) => call(node().url, method, params),
    opened: (t) => openedUntilEnd(t, browser(), node().url),
  };
}

/** Starts a node, and borrows the browser, for all tests of a suite. Must be called inside `describe`. */
export const withExplorer = (flags: readonly string[] = []): ExplorerContext =>
  withStarted(() => startLocalNode(flags));

/** Does the same with the node of a scene. */
export function withScene(): ExplorerContext & { scene(): Scene } {
  let scene: Scene | undefined;
  const context = withStarted(async () => {
    scene = await startScene();
    return scene.node;
  });
  return { ...context, scene: () => scene as Scene };
}
