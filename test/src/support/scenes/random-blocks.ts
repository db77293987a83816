/** Makes random blocks, to be traced one after the other. */
import {
  decodeTransaction,
  evmCommon,
  type TracerRequest,
  type TracerResult,
  testSpec,
} from "@tandem/primitives";
import { systemClock } from "@tandem/runtime";
import { createExecutor, createMemorySource, genesisState, type Outcome } from "@tandem/state";
import { seeded } from "../seeded.js";
import { createWorld } from "./random-world.js";
import { ancestorHash, env } from "./trace-scene.js";

const chainId = 31;
const gasLimit = 30_000_000n;
const replayMsMax = 60_000;

export interface RandomBlock {
  readonly outcome: Outcome;
  /** Traces all of its transactions. */
  replay(tracer: TracerRequest): Promise<readonly TracerResult[]>;
}

/** Yields blocks of three to ten transactions, of which some deploy code of random bytes. */
export async function* randomBlocks(seed: number, count: number): AsyncGenerator<RandomBlock> {
  const common = evmCommon(chainId, "osaka");
  const random = seeded(seed);
  const { minimumGasPrice } = env;
  const world = createWorld({ chainId, random, people: 8, minimumGasPrice, isFuzzed: true });
  const source = createMemorySource();
  const executor = createExecutor({ chainId, forks: testSpec.forks, source, clock: systemClock });
  const genesis = genesisState(
    world.people.map(({ address }) => ({ address, balance: 10n ** 24n })),
  );
  source.write(genesis);
  let parentRoot = genesis.stateRoot;
  for (let number = 1; number <= count; number++) {
    const where = { parentRoot, env: { ...env, number, gasLimit }, ancestorHash };
    const execution = await executor.begin(where);
    for (let i = 0; i < 3 + random.int(8); i++) {
      const raw = world.transaction((address) => execution.reader().nonceOf(address));
      await execution.apply(decodeTransaction(raw, common));
    }
    const outcome = await execution.finish();
    const all = { ...where, transactions: outcome.transactions, first: 0, timeoutMs: replayMsMax };
    yield { outcome, replay: (tracer) => executor.replay({ ...all, tracer }) };
    source.write(outcome);
    world.learn(outcome);
    parentRoot = outcome.stateRoot;
  }
}
