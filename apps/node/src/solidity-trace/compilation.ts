/**
 * Describes what a compilation of Solidity gave: code, source maps and declarations. The form is that of
 * solc's standard JSON, of which Hardhat and Foundry write files.
 */
import * as z from "zod";

/** The first byte of a range, and its number of bytes. */
const range = z.object({ start: z.int().nonnegative(), length: z.int().nonnegative() });

const code = z.object({
  object: z.string(),
  sourceMap: z.string().default(""),
  /** The places of addresses of libraries, by file and name. */
  linkReferences: z.record(z.string(), z.record(z.string(), z.array(range))).default({}),
  /** The places of immutable values, by the id of the variable. */
  immutableReferences: z.record(z.string(), z.array(range)).default({}),
});

/** A node of a syntax tree. `src` is `start:length:file`, in bytes of UTF-8. */
const declaration = z.object({
  nodeType: z.string(),
  name: z.string().nullish(),
  kind: z.string().nullish(),
  /** Takes the place of the kind in compilers before 0.5. */
  isConstructor: z.boolean().nullish(),
  src: z.string(),
  /** The first four bytes of its calls' input, as hex digits. Compilers before 0.6 do not tell it. */
  functionSelector: z.string().nullish(),
  /** The modifiers of a function, and the constructors of bases. */
  modifiers: z
    .array(z.object({ modifierName: z.object({ name: z.string().nullish() }) }))
    .default([]),
});

/** The declarations of a file, and those of its contracts. */
const syntaxTree = z.object({
  nodes: z.array(
    z.object({
      ...declaration.shape,
      id: z.number().nullish(),
      /** The ids of a contract and of its bases, in the order in which functions are looked up. */
      linearizedBaseContracts: z.array(z.number()).nullish(),
      nodes: z.array(declaration).default([]),
    }),
  ),
});

const contract = z.object({
  abi: z.array(z.unknown()).default([]),
  evm: z.object({ bytecode: code, deployedBytecode: code }),
});

const input = z.object({
  sources: z.record(z.string(), z.object({ content: z.string().optional() })),
});

/**
 * Contracts and trees of another language have another form, such as those of Vyper in a project of
 * Foundry. They are left out, so that the others are found.
 */
const output = z.object({
  sources: z
    .record(z.string(), z.object({ id: z.number(), ast: syntaxTree.optional().catch(undefined) }))
    .default({}),
  contracts: z
    .record(z.string(), z.record(z.string(), contract.optional().catch(undefined)))
    .default({}),
});

/** The names of files in a project, with their names in the compilation, if these differ. */
const userNames = z.record(z.string(), z.string()).default({});

export const compilation = z.object({ input, output, userSourceNameMap: userNames });

export type Compilation = z.output<typeof compilation>;
export type CodeOutput = z.output<typeof code>;
export type SyntaxTree = z.output<typeof syntaxTree>;
