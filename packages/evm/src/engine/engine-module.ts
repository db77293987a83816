/** Compiles the engine's WebAssembly on first use, which takes a few milliseconds. */
import { readFileSync } from "node:fs";
import { type WasmModule, WebAssembly } from "../web-assembly.js";

/** The functions that the engine imports from the host: see assembly/engine/host.ts. */
export interface HostFunctions {
  loadAccount(account: number): void;
  loadSlot(slot: number): void;
  codeLength(account: number): number;
  copyCode(target: number): void;
  blockHash(number: bigint): void;
  precompile(number: number, input: number, length: number, gas: bigint): bigint;
  precompileOutput(target: number): number;
  grow(pages: number): void;
  abandon(reason: number): void;
}

interface Global<Value> {
  readonly value: Value;
}

/** The functions that the engine exports: see assembly/engine/main.ts. */
export interface EngineExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  reset(kept: number, bytes: bigint): void;
  keepAccounts(isSame: number): void;
  keepSlots(isSame: number): void;
  keepChangedSlots(): void;
  clearCodes(): void;
  allocate(bytes: number): number;
  account(): number;
  countNonce(account: number): bigint;
  warm(account: number): void;
  warmSlot(account: number): void;
  beginCall(from: number, to: number, data: number, size: number, gas: bigint): number;
  creation(from: number, nonce: bigint): number;
  beginCreation(from: number, target: number, data: number, size: number, gas: bigint): number;
  run(slice: bigint): number;
  resume(used: bigint): void;
  readonly lastAccount: Global<number>;
  readonly lastSlot: Global<number>;
  readonly lastLog: Global<number>;
  readonly refusedLength: Global<number>;
  readonly firstEvent: Global<number>;
  /** Remaining bytes for recording; negative if an event was omitted. */
  readonly room: Global<bigint>;
}

let compiled: WasmModule | undefined;

/** Creates an instance with its own memory. */
export function instantiateEngine(host: HostFunctions): EngineExports {
  if (compiled === undefined) {
    const file = new URL("../wasm/engine.wasm", import.meta.url);
    compiled = new WebAssembly.Module(readFileSync(file));
  }
  return new WebAssembly.Instance(compiled, { host }).exports as EngineExports;
}
