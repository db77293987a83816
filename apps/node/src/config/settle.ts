/** Completes the settings of all sources: by presets, by the chain file, and by checks of their combination. */
import type { Resolved, Source } from "@tandem/cli";
import { settleByChain } from "./chain-values.js";
import { assertEffective, withCompat } from "./compat.js";
import { withInit } from "./init.js";
import type { ResolvedSettings } from "./resolved-settings.js";
import type { SettingName, settings } from "./settings.js";

export interface SettledSettings extends ResolvedSettings {
  /** The settings whose values come from the preset of `compat`. */
  readonly preset: readonly SettingName[];
  /** The settings whose values come from the chain file. */
  readonly stated: ReadonlySet<SettingName>;
}

/**
 * @param sources of the values. Settings that no source has are named as in the first one.
 * @throws {UsageError} for settings that exclude each other or have no effect, and for an invalid chain file.
 */
export function settle<Origin extends string>(
  { values, origins }: Resolved<typeof settings, Origin>,
  sources: readonly [Source<Origin>, ...Source<Origin>[]],
): SettledSettings {
  const givenAs = (name: SettingName) =>
    sources.find(({ origin }) => origin === origins[name])?.spell(name);
  const spell = (name: SettingName) => givenAs(name) ?? sources[0].spell(name);
  const spelling = { givenAs, spell };
  const preset = withCompat(withInit(values, spelling), givenAs);
  const { config, chainFile, stated } = settleByChain(preset.config, spelling);
  assertEffective(config, spelling);
  return { config, chainFile, spell, preset: preset.names, stated };
}
