/** Holds the private keys of unlocked accounts, and signs with them. */
import {
  type Address,
  type Bytes,
  Fault,
  type Signature,
  signHash,
  toKey,
} from "@tandem/primitives";
import type { DevelopmentAccount } from "../accounts/accounts.js";

/** The offset of the recovery id in the signature of a message (27), which EIP-155 kept for messages. */
const recoveryBase = 27;

export class HeldKeys {
  readonly addresses: readonly Address[];
  readonly #keys: ReadonlyMap<string, Uint8Array>;

  constructor(accounts: readonly DevelopmentAccount[]) {
    this.addresses = accounts.map(({ address }) => address);
    this.#keys = new Map(accounts.map(({ address, privateKey }) => [toKey(address), privateKey]));
  }

  has(address: Address): boolean {
    return this.#keys.has(toKey(address));
  }

  /**
   * Signs a digest of 32 bytes.
   * @throws {Fault} `unknown-account`
   */
  sign(address: Address, digest: Bytes): Signature {
    const key = this.#keys.get(toKey(address));
    if (key === undefined) throw new Fault({ code: "unknown-account", address });
    return signHash(digest, key);
  }

  /**
   * Signs a digest.
   * @returns `r`, `s` and `v`, 65 bytes.
   * @throws {Fault} `unknown-account`
   */
  signatureOf(address: Address, digest: Bytes): Bytes {
    const { r, s, recoveryId } = this.sign(address, digest);
    const signature = new Uint8Array(65);
    signature.set(r, 0);
    signature.set(s, 32);
    signature[64] = recoveryBase + recoveryId;
    return signature;
  }
}
