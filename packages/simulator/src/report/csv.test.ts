import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { csv } from "./csv.js";

/** Parses CSV by the grammar of RFC 4180. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const found = quoted ?? /^([^",\r\n]*)/.exec(rest);
    if (found === null) throw new Error(`no field at ${at}`);
    row.push((found[1] as string).replaceAll('""', '"'));
    at += found[0].length;
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`neither comma nor end of line at ${at}`);
  }
  return rows;
}

describe("comma-separated values", () => {
  it("have names first and end each row with CRLF", () => {
    const rows = [
      ["north", 0.5, 12n, true],
      ["south", undefined, 0n, false],
    ];
    assert.equal(
      csv({ columns: ["name", "share", "wei", "merged"], rows }),
      "name,share,wei,merged\r\nnorth,0.5,12,true\r\nsouth,,0,false\r\n",
    );
  });

  it("quote commas, quotes and line ends", () => {
    const rows = [["a,b", 'say "hi"', "two\nlines", "\r"]];
    assert.equal(
      csv({ columns: ["a", "b", "c", "d"], rows }),
      'a,b,c,d\r\n"a,b","say ""hi""","two\nlines","\r"\r\n',
    );
  });

  it("are parsed to the same values", () => {
    const odd = fc.string({ unit: fc.constantFrom("a", ",", '"', "\r", "\n", "é", " ") });
    fc.assert(
      fc.property(fc.array(fc.array(odd, { minLength: 2, maxLength: 2 })), (rows) => {
        assert.deepEqual(read(csv({ columns: ["x", "y"], rows })), [["x", "y"], ...rows]);
      }),
      { seed: 4180, numRuns: 200 },
    );
  });
});
