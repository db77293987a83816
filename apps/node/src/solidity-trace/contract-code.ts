/** Recognizes the code of compiled contracts. */
import { fromHex } from "@tandem/primitives";
import type { CodeOutput } from "./compilation.js";
import { type JumpTarget, jumpTargetsOf } from "./jump-targets.js";
import { type MappedInstruction, readSourceMap } from "./source-map.js";

/** The hex digits of an address. */
const addressDigits = 40;

/** The beginning of a library's code: PUSH20 of its own address, which is filled in when it is deployed. */
const libraryStart = `73${"0".repeat(addressDigits)}30`;

/** The id of that address among immutable values, where code is made by way of Yul. */
const libraryAddressId = "library_deploy_address";

/** The text that a compiler leaves in the place of a library's address: `__$…$__`, or `__File.sol:Name___`. */
const placeholder = /__.{36}__/g;

interface Filled {
  readonly start: number;
  readonly length: number;
}

/** A code of which some bytes are filled in when it is deployed. */
export class ContractCode {
  readonly #object: string;
  readonly #filled: readonly Filled[];
  readonly #ownAddress: Filled | undefined;
  readonly #map: string;
  #bytes: Uint8Array | undefined;
  #instructions: ReadonlyMap<number, MappedInstruction> | undefined;
  #targets: ReadonlyMap<number, JumpTarget> | undefined;

  constructor({ object, sourceMap, linkReferences, immutableReferences }: CodeOutput) {
    const digits = object.replace(/^0x/, "").replace(placeholder, "0".repeat(addressDigits));
    this.#object = /^(?:[0-9a-fA-F]{2})*$/.test(digits) ? digits : "";
    this.#map = sourceMap;
    this.#ownAddress = this.#object.startsWith(libraryStart)
      ? { start: 1, length: addressDigits / 2 }
      : immutableReferences[libraryAddressId]?.[0];
    const filled = [
      ...Object.values(linkReferences).flatMap((names) => Object.values(names).flat()),
      ...Object.values(immutableReferences).flat(),
      ...(this.#ownAddress === undefined ? [] : [this.#ownAddress]),
    ];
    this.#filled = filled.filter(({ start, length }) => 2 * (start + length) <= digits.length);
  }

  /** Returns whether a deployed code is this one. */
  isCodeOf(deployed: Uint8Array): boolean {
    return deployed.length === this.#object.length / 2 && this.#beginsAs(deployed);
  }

  /** Returns whether init code is this one, with arguments of the constructor behind it or none. */
  isInitCodeOf(init: Uint8Array): boolean {
    return init.length >= this.#object.length / 2 && this.#beginsAs(init);
  }

  /** Returns the library's own address in its deployed code; undefined for a contract. */
  ownAddressIn(deployed: Uint8Array): Uint8Array | undefined {
    if (this.#ownAddress === undefined) return undefined;
    const { start, length } = this.#ownAddress;
    return deployed.subarray(start + length - addressDigits / 2, start + length);
  }

  /** The instructions by their position. */
  get instructions(): ReadonlyMap<number, MappedInstruction> {
    this.#instructions ??= readSourceMap(this.#code, this.#map);
    return this.#instructions;
  }

  /** The jump targets by their position. */
  get targets(): ReadonlyMap<number, JumpTarget> {
    this.#targets ??= jumpTargetsOf(this.#code, this.instructions);
    return this.#targets;
  }

  get #code(): Uint8Array {
    this.#bytes ??= fromHex(`0x${this.#object}`);
    return this.#bytes;
  }

  #beginsAs(other: Uint8Array): boolean {
    if (this.#object === "" || this.#map === "") return false;
    const compared = other.slice(0, this.#code.length);
    for (const { start, length } of this.#filled) {
      compared.set(this.#code.subarray(start, start + length), start);
    }
    return Buffer.compare(compared, this.#code) === 0;
  }
}
