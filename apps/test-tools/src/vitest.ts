/**
 * Declares fixtures for vitest's `test.extend`. Vitest reads the names of a fixture's dependencies
 * from the text of its function, so each has an object pattern as its parameter.
 */
import type { CreateNodeOptions } from "@tandem/node";
import { createNode, type ViemNode } from "@tandem/node/viem";
import { beginReverting } from "./begin-reverting.js";

/** Passes a fixture's value to the test, and resolves when the test has ended. */
type Use = (node: ViemNode) => Promise<void>;

export interface NodePerTest {
  readonly node: (context: object, use: Use) => Promise<void>;
}

export interface SnapshotPerTest {
  /** The node of the file, with the data that the tests share. */
  readonly fileNode: [(context: object, use: Use) => Promise<void>, { readonly scope: "file" }];
  /** The same node. The changes of a test are reverted after it. */
  readonly node: (context: { readonly fileNode: ViemNode }, use: Use) => Promise<void>;
}

async function useNode(options: CreateNodeOptions, use: Use, prepare?: Prepare): Promise<void> {
  const node = await createNode(options);
  try {
    await prepare?.(node);
    await use(node);
  } finally {
    await node.close();
  }
}

/** Returns the fixture `node`: a node of its own for each test that uses it. */
export const nodePerTest = (options: CreateNodeOptions = {}): NodePerTest => ({
  // biome-ignore lint/correctness/noEmptyPattern: vitest asks for a pattern.
  node: async ({}, use) => useNode(options, use),
});

/** Prepares data that the tests of a file share, such as contracts. */
export type Prepare = (node: ViemNode) => Promise<unknown>;

/**
 * Returns the fixture `node`: one node for a file, which each test finds in the state after
 * `prepare`. Tests of a file must not run concurrently. It requires vitest 3.2 or later.
 */
export const snapshotPerTest = (
  options: CreateNodeOptions = {},
  prepare?: Prepare,
): SnapshotPerTest => ({
  // biome-ignore lint/correctness/noEmptyPattern: vitest asks for a pattern.
  fileNode: [async ({}, use) => useNode(options, use, prepare), { scope: "file" }],
  node: async ({ fileNode }, use) => {
    const revert = await beginReverting(fileNode);
    try {
      await use(fileNode);
    } finally {
      await revert();
    }
  },
});
