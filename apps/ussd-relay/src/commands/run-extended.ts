/** Runs the extended mode, and the commands of its operator about a user. */
import { existsSync } from "node:fs";
import { UsageError } from "@tandem/cli";
import { getAddress, hexToBytes } from "viem";
import type { RelayOptions } from "../compose.js";
import type { ResolvedConfig } from "../config/config.js";
import { openRecords, recordsFolder, startExtendedRelay } from "../extended/compose.js";
import { readPhoneNumber } from "../extended/phone-number.js";
import { deriveSecrets } from "../extended/secrets.js";
import { unlocked } from "../extended/user/pin-check.js";
import { loadUser, type User, userChange } from "../extended/user/user.js";
import { program } from "../program.js";
import type { Records } from "../records/records.js";
import type { Found } from "./found.js";

const secondMs = 1000;
const minuteMs = 60_000;

/** @throws {UsageError} and what `startExtendedRelay` throws. */
export async function runExtended({ value, given }: ResolvedConfig, options: RelayOptions) {
  if (value("transfer-min") > value("transfer-max")) {
    throw new UsageError("--transfer-min is more than --transfer-max");
  }
  if (options.gateway === undefined) {
    options.log.warn("posts are accepted from every client: set --gateway-allow or a gateway key");
  }
  const lockMinutes = value("lock-minutes");
  return startExtendedRelay({
    ...options,
    forwarder: value("forwarder"),
    countryCode: given("country-code"),
    redisUrl: given("redis-url"),
    mnemonic: value("mnemonic"),
    derivationPath: value("derivation-path"),
    secret: hexToBytes(value("master-key")),
    limits: {
      transferMin: value("transfer-min"),
      transferMax: value("transfer-max"),
      dayMax: value("day-max"),
    },
    lockMs: lockMinutes === 0 ? undefined : lockMinutes * minuteMs,
    stuckMs: value("stuck-seconds") * secondMs,
    postsPerMinute: value("posts-per-minute"),
  });
}

/**
 * Finds the user of a phone number. With records in a directory the relay must not be running.
 * @throws {UsageError} if nobody has the number, and for a directory without records. @throws {UnusableStore}
 * @throws {RecordsAway}
 */
async function withUser(
  command: string,
  phone: string | undefined,
  { value, given }: ResolvedConfig,
  act: (user: User, records: Records) => Found | Promise<Found>,
): Promise<Found> {
  const number = readPhoneNumber(phone ?? "", { countryCode: given("country-code") });
  if (number === undefined) {
    throw new UsageError(`${program} ${command} NUMBER: give a phone number`);
  }
  const options = { dataDirectory: value("data-dir"), redisUrl: given("redis-url") };
  if (options.redisUrl === undefined && !existsSync(recordsFolder(options))) {
    throw new UsageError(
      `the data directory ${options.dataDirectory} has no users of a relay in extended mode`,
    );
  }
  const records = await openRecords(options);
  try {
    const id = deriveSecrets(hexToBytes(value("master-key"))).phoneId(number);
    const user = await loadUser(records, id);
    if (user === undefined) throw new UsageError("nobody is registered with this number");
    return await act(user, records);
  } finally {
    await records.close();
  }
}

/** Runs `tandem-relay address NUMBER`. @returns the address of the user's wallet. @throws as `withUser`. */
export const showAddress = (phone: string | undefined, resolved: ResolvedConfig): Promise<Found> =>
  withUser("address", phone, resolved, (user) => {
    const address = getAddress(user.address);
    return { facts: { address }, text: address };
  });

/** Runs `tandem-relay unlock NUMBER`, which unlocks the user. @throws as `withUser`. */
export const unlock = (phone: string | undefined, resolved: ResolvedConfig): Promise<Found> =>
  withUser("unlock", phone, resolved, async (user, records) => {
    await records.write([userChange(unlocked(user))]);
    return { facts: { unlocked: true }, text: "unlocked" };
  });
