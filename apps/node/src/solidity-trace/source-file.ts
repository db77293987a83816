/** Finds lines and functions in a source. */
import type { SyntaxTree } from "./compilation.js";
import type { SourceRange } from "./source-map.js";

type Part = Pick<SourceRange, "start" | "length">;
type Member = SyntaxTree["nodes"][number]["nodes"][number];

/** A function, a modifier, a state variable, or a contract as a whole. */
interface Declaration extends Part {
  /** The name with that of its contract, such as `Lock.open`. */
  readonly name: string;
  readonly isModifier: boolean;
  readonly isContract: boolean;
  /** The names of the modifiers of a function, without those of their contracts. */
  readonly modifiers: ReadonlySet<string>;
}

/** A contract, and what a call of it may choose. */
export interface ContractDeclaration {
  readonly name: string;
  /** Its id in the compilation. */
  readonly id: number;
  /** The ids of the contract and of its bases, in the order in which functions are looked up. */
  readonly lookup: readonly number[];
  readonly creation: Part | undefined;
  /** The functions that can be called, by the hex digits of their selector. */
  readonly functions: ReadonlyMap<string, Part>;
}

/** Counted from 1. A column is a character. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

const lineFeed = 10;

/** The kinds of functions without a name. */
const unnamed: ReadonlySet<unknown> = new Set(["constructor", "fallback", "receive"]);

/** Returns whether a part of the same source is within another one. */
export const contains = (outer: Part, inner: Part): boolean =>
  outer.start <= inner.start && inner.start + inner.length <= outer.start + outer.length;

export class SourceFile {
  readonly name: string;
  readonly contracts: readonly ContractDeclaration[];
  readonly #content: string | undefined;
  readonly #declarations: readonly Declaration[];
  readonly #parts: ReadonlyMap<string, Declaration>;
  #lines: Lines | undefined;

  /** @param content undefined if the compilation does not have it. */
  constructor(name: string, content: string | undefined, tree: SyntaxTree | undefined) {
    this.name = name;
    this.contracts = tree === undefined ? [] : contractsOf(tree);
    this.#content = content;
    this.#declarations = tree === undefined ? [] : declarationsOf(tree);
    this.#parts = new Map(this.#declarations.map((one) => [partText(one), one]));
  }

  /** Returns where a part begins; undefined if the content is not known, or does not have it. */
  positionOf({ start }: Part): SourcePosition | undefined {
    if (this.#content === undefined) return undefined;
    this.#lines ??= linesOf(this.#content);
    const { bytes, starts } = this.#lines;
    if (!(start >= 0 && start <= bytes.length)) return undefined;
    const at = starts.findLastIndex((lineStart) => lineStart <= start);
    return { line: at + 1, column: bytes.toString("utf8", starts[at], start).length + 1 };
  }

  /** Returns the name of the smallest declaration around a part. */
  nameAt(part: Part): string | undefined {
    return this.#around(part)?.name;
  }

  /** Returns whether a part is within a function, a modifier or a state variable. */
  isInFunction(part: Part): boolean {
    return this.#around(part)?.isContract === false;
  }

  /** Returns the name of the modifier around a part, whose code is in each function that has it. */
  modifierAt(part: Part): string | undefined {
    const around = this.#around(part);
    return around?.isModifier === true ? lastNameOf(around.name) : undefined;
  }

  /** Returns whether a part is a whole function that has a modifier. */
  hasModifier(part: Part, name: string): boolean {
    return this.#parts.get(partText(part))?.modifiers.has(name) === true;
  }

  #around(part: Part): Declaration | undefined {
    const around = this.#declarations.filter((one) => contains(one, part));
    return around.sort((a, b) => a.length - b.length)[0];
  }

  /** Returns whether a part is a whole function or contract, as it is for code that no statement has. */
  isDeclaration(part: Part): boolean {
    return this.#parts.has(partText(part));
  }

  /** Returns whether a part is a whole function, modifier or state variable. */
  isFunction(part: Part): boolean {
    return this.#parts.get(partText(part))?.isContract === false;
  }
}

/** Returns `open` of `Lock.open`. */
const lastNameOf = (name: string) => name.slice(name.lastIndexOf(".") + 1);

const partText = ({ start, length }: Part) => `${start}:${length}`;

/** A text, and the positions of its lines in it. */
interface Lines {
  readonly bytes: Buffer;
  readonly starts: readonly number[];
}

function linesOf(content: string): Lines {
  const bytes = Buffer.from(content);
  const starts = [0];
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    starts.push(at + 1);
  }
  return { bytes, starts };
}

function declarationsOf({ nodes }: SyntaxTree): Declaration[] {
  return nodes.flatMap((node) => {
    const isContract = node.nodeType === "ContractDefinition";
    if (!isContract && node.nodeType !== "FunctionDefinition") return [];
    const outer = declarationOf(node, node.name ?? "");
    const members = node.nodes.map((member) => {
      const kind = kindOf(member);
      const own = unnamed.has(kind) ? kind : member.name;
      return declarationOf(member, own ? `${outer.name}.${own}` : outer.name);
    });
    return [outer, ...members];
  });
}

/** Returns the kind of a function; undefined for what is none. */
function kindOf({ kind, nodeType, name, isConstructor }: Member): string | undefined {
  if (kind != null || nodeType !== "FunctionDefinition") return kind ?? undefined;
  if (isConstructor === true) return "constructor";
  return name ? "function" : "fallback";
}

function contractsOf({ nodes }: SyntaxTree): ContractDeclaration[] {
  return nodes.flatMap(({ nodeType, id, name, linearizedBaseContracts, nodes: members }) => {
    if (nodeType !== "ContractDefinition" || id == null) return [];
    const creation = members.find((member) => kindOf(member) === "constructor");
    const functions = members.flatMap(({ functionSelector, src }) =>
      functionSelector == null ? [] : [[functionSelector, partOf(src)] as const],
    );
    return {
      name: name ?? "",
      id,
      lookup: linearizedBaseContracts ?? [],
      creation: creation && partOf(creation.src),
      functions: new Map(functions),
    };
  });
}

const declarationOf = ({ src, nodeType, modifiers }: Member, name: string): Declaration => ({
  name,
  modifiers: new Set(modifiers.map(({ modifierName }) => lastNameOf(modifierName.name ?? ""))),
  isModifier: nodeType === "ModifierDefinition",
  isContract: nodeType === "ContractDefinition",
  ...partOf(src),
});

function partOf(src: string): Part {
  const [start = 0, length = 0] = src.split(":").map(Number);
  return { start, length };
}
