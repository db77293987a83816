/** Declares how errors name settings. */
import type { SettingName } from "./settings.js";

/** Names settings in errors as the user writes them: as flag, variable, key of a file, or option of `createNode`. */
export interface Spelling {
  /** Returns the name of a setting where it was given; undefined if it was not. */
  givenAs(name: SettingName): string | undefined;
  /** Returns the name of a setting where it was given, or where it could be. */
  spell(name: SettingName): string;
}
