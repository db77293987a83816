/**
 * The header rules in the order in which they are checked: cheap ones first, the proof near the
 * end.
 */
import { bitcoinTime } from "./bitcoin-time.js";
import { difficulty } from "./difficulty.js";
import { extraData } from "./extra-data.js";
import { forkDetection } from "./fork-detection.js";
import { form } from "./form.js";
import { future } from "./future.js";
import { gasLimit } from "./gas-limit.js";
import { gasUsed } from "./gas-used.js";
import { mergedMining } from "./merged-mining.js";
import { minimumGasPrice } from "./minimum-gas-price.js";
import { parentLink } from "./parent-link.js";
import type { Rule } from "./rule.js";
import { timestamp } from "./timestamp.js";
import { uncleCount } from "./uncle-count.js";

export const headerRules: readonly Rule[] = [
  parentLink,
  timestamp,
  future,
  gasLimit,
  gasUsed,
  extraData,
  difficulty,
  minimumGasPrice,
  form,
  uncleCount,
  bitcoinTime,
  mergedMining,
  forkDetection,
];
