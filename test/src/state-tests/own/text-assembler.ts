/** Assembles EVM code from text: `0x2a 0 SSTORE` pushes 0x2a, pushes 0 and stores. */
import { concat, fromBigInt, fromHex } from "@tandem/primitives";

const names: readonly (readonly [first: number, list: string])[] = [
  [0x00, "STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND"],
  [0x10, "LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ"],
  [0x20, "KECCAK256"],
  [0x30, "ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY CODESIZE"],
  [0x39, "CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH"],
  [0x40, "BLOCKHASH COINBASE TIMESTAMP NUMBER DIFFICULTY GASLIMIT CHAINID SELFBALANCE BASEFEE"],
  [
    0x50,
    "POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY",
  ],
  [0x5f, "PUSH0"],
  [0x80, "DUP1 DUP2 DUP3 DUP4"],
  [0x90, "SWAP1 SWAP2 SWAP3 SWAP4"],
  [0xa0, "LOG0 LOG1 LOG2 LOG3 LOG4"],
  [0xf0, "CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2"],
  [0xfa, "STATICCALL"],
  [0xfd, "REVERT INVALID SELFDESTRUCT"],
];

const codes = new Map(
  names.flatMap(([first, list]) => list.split(" ").map((name, i) => [name, first + i] as const)),
);

/**
 * Pushes a decimal number in its minimal bytes, at least one, or hex digits in as many bytes as
 * they have.
 */
function push(word: string): Uint8Array {
  const isHex = word.startsWith("0x");
  const bytes = isHex ? fromHex(word) : fromBigInt(BigInt(word));
  const pushed = bytes.length === 0 ? new Uint8Array(1) : bytes;
  return concat(Uint8Array.of(0x5f + pushed.length), pushed);
}

/** @throws {Error} for a word that is neither an instruction nor a number. */
export function assembleText(text: string): Uint8Array {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return concat(
    ...words.map((word) => {
      const code = codes.get(word);
      if (code !== undefined) return Uint8Array.of(code);
      if (!/^(0x[0-9a-f]+|\d+)$/.test(word)) throw new Error(`no instruction ${word}`);
      return push(word);
    }),
  );
}
