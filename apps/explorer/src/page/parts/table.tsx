/** Shows rows under headings. */
import type { ComponentChildren } from "preact";

interface TableProps {
  readonly headings: readonly string[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** Shows a table that a narrow screen scrolls to the side. */
export function Table({ headings, children }: TableProps) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
