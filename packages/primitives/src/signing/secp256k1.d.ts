declare module "secp256k1/bindings.js" {
  /** Is the native library alone: loading it throws where it has no binary. */
  const secp256k1: {
    ecdsaRecover(
      signature: Uint8Array,
      recoveryId: number,
      messageHash: Uint8Array,
      compressed: boolean,
      output?: Uint8Array,
    ): Uint8Array;
    ecdsaSign(
      messageHash: Uint8Array,
      privateKey: Uint8Array,
    ): { signature: Uint8Array; recid: number };
    publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array;
    /** Changes and returns its first argument. */
    privateKeyTweakAdd(privateKey: Uint8Array, tweak: Uint8Array): Uint8Array;
  };
  export default secp256k1;
}
