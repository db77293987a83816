/** Compares the chain that a database records with the chain of the settings. */
import { createGenesisSteps, type Differences } from "@tandem/chain";
import { type ChainSpec, formerSpecs } from "@tandem/primitives";
import { type Cancellation, runYielding } from "@tandem/runtime";
import { identityDifferences, type Reader, recordedSpec } from "@tandem/store";
import { isBuiltIn } from "../config/chain-file.js";
import type { ResolvedSettings } from "../config/resolved-settings.js";
import type { Config } from "../config/settings.js";
import type { Fork } from "../fork/fork.js";

/** The identity of the chain of a database. */
export type RecordedChain = Pick<Reader, "get">;

/** Returns the chain of the settings, or the previous rules with which a database was created. */
export async function specIn(
  recorded: RecordedChain,
  config: Config,
  unforked: ChainSpec,
  fork: Fork | undefined,
): Promise<ChainSpec> {
  const chainId = config["chain-id"];
  const forked = await fork?.spec(unforked);
  const named = forked && chainId !== undefined ? { ...forked, chainId } : forked;
  return withRecordedRules(recorded, config, named ?? unforked);
}

function withRecordedRules(recorded: RecordedChain, config: Config, wanted: ChainSpec): ChainSpec {
  const former = isBuiltIn(config.chain) ? formerSpecs(wanted) : [];
  return recordedSpec(recorded, [wanted, ...former]);
}

/**
 * Returns in what a recorded chain differs from that of the settings, which forks no other. The genesis is computed
 * when a chain is compared: it takes seconds for a hundred thousand accounts. The comparison throws an AbortError once
 * it is cancelled.
 */
export const differencesFrom =
  (
    { config, spell }: Pick<ResolvedSettings, "config" | "spell">,
    wanted: ChainSpec,
    cancellation?: Cancellation,
  ): Differences =>
  async (recorded) => {
    const spec = withRecordedRules(recorded, config, wanted);
    const { block } = await runYielding(createGenesisSteps(wanted), cancellation);
    return identityDifferences(recorded, { spec, genesisHash: block.hash, spell });
  };
