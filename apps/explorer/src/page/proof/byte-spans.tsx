/** Shows bytes in parts that differ by colour and underline, with a legend. */

import { toHex } from "@tandem/primitives";
import type { ComponentChildren } from "preact";
import { counted } from "../format/amounts.js";

export interface BytePart {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A number from 0 to 6 selects the colour; without one the part is plain. */
  readonly tone?: number;
  /** The meaning of the bytes. */
  readonly value?: ComponentChildren;
}

const digitsOf = (bytes: Uint8Array) => toHex(bytes).slice(2);
const classOf = ({ tone }: BytePart) => (tone === undefined ? "tone" : `tone tone-${tone}`);

/** @param props.label names the bytes for screen readers. */
export function ByteSpans({
  parts,
  label,
}: {
  readonly parts: readonly BytePart[];
  readonly label: string;
}) {
  const shown = parts.filter(({ bytes }) => bytes.length > 0);
  return (
    <figure class="byte-spans">
      <figcaption>{label}</figcaption>
      <code>
        {shown.map((part, i) => (
          <span key={`${part.name}-${i}`} class={classOf(part)} title={part.name}>
            {digitsOf(part.bytes)}
          </span>
        ))}
      </code>
      <dl class="legend">
        {shown.map((part, i) => (
          <div key={`${part.name}-${i}`}>
            <dt>
              <span class={classOf(part)}>{part.name}</span>
            </dt>
            <dd>
              {counted(part.bytes.length, "byte")}
              {part.value !== undefined && <>: {part.value}</>}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
