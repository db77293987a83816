/** Finds the contracts of compilations by their code. */
import type { Compilation } from "./compilation.js";
import { ContractCode } from "./contract-code.js";
import type { JumpTarget } from "./jump-targets.js";
import { SourceFile } from "./source-file.js";
import type { MappedInstruction, SourceRange } from "./source-map.js";

/** The sources of a compilation by their id. */
type Sources = ReadonlyMap<number, SourceFile>;

/** A contract, and the instructions of the code that a frame executed. */
export interface ExecutedContract {
  readonly name: string;
  readonly abi: readonly unknown[];
  readonly instructions: ReadonlyMap<number, MappedInstruction>;
  readonly targets: ReadonlyMap<number, JumpTarget>;
  /** Returns the source of a part; undefined for code that the compiler generated. */
  sourceOf(part: SourceRange): SourceFile | undefined;
}

interface CompiledContract {
  readonly name: string;
  readonly abi: readonly unknown[];
  readonly runtime: ContractCode;
  readonly creation: ContractCode;
  readonly sources: Sources;
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
    const found = this.#contracts.find(({ runtime, creation }) =>
      isCreation ? creation.isInitCodeOf(code) : runtime.isCodeOf(code),
    );
    if (found === undefined) return undefined;
    const { name, abi, runtime, creation, sources } = found;
    const executed = isCreation ? creation : runtime;
    return {
      ...{ name, abi, instructions: executed.instructions, targets: executed.targets },
      sourceOf: ({ file }) => sources.get(file),
    };
  }
}

function contractsOf(compilation: Compilation): CompiledContract[] {
  const sources = sourcesOf(compilation);
  return Object.values(compilation.output.contracts).flatMap((file) =>
    Object.entries(file).flatMap(([name, contract]) => {
      if (contract === undefined) return [];
      const { abi, evm } = contract;
      const runtime = new ContractCode(evm.deployedBytecode);
      const creation = new ContractCode(evm.bytecode);
      return [{ name, abi, sources, runtime, creation }];
    }),
  );
}

function sourcesOf({ input, output, userSourceNameMap }: Compilation): Sources {
  const userNames = new Map(Object.entries(userSourceNameMap).map(([user, name]) => [name, user]));
  return new Map(
    Object.entries(output.sources).map(([name, { id, ast }]) => {
      const { content } = input.sources[name] ?? {};
      return [id, new SourceFile(userNames.get(name) ?? name, content, ast)];
    }),
  );
}
