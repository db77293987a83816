export {
  type Command,
  defaultOf,
  execute,
  helpOf,
  type Invocation,
  type OptionGroup,
  parseCommand,
  synopsisOf,
  termOf,
  usageOf,
} from "./command.js";
export { completionScript } from "./completion.js";
export {
  environmentName,
  flagSource,
  printSettings,
  type Resolved,
  readFlags,
  resolve,
  type Source,
  showValue,
  variablesSource,
} from "./resolve.js";
export { settingsSchema } from "./schema.js";
export {
  address,
  integer,
  list,
  maybe,
  oneOf,
  type Setting,
  type Settings,
  text,
  toggle,
  type Values,
  value,
} from "./setting.js";
export { didYouMean, UsageError } from "./usage-error.js";
