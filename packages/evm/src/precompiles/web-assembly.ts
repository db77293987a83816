/** WebAssembly as far as it is used here: the types of Node leave it to those of browsers. */

/** Compiled; each instance has its own memory. */
export type WasmModule = object;

interface WasmInstance {
  readonly exports: unknown;
}

interface Api {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports?: object) => WasmInstance;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  /** In another thread. */
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(module: WasmModule, imports: object): Promise<WasmInstance>;
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Api };
