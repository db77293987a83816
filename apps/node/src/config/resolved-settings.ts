/** Declares the settings as the parts of a node get them. */
import type { SpecFile } from "@tandem/primitives";
import type { Config } from "./settings.js";
import type { Spelling } from "./spelling.js";

/** The settings with which a node is started. */
export interface ResolvedSettings {
  readonly config: Config;
  /** The chain that the settings name, as its file was read once. */
  readonly chainFile: SpecFile;
  readonly spell: Spelling["spell"];
}
