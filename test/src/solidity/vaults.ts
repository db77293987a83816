/** Contracts that fail in many ways, on a node that knows their sources. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Abi, encodeDeployData, encodeFunctionData } from "viem";
import { type CodeSettings, compileBuildInfo } from "../support/compile.js";
import { developmentAccount, send } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { call } from "../support/rpc.js";
import type { Hex } from "../support/wire.js";

const file = "contracts/Vaults.sol";
const source = readFileSync(new URL("../../contracts/Vaults.sol", import.meta.url), "utf8");

/** Returns the place of the line with a comment, as a stack trace shows it. */
export function at(comment: string): string {
  const line = source.split("\n").findIndex((text) => text.endsWith(`// ${comment}`)) + 1;
  assert.notEqual(line, 0, comment);
  return `(${file}:${line})`;
}

interface BuildInfo {
  readonly output: {
    readonly contracts: Record<
      string,
      Record<string, { readonly abi: Abi; readonly evm: { readonly bytecode: { object: string } } }>
    >;
  };
}

interface StackEntry {
  readonly address: Hex;
  readonly name?: string;
  readonly file?: string | null;
  readonly line?: number | null;
}

/** Starts a node with the contracts of the file, and returns how to make them fail. */
export async function startVaults(settings: CodeSettings, flags: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "build-info-"));
  const text = compileBuildInfo("Vaults.sol", settings);
  writeFileSync(join(folder, "one.json"), text);
  const node = await startLocalNode(["--build-info", folder, ...flags]);
  const contracts = (JSON.parse(text) as BuildInfo).output.contracts[file] ?? {};
  const abiOf = (name: string) => contracts[name]?.abi ?? [];
  let library: Hex = "0x";

  /** Sends without an estimate, so that what fails is mined. */
  const mined = (to: Hex | null, data: Hex, value = 0n) =>
    send(node.url, developmentAccount(0), { to, data, value, gasLimit: 5_000_000 });

  const contractOf = async (hash: Hex) => {
    const method = "eth_getTransactionReceipt";
    const receipt = await call<{ contractAddress: Hex; status: Hex }>(node.url, method, [hash]);
    assert.equal(receipt.status, "0x1");
    return receipt.contractAddress;
  };
  const creation = (name: string, ...args: readonly unknown[]) => {
    const object = contracts[name]?.evm.bytecode.object ?? "";
    const bytecode: Hex = `0x${object.replace(/__.{36}__/g, library.slice(2))}`;
    return encodeDeployData({ abi: abiOf(name), bytecode, args });
  };
  const deploy = async (name: string, ...args: readonly unknown[]) =>
    contractOf(await mined(null, creation(name, ...args)));
  const inputOf = (contract: string, functionName: string, ...args: unknown[]) =>
    encodeFunctionData({ abi: abiOf(contract), functionName, args });

  const shownBy = (hash: Hex) => ["tx", hash, "--url", node.url, "--build-info", folder];

  /** Returns what the command prints of a failed transaction, and its entries. */
  async function failureOf(hash: Hex) {
    const given = shownBy(hash);
    const [plain, json] = [await runHere(given), await runHere([...given, "--json"])];
    assert.deepEqual([plain.code, json.code, plain.stderr, json.stderr], [0, 0, "", ""]);
    const { failure } = JSON.parse(json.stdout).mined;
    return { text: plain.stdout, entries: failure.stack as readonly StackEntry[] };
  }

  /** Returns the lines of the stack trace of a failed transaction, which the node finds as the command does. */
  async function stackOf(hash: Hex): Promise<readonly string[]> {
    const method = "tandem_getStackTrace";
    const { stack } = await call<{ stack: readonly StackEntry[] }>(node.url, method, [hash]);
    return stack.map(({ name, file, line }) =>
      file === null ? `${name}` : `${name} (${file}:${line})`,
    );
  }

  /** Returns the same lines as the command prints them. */
  async function printedStackOf(hash: Hex): Promise<readonly string[]> {
    const { code, stdout } = await runHere(shownBy(hash));
    assert.equal(code, 0);
    return /^At {11}(.*(?:\n {13}.*)*)$/m.exec(stdout)?.[1]?.split(/\n {13}/) ?? [];
  }

  library = await deploy("Shares");
  return {
    node,
    url: node.url,
    folder,
    mined,
    library,
    contractOf,
    creation,
    deploy,
    inputOf,
    failureOf,
    stackOf,
    printedStackOf,
    vault: await deploy("Vault", 1),
    owner: await deploy("Owner", 1),
    calling: (to: Hex, contract: string, name: string, ...args: unknown[]) =>
      mined(to, inputOf(contract, name, ...args)),
    async stop() {
      rmSync(folder, { recursive: true });
      await node.stop();
    },
  };
}

export type Vaults = Awaited<ReturnType<typeof startVaults>>;
