/** Finds the contracts of compilations by their code. */
import { hexDigits } from "@tandem/primitives";
import type { Compilation } from "./compilation.js";
import { ContractCode } from "./contract-code.js";
import type { JumpTarget } from "./jump-targets.js";
import type { SourceFile } from "./source-file.js";
import type { MappedInstruction, SourceRange } from "./source-map.js";
import { Sources } from "./sources.js";

/** Holds what the codes of a contract have in common. */
interface ContractFacts {
  readonly name: string;
  /** The name of its source in the compilation. */
  readonly source: string;
  readonly abi: readonly unknown[];
  readonly sources: Sources;
}

/** A contract, and the instructions of its code or of its init code. */
export class ExecutedContract {
  readonly code: ContractCode;
  readonly #facts: ContractFacts;

  constructor(code: ContractCode, facts: ContractFacts) {
    this.code = code;
    this.#facts = facts;
  }

  get name(): string {
    return this.#facts.name;
  }

  /** The name of the file of its source in the project. */
  get file(): string {
    const { sources, source } = this.#facts;
    return sources.nameOf(source);
  }

  get abi(): readonly unknown[] {
    return this.#facts.abi;
  }

  get instructions(): ReadonlyMap<number, MappedInstruction> {
    return this.code.instructions;
  }

  get targets(): ReadonlyMap<number, JumpTarget> {
    return this.code.targets;
  }

  /** Returns the source of a part; undefined for code that the compiler generated. */
  sourceOf({ file }: Pick<SourceRange, "file">): SourceFile | undefined {
    return this.#facts.sources.file(file);
  }

  /**
   * Returns the function that a call chooses, or the constructor, if the compiler tells it.
   * @param selector the first bytes of the call's input; undefined for a creation.
   */
  entryOf(selector: Uint8Array | undefined): SourceRange | undefined {
    const { sources, source, name } = this.#facts;
    return selector === undefined
      ? sources.constructorOf(source, name)
      : sources.calledOf(source, name, hexDigits(selector));
  }
}

/** The codes of a contract. */
interface CompiledContract {
  readonly runtime: ExecutedContract;
  readonly creation: ExecutedContract;
}

export class CompiledContracts {
  readonly #contracts: readonly CompiledContract[];

  /** @param compilations the newest first. */
  constructor(compilations: readonly Compilation[]) {
    this.#contracts = compilations.flatMap(contractsOf);
  }

  get size(): number {
    return this.#contracts.length;
  }

  /** @param isCreation whether the code is init code, with arguments of the constructor. */
  find(code: Uint8Array, isCreation: boolean): ExecutedContract | undefined {
    if (isCreation) {
      return this.#contracts.find(({ creation }) => creation.code.isInitCodeOf(code))?.creation;
    }
    return this.#contracts.find(({ runtime }) => runtime.code.isCodeOf(code))?.runtime;
  }
}

function contractsOf(compilation: Compilation): CompiledContract[] {
  const sources = new Sources(compilation);
  return Object.entries(compilation.output.contracts).flatMap(([source, file]) =>
    Object.entries(file).flatMap(([name, contract]) => {
      if (contract === undefined) return [];
      const { abi, evm } = contract;
      const facts = { name, source, abi, sources };
      const runtime = new ExecutedContract(new ContractCode(evm.deployedBytecode), facts);
      const creation = new ExecutedContract(new ContractCode(evm.bytecode), facts);
      return [{ runtime, creation }];
    }),
  );
}
