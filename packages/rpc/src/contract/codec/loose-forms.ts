/**
 * Reads parameters in the forms that Hardhat's network 2.29.1 and anvil 1.7.1 take beside those of the specification, such
 * as quantities with leading zeros. A schema is marked with a reader, which returns the value in the specification's form,
 * so that the schema itself, its errors, and the nodes to which a request is passed know that form only.
 */
import { isJsonObject, toQuantity } from "@tandem/primitives";
import * as z from "@tandem/schema";

/** Returns a value in the specification's form, or the value itself if it is in that form or in none that is known. */
export type LooseReader = (value: unknown) => unknown;

const readers = new WeakMap<object, LooseReader>();

/** Marks a schema, and those that are derived from it by `describe` and `meta`, with a reader. */
export function loosely<S extends z.ZodType>(schema: S, read: LooseReader): S {
  z.whenConstructed(schema, (one) => readers.set(one, read));
  return schema;
}

/** Returns whether the first digit of a hex text is a zero that a quantity does not have. */
const hasLeadingZero = (hex: string) => hex.charCodeAt(2) === 0x30 && hex.length > 3;

const isNatural = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const zeros = /^0x0+(?=[0-9a-fA-F])/;

/** Reads a quantity with leading zeros, as ethers' `toBeHex` writes it. */
function withoutZeros(hex: string): string {
  return hasLeadingZero(hex) ? hex.replace(zeros, "0x") : hex;
}

/** More digits than an amount of 256 bits has are left to the schema, which refuses them. */
const decimal = /^[0-9]{1,77}$/;

/** Reads an amount in decimal digits, or in hex with leading zeros; `0x` is zero. */
export const looseText: LooseReader = (value) => {
  if (typeof value !== "string") return value;
  if (value.startsWith("0x")) return value.length === 2 ? "0x0" : withoutZeros(value);
  return decimal.test(value) ? toQuantity(BigInt(value)) : value;
};

/** Reads an amount that may also be a JSON number. */
export const looseAmount: LooseReader = (value) =>
  isNatural(value) ? toQuantity(value) : looseText(value);

/** Reads a storage position that is a JSON number. */
export const loosePosition: LooseReader = (value) => (isNatural(value) ? toQuantity(value) : value);

/** The number of characters of a block hash, which is no number although it has only hex digits. */
const hashCharacters = 66;

/** Reads the number of a block with leading zeros, alone or in an object (EIP-1898). */
export const looseBlock: LooseReader = (value) => {
  if (typeof value === "string") {
    const isNumber = value.startsWith("0x") && value.length < hashCharacters;
    return isNumber ? withoutZeros(value) : value;
  }
  if (!isJsonObject(value) || typeof value.blockNumber !== "string") return value;
  const blockNumber = looseBlock(value.blockNumber);
  return blockNumber === value.blockNumber ? value : { ...value, blockNumber };
};

/** Reads the number of a block that may also have decimal digits or be a JSON number. */
export const looseHeight: LooseReader = (value) => {
  if (isNatural(value)) return toQuantity(value);
  const isDecimal = typeof value === "string" && decimal.test(value);
  return isDecimal ? toQuantity(BigInt(value)) : looseBlock(value);
};

/** The parts of a definition that contain other schemas. */
interface Definition {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

/** Returns the mark of a schema, or of the one of which it is a copy. */
function markOf(schema: z.ZodType): LooseReader | undefined {
  let one: z.core.$ZodType | undefined = schema;
  while (one !== undefined) {
    const read = readers.get(one);
    if (read !== undefined) return read;
    one = one._zod.parent;
  }
  return undefined;
}

/** Returns the reader of a schema and of what it contains, or undefined if nothing in it is marked. */
export function looseReaderOf(given: z.ZodType): LooseReader | undefined {
  const schema = z.constructed(given);
  return markOf(schema) ?? readerOfParts(schema._zod.def as unknown as Definition);
}

function readerOfParts(definition: Definition): LooseReader | undefined {
  const { element, valueType, options, items, shape } = definition;
  const inner = definition.innerType ?? definition.in;
  if (inner !== undefined) return looseReaderOf(inner);
  if (shape !== undefined) return readerOfObject(shape);
  if (items !== undefined) return readerOfTuple(items.map(looseReaderOf));
  if (element !== undefined) return readerOfList(looseReaderOf(element));
  if (valueType !== undefined) return readerOfRecord(looseReaderOf(valueType));
  return options === undefined ? undefined : readerOfUnion(options.map(looseReaderOf));
}

const isReader = (read: LooseReader | undefined): read is LooseReader => read !== undefined;

/** The forms of a union differ in their JSON types, or mean the same. */
function readerOfUnion(options: readonly (LooseReader | undefined)[]): LooseReader | undefined {
  const marked = [...new Set(options.filter(isReader))];
  if (marked.length <= 1) return marked[0];
  return (value) => marked.reduce((found, read) => read(found), value);
}

/** Returns the reader of a list that has a reader for each of its items, or undefined if it has none. */
export function readerOfTuple(
  items: readonly (LooseReader | undefined)[],
): LooseReader | undefined {
  if (!items.some(isReader)) return undefined;
  return (value) =>
    Array.isArray(value) ? changed(value, (item, i) => items[i]?.(item) ?? item) : value;
}

function readerOfList(read: LooseReader | undefined): LooseReader | undefined {
  return read && ((value) => (Array.isArray(value) ? changed(value, read) : value));
}

/** Returns the items that a function returns, or the list itself if they are the same. */
function changed(list: readonly unknown[], read: (item: unknown, i: number) => unknown) {
  const found = list.map(read);
  return found.some((item, i) => item !== list[i]) ? found : list;
}

type Members = Readonly<Record<string, unknown>>;

function readerOfRecord(read: LooseReader | undefined): LooseReader | undefined {
  if (read === undefined) return undefined;
  return (value) => {
    if (!isJsonObject(value)) return value;
    let found: Members = value;
    for (const key of Object.keys(value)) found = withRead(value, found, key, read);
    return found;
  };
}

function readerOfObject(shape: NonNullable<Definition["shape"]>): LooseReader | undefined {
  const members: (readonly [key: string, read: LooseReader])[] = [];
  for (const [key, schema] of Object.entries(shape)) {
    const read = looseReaderOf(schema);
    if (read !== undefined) members.push([key, read]);
  }
  if (members.length === 0) return undefined;
  return (value) => {
    if (!isJsonObject(value)) return value;
    let found: Members = value;
    for (const [key, read] of members) {
      if (value[key] !== undefined) found = withRead(value, found, key, read);
    }
    return found;
  };
}

/**
 * Returns an object with what a reader returns for a member.
 * @param found the object, or a copy of it that already has other members, which is changed.
 */
function withRead(object: Members, found: Members, key: string, read: LooseReader): Members {
  const value = object[key];
  const other = read(value);
  if (other === value) return found;
  const copy: Record<string, unknown> = found === object ? { ...object } : found;
  copy[key] = other;
  return copy;
}
