/** Declares sending and signing by the node. */
import type { Address, Bytes, CallRequest, SignedTransaction, TxHash } from "@tandem/primitives";

/** Sends and signs for accounts whose keys the node holds. By default it holds none. */
export interface AccountsApi {
  /** Returns the addresses of the held keys, in the order of the mnemonic. */
  accounts(): readonly Address[];
  /**
   * Signs a digest of 32 bytes.
   * @returns 65 bytes: `r`, `s`, and 27 or 28.
   * @throws {Fault} `unknown-account`
   */
  sign(address: Address, digest: Bytes): Bytes;
  /**
   * Fills in omitted fields, and signs a transaction without sending it.
   * @returns the transaction in EIP-2718 form.
   * @throws {Fault} `unknown-account`, `transaction-refused`, or as `estimateGas` if the gas is omitted.
   */
  signTransaction(request: CallRequest): Promise<Bytes>;
  /**
   * Fills in omitted fields, and encodes a transaction without sending it, with the signature of a held
   * key or with that of an impersonated address.
   * @throws {Fault} as `signTransaction`.
   */
  encodeTransaction(request: CallRequest): Promise<Bytes>;
  /**
   * Fills in omitted fields without signing. The sender may be any address.
   * @returns the transaction with an empty signature; its hash is that of its bytes.
   * @throws {Fault} `transaction-refused`, or as `estimateGas` if the gas is omitted.
   */
  fillTransaction(request: CallRequest): Promise<SignedTransaction>;
  /**
   * Fills in omitted fields, and sends a transaction from an account whose key is held, or from an
   * impersonated address.
   * @param source id of the client.
   * @throws {Fault} as `signTransaction`, and as `submit`.
   */
  sendTransaction(request: CallRequest, source: string): Promise<TxHash>;
}
