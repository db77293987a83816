/** The engine's WebAssembly, compiled when it is first needed: a few milliseconds. */
import { readFileSync } from "node:fs";
import { type WasmModule, WebAssembly } from "../precompiles/web-assembly.js";

/** Lists what the engine asks of the host: see assembly/engine/host.ts. */
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

/** Lists what the engine offers: see assembly/engine/main.ts. */
export interface EngineExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  reset(kept: number, bytes: bigint): void;
  clearCodes(): void;
  allocate(bytes: number): number;
  account(): number;
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
  readonly gas: Global<bigint>;
  readonly refund: Global<bigint>;
  readonly returned: Global<number>;
  readonly returnedLength: Global<number>;
  readonly refusedLength: Global<number>;
  readonly failedAt: Global<number>;
  readonly reason: Global<number>;
  readonly firstEvent: Global<number>;
  /** Bytes that might still have been recorded; less than none when something was left out. */
  readonly room: Global<bigint>;
}

let compiled: WasmModule | undefined;

/** Creates an instance with a memory of its own. */
export function instantiateEngine(host: HostFunctions): EngineExports {
  if (compiled === undefined) {
    const file = new URL("../wasm/engine.wasm", import.meta.url);
    compiled = new WebAssembly.Module(readFileSync(file));
  }
  return new WebAssembly.Instance(compiled, { host }).exports as EngineExports;
}
