/** Computes the digest of typed structured data (EIP-712), in the JSON form that clients send. */
import type { Bytes, Hash32 } from "../bytes/brands.js";
import { concat } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { assertAtMost, Fault } from "../fault.js";
import { isJsonObject } from "../json-object.js";
import { atomicValue } from "./atomic-value.js";
import { typedDataLimits } from "./limits.js";

export interface TypedDataMember {
  readonly name: string;
  readonly type: string;
}

export type StructTypes = Readonly<Record<string, readonly TypedDataMember[]>>;

/** Typed data with values in JSON: integers are numbers or text, bytes and addresses are 0x-hex. */
export interface TypedData {
  /** The members of each struct; those of `EIP712Domain` follow from the domain if they are absent. */
  readonly types: StructTypes;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  /** May be absent where the primary type is that of the domain. */
  readonly message?: Readonly<Record<string, unknown>> | undefined;
}

const domainType = "EIP712Domain";

/** The members a domain may have, in the order of the EIP. */
const domainMembers: readonly TypedDataMember[] = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
];

/**
 * Returns the digest that is signed: that of the domain alone if it is the primary type.
 * @throws {Fault} `bad-request`, naming the wrong member, and `limit-exceeded`.
 */
export function typedDataDigest({ types, primaryType, domain, message }: TypedData): Hash32 {
  const given = domainMembers.filter(({ name }) => domain[name] !== undefined);
  const encoder = new StructEncoder({ [domainType]: given, ...types });
  const parts = [Uint8Array.of(0x19, 0x01), encoder.hashStruct(domainType, domain, "domain")];
  if (primaryType !== domainType) {
    parts.push(encoder.hashStruct(primaryType, message, "message"));
  }
  return keccak256(concat(...parts));
}

const badRequest = (message: string) => new Fault({ code: "bad-request", message });

const arrayType = /^(.+)\[(\d*)\]$/;

/** Returns the type of the elements inside nested arrays. */
function elementOf(type: string): string {
  let element = type;
  for (let match = arrayType.exec(element); match !== null; match = arrayType.exec(element)) {
    element = match[1] as string;
  }
  return element;
}

class StructEncoder {
  readonly #types: StructTypes;
  readonly #typeHashes = new Map<string, Hash32>();
  #values = 0;
  #textCharacters = 0;

  constructor(types: StructTypes) {
    const members = Object.values(types).reduce((sum, { length }) => sum + length, 0);
    assertAtMost("typed-data-members", members, typedDataLimits.membersMax);
    this.#types = types;
  }

  /** Computes `hashStruct` (EIP-712, "Definition of hashStruct"). */
  hashStruct(type: string, value: unknown, path: string, depth = 0): Hash32 {
    const members = this.#membersOf(type, path);
    if (!isJsonObject(value)) throw badRequest(`${path}: expected an object of the type ${type}`);
    const encoded = members.map(({ name, type: memberType }) =>
      this.#encodeValue(memberType, value[name], `${path}.${name}`, depth + 1),
    );
    return keccak256(concat(this.#typeHash(type, path), ...encoded));
  }

  #membersOf(type: string, path: string): readonly TypedDataMember[] {
    const members = Object.hasOwn(this.#types, type) ? this.#types[type] : undefined;
    if (members === undefined) throw badRequest(`${path}: the type ${type} is not declared`);
    return members;
  }

  /** Returns 32 bytes (EIP-712, "Definition of encodeData"). */
  #encodeValue(type: string, value: unknown, path: string, depth: number): Bytes {
    this.#count(value, depth);
    const array = arrayType.exec(type);
    if (array !== null) return this.#encodeArray(array, value, path, depth);
    if (!Object.hasOwn(this.#types, type)) return atomicValue(type, value, path);
    // A recursive struct ends with null, which is encoded as zero.
    return value === null ? new Uint8Array(32) : this.hashStruct(type, value, path, depth);
  }

  #encodeArray(
    [, element, length]: RegExpExecArray,
    value: unknown,
    path: string,
    depth: number,
  ): Bytes {
    if (!Array.isArray(value)) throw badRequest(`${path}: expected an array`);
    if (length !== "" && value.length !== Number(length)) {
      throw badRequest(`${path}: expected ${length} elements, got ${value.length}`);
    }
    const encoded = value.map((entry, index) =>
      this.#encodeValue(element as string, entry, `${path}[${index}]`, depth + 1),
    );
    return keccak256(concat(...encoded));
  }

  #count(value: unknown, depth: number): void {
    const { valuesMax, depthMax, textCharactersMax } = typedDataLimits;
    this.#values++;
    if (typeof value === "string") this.#textCharacters += value.length;
    assertAtMost("typed-data-text-characters", this.#textCharacters, textCharactersMax);
    assertAtMost("typed-data-values", this.#values, valuesMax);
    assertAtMost("typed-data-depth", depth, depthMax);
  }

  #typeHash(type: string, path: string): Hash32 {
    const known = this.#typeHashes.get(type);
    if (known !== undefined) return known;
    const hash = keccak256(new TextEncoder().encode(this.#encodeType(type, path)));
    this.#typeHashes.set(type, hash);
    return hash;
  }

  /**
   * Computes `encodeType` (EIP-712, "Definition of encodeType"): the struct, then those it refers
   * to in the order of names.
   */
  #encodeType(type: string, path: string): string {
    const referred = new Set([type]);
    for (const struct of referred) {
      for (const member of this.#membersOf(struct, path)) {
        const element = elementOf(member.type);
        if (Object.hasOwn(this.#types, element)) referred.add(element);
      }
    }
    referred.delete(type);
    return [type, ...[...referred].sort()]
      .map((struct) => {
        const members = this.#membersOf(struct, path);
        return `${struct}(${members.map(({ name, type: of }) => `${of} ${name}`).join(",")})`;
      })
      .join("");
  }
}
