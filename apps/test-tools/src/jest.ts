/**
 * Is an environment of Jest in which each test file has its own node, as `tandem`.
 * `testEnvironmentOptions.tandem` has its options. `testEnvironmentOptions.snapshotPerTest` reverts
 * the changes of each test.
 */
import { createRequire } from "node:module";
import type { CreateNodeOptions } from "@tandem/node";
import { createNode, type ViemNode } from "@tandem/node/viem";
import { beginReverting } from "./begin-reverting.js";

/** The parts of Jest's configuration that are read. */
export interface JestConfig {
  readonly projectConfig: {
    readonly testEnvironmentOptions: {
      readonly tandem?: CreateNodeOptions;
      readonly snapshotPerTest?: boolean;
    };
  };
}

/** The parts of Jest's environment for Node that are used. */
export interface JestNodeEnvironment {
  readonly global: { tandem?: ViemNode };
  setup(): Promise<void>;
  teardown(): Promise<void>;
}

type EnvironmentClass = new (config: JestConfig, context: object) => JestNodeEnvironment;

// Jest in the version of the user's project.
const { TestEnvironment } = createRequire(import.meta.url)("jest-environment-node") as {
  readonly TestEnvironment: EnvironmentClass;
};

/** Starts a node before the tests of a file, and stops it after them. */
export class TandemEnvironment extends TestEnvironment {
  readonly #options: CreateNodeOptions;
  readonly #isSnapshotPerTest: boolean;
  #node: ViemNode | undefined;
  #revert: (() => Promise<void>) | undefined;

  constructor(config: JestConfig, context: object) {
    super(config, context);
    const { tandem = {}, snapshotPerTest = false } = config.projectConfig.testEnvironmentOptions;
    this.#options = tandem;
    this.#isSnapshotPerTest = snapshotPerTest;
  }

  override async setup(): Promise<void> {
    await super.setup();
    this.#node = await createNode(this.#options);
    this.global.tandem = this.#node;
  }

  override async teardown(): Promise<void> {
    await this.#node?.close();
    await super.teardown();
  }

  /**
   * Called by Jest at each step of a test file. `beforeEach` runs after `test_start`, `afterEach`
   * before `test_done`.
   */
  async handleTestEvent({ name }: { readonly name: string }): Promise<void> {
    if (!this.#isSnapshotPerTest || this.#node === undefined) return;
    if (name === "test_start") this.#revert = await beginReverting(this.#node);
    if (name !== "test_done" || this.#revert === undefined) return;
    await this.#revert();
    this.#revert = undefined;
  }
}

// Jest uses the default export.
export { TandemEnvironment as default };
