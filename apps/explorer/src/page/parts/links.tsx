/** Shows hashes, addresses and heights as links. */
import { toHex } from "@tandem/primitives";
import { visible } from "../../abi/visible.js";
import { shortHex } from "../format/amounts.js";
import { links } from "../router.js";
import { compiledContracts } from "../session/compiled.js";
import { Bounded } from "./bounded.js";

interface HexProps {
  readonly value: Uint8Array | string;
  /** Shows all digits. */
  readonly whole?: boolean;
}

const textOf = (value: Uint8Array | string) => (typeof value === "string" ? value : toHex(value));
const shown = (hex: string, whole = false) => (whole ? hex : shortHex(hex));

interface BytesProps extends HexProps {
  /** The description of the bytes, for the buttons of long ones. */
  readonly what?: string;
}

/** Shows bytes without a link. */
export function Hex({ value, whole, what = "the bytes" }: BytesProps) {
  const hex = textOf(value);
  if (!whole) return <code title={hex}>{shortHex(hex)}</code>;
  return (
    <code>
      <Bounded text={hex} what={what} />
    </code>
  );
}

/** Links an account, with the name of its contract if the node knows it. */
export function AddressLink({ value, whole }: HexProps) {
  const hex = textOf(value);
  const name = compiledContracts.value[hex]?.name;
  return (
    <a class="hex" href={links.address(hex)} title={whole ? undefined : hex}>
      {name !== undefined && `${visible(name)} `}
      {shown(hex, whole)}
    </a>
  );
}

export function TransactionLink({ value, whole }: HexProps) {
  const hex = textOf(value);
  return (
    <a class="hex" href={links.transaction(hex)} title={whole ? undefined : hex}>
      {shown(hex, whole)}
    </a>
  );
}

/** Links a block by its hash, which also names a block off the canonical chain. */
export function BlockHashLink({ value, whole }: HexProps) {
  const hex = textOf(value);
  return (
    <a class="hex" href={links.block(hex)} title={whole ? undefined : hex}>
      {shown(hex, whole)}
    </a>
  );
}

export function HeightLink({ height }: { readonly height: number }) {
  return <a href={links.block(height)}>{height}</a>;
}
