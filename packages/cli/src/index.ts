export {
  type ColourTarget,
  hasColour,
  type Palette,
  paletteOf,
  type Style,
} from "./colour.js";
export type { Command, Invocation, OptionGroup, Streams, WithoutOutput } from "./command.js";
export {
  completionNotes,
  completionScript,
  shellOf,
} from "./completion/completion.js";
export { execute, parseCommand } from "./execute.js";
export { ExitCode, exitCodeMeanings } from "./exit-code.js";
export { fileReason, isMissingFile, unreadable } from "./file-reason.js";
export { defaultOf, groupLines, helpOf, termOf } from "./help.js";
export { configJsonFlag, jsonFlag, writeJson } from "./json-output.js";
export { mayLinger, noteLingering } from "./lingering.js";
export { type ManPage, manPage } from "./man-page.js";
export { handleOutputFailures } from "./output-failure.js";
export { ownValue } from "./own-value.js";
export { printable, printableJson, printableLines } from "./printable.js";
export {
  environmentName,
  flagSource,
  printSettings,
  type Resolved,
  readFirst,
  readFlags,
  resolve,
  type Source,
  settingFacts,
  showValue,
  variablesSource,
} from "./resolve.js";
export { settingsSchema } from "./schema.js";
export { hasServed, noteServed } from "./served.js";
export {
  address,
  integer,
  list,
  maybe,
  type Need,
  oneOf,
  path,
  type Setting,
  type Settings,
  text,
  toggle,
  type Values,
  value,
  yesOrNo,
} from "./setting.js";
export { didYouMean, UsageError } from "./usage-error.js";
export { columns, fitted, message, twoColumns, wrapped } from "./wrap.js";
