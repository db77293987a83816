/**
 * Compiles Solidity sources of `test/contracts` with npm's build of solc when a test first needs
 * them, and stores them in the cache of the clone: loading the compiler costs each process more
 * than a second.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { cachedText } from "./processes/file-cache.js";

export interface AbiParameter {
  readonly name: string;
  readonly type: string;
  readonly internalType?: string;
  readonly indexed?: boolean;
  readonly components?: readonly AbiParameter[];
}

/** An entry of a contract's JSON ABI, as solc prints it. */
export interface AbiEntry {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly stateMutability?: string;
  readonly anonymous?: boolean;
}

export interface Compiled {
  readonly abi: readonly AbiEntry[];
  /** Init code without constructor arguments, `0x` and hex. */
  readonly bytecode: `0x${string}`;
  /** Runtime code, immutables left zero, `0x` and hex. */
  readonly deployedBytecode: `0x${string}`;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Record<
    string,
    Record<
      string,
      {
        readonly abi: readonly AbiEntry[];
        readonly evm: {
          readonly bytecode: { readonly object: string };
          readonly deployedBytecode: { readonly object: string };
        };
      }
    >
  >;
}

const folder = new URL("../../contracts/", import.meta.url);
const require = createRequire(import.meta.url);
const { version } = require("solc/package.json") as { version: string };
const compiled = new Map<string, Readonly<Record<string, Compiled>>>();

/**
 * Returns every contract of one file, by its name.
 * @param file name in `test/contracts`, such as `Token.sol`.
 * @throws {Error} with the compiler's message if it does not compile.
 */
export function compile(file: string): Readonly<Record<string, Compiled>> {
  let contracts = compiled.get(file);
  if (contracts === undefined) {
    contracts = run(file, readFileSync(fileURLToPath(new URL(file, folder)), "utf8"));
    compiled.set(file, contracts);
  }
  return contracts;
}

/** Returns one contract of a file. @throws {Error} if the file has none of that name. */
export function compileOne(file: string, name: string): Compiled {
  const contract = compile(file)[name];
  if (contract === undefined) throw new Error(`${file} has no contract ${name}`);
  return contract;
}

/** Settings of the compiler that change its code and its source maps. */
export interface CodeSettings {
  readonly isOptimized: boolean;
  readonly viaIR: boolean;
}

/**
 * Compiles a file of `test/contracts` with all that a debugger needs.
 * @returns JSON as Hardhat writes it below `artifacts/build-info`.
 */
export function compileBuildInfo(file: string, { isOptimized, viaIR }: CodeSettings): string {
  const content = readFileSync(fileURLToPath(new URL(file, folder)), "utf8");
  const parts = ["object", "sourceMap", "linkReferences"];
  const selected = [
    "abi",
    ...parts.map((part) => `evm.bytecode.${part}`),
    ...[...parts, "immutableReferences"].map((part) => `evm.deployedBytecode.${part}`),
  ];
  const input = {
    language: "Solidity",
    sources: { [`contracts/${file}`]: { content } },
    settings: {
      evmVersion: "cancun",
      viaIR,
      optimizer: { enabled: isOptimized, runs: 200 },
      outputSelection: { "*": { "": ["ast"], "*": selected } },
    },
  };
  return JSON.stringify({ input, output: compileJson(JSON.stringify(input)) });
}

function run(file: string, content: string): Record<string, Compiled> {
  const input = {
    language: "Solidity",
    sources: { [file]: { content } },
    settings: {
      evmVersion: "cancun",
      optimizer: { enabled: true, runs: 200 },
      outputSelection: {
        "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] },
      },
    },
  };
  const contracts = Object.entries(compileJson(JSON.stringify(input)).contracts?.[file] ?? {});
  return Object.fromEntries(
    contracts.map(([name, { abi, evm }]) => [
      name,
      {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      },
    ]),
  );
}

/** @param text the input, as JSON. @throws {Error} with the compiler's message if it does not compile. */
function compileJson(text: string): CompilerOutput {
  const compiler = () => (require("solc") as typeof import("solc")).compile(text);
  const output = JSON.parse(cachedText("solc", [version, text], compiler)) as CompilerOutput;
  const failure = output.errors?.find((error) => error.severity === "error");
  if (failure !== undefined) throw new Error(failure.formattedMessage);
  return output;
}
