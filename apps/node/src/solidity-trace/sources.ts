/** Finds sources of a compilation, and the functions that calls of its contracts choose. */
import type { Compilation } from "./compilation.js";
import { type ContractDeclaration, SourceFile } from "./source-file.js";
import type { SourceRange } from "./source-map.js";

/** A contract, and the id of its source. */
interface Declared {
  readonly file: number;
  readonly contract: ContractDeclaration;
}

export class Sources {
  readonly #files: ReadonlyMap<number, SourceFile>;
  /** The ids of the sources by their names in the compilation. */
  readonly #ids: ReadonlyMap<string, number>;
  #contracts: ReadonlyMap<number, Declared> | undefined;

  constructor({ input, output, userSourceNameMap }: Compilation) {
    const sources = Object.entries(output.sources);
    const userNames = new Map(Object.entries(userSourceNameMap).map(([user, own]) => [own, user]));
    this.#ids = new Map(sources.map(([name, { id }]) => [name, id]));
    this.#files = new Map(
      sources.map(([name, { id, ast }]) => {
        const { content } = input.sources[name] ?? {};
        return [id, new SourceFile(userNames.get(name) ?? name, content, ast)];
      }),
    );
  }

  /** @param id of the source in the compilation. */
  file(id: number): SourceFile | undefined {
    return this.#files.get(id);
  }

  /** Returns the name of a source in the project. @param source its name in the compilation. */
  nameOf(source: string): string {
    return this.#files.get(this.#ids.get(source) ?? -1)?.name ?? source;
  }

  /** Returns the constructor of a contract, unless it has none of its own. */
  constructorOf(source: string, name: string): SourceRange | undefined {
    const { file, contract } = this.#declared(source, name) ?? {};
    const found = contract?.creation;
    return file === undefined || found === undefined ? undefined : { ...found, file };
  }

  /**
   * Returns the function of a contract, or of one of its bases, that a call chooses.
   * @param selector the first four bytes of the call's input, as hex digits.
   */
  calledOf(source: string, name: string, selector: string): SourceRange | undefined {
    const contracts = this.#byId();
    for (const id of this.#declared(source, name)?.contract.lookup ?? []) {
      const { file, contract } = contracts.get(id) ?? {};
      const found = contract?.functions.get(selector);
      if (file !== undefined && found !== undefined) return { ...found, file };
    }
    return undefined;
  }

  #declared(source: string, name: string): Declared | undefined {
    const file = this.#ids.get(source);
    return [...this.#byId().values()].find(
      (one) => one.file === file && one.contract.name === name,
    );
  }

  #byId(): ReadonlyMap<number, Declared> {
    this.#contracts ??= new Map(
      [...this.#files].flatMap(([file, source]) =>
        source.contracts.map((contract) => [contract.id, { file, contract }] as const),
      ),
    );
    return this.#contracts;
  }
}
