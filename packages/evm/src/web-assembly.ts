/** The part of WebAssembly that is used here: Node's types leave it to those of browsers. */

/** A compiled module; each instance has its own memory. */
export type WasmModule = object;

interface WasmInstance {
  readonly exports: unknown;
}

interface Api {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports?: object) => WasmInstance;
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum?: number;
  }) => { readonly buffer: ArrayBuffer };
  /** Compiles in another thread. */
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(module: WasmModule, imports: object): Promise<WasmInstance>;
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Api };
