/** Declares the settings of which development accounts there are. */
import { integer, text, value } from "@tandem/cli";

/** The mnemonic that development nodes have in common, whose keys are public. */
export const developmentMnemonic = "test test test test test test test test test test test junk";

/** The path of the accounts of development nodes (BIP-44), without their index. */
export const developmentPath = "m/44'/60'/0'/0";

export const accountSettings = {
  mnemonic: {
    ...value(
      text,
      developmentMnemonic,
      "WORDS",
      "BIP-39 words from which the development accounts are derived",
    ),
    isSecret: true,
  },
  "derivation-path": value(
    text.regex(/^m(\/[0-9]{1,9}'?){1,9}\/?$/, "expected a path such as m/44'/37310'/0'/0"),
    developmentPath,
    "PATH",
    "path (BIP-32) that the accounts are derived at, without their index",
  ),
  accounts: value(
    integer(0, 1000),
    10,
    "N",
    "number of development accounts funded at genesis, or 0 for none, unless a chain file defines accounts",
  ),
};
