/** Lists all attacks. */
import type { Attack } from "./attack.js";
import { bodyAttacks } from "./body-attacks.js";
import { chainAttacks } from "./chain-attacks.js";
import { executionAttacks } from "./execution-attacks.js";
import { filterAttacks } from "./filter-attacks.js";
import { loopAttacks } from "./loop-attacks.js";
import { overrideAttacks } from "./override-attacks.js";
import { parameterAttacks } from "./parameter-attacks.js";
import { poolAttacks } from "./pool-attacks.js";
import { precompileAttacks } from "./precompile-attacks.js";
import { scriptAttacks } from "./script-attacks.js";

export const allAttacks: readonly Attack[] = [
  ...precompileAttacks,
  ...loopAttacks,
  ...overrideAttacks,
  ...scriptAttacks,
  ...parameterAttacks,
  ...bodyAttacks,
  ...filterAttacks,
  ...executionAttacks,
  ...chainAttacks,
  ...poolAttacks,
];
