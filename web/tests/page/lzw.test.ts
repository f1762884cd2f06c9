import { expect, test } from "vitest";
import { lzwCompress } from "../../src/exchange/lzw";

/** The slow, obvious reading of GIF's compression. */
function decompress(bytes: number[], bits: number): number[] {
  const clear = 1 << bits;
  const out: number[] = [];
  let table: number[][] = [];
  let width = bits + 1;
  let at = 0;
  const read = (): number => {
    let code = 0;
    for (let bit = 0; bit < width; bit++, at++) {
      code |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    }
    return code;
  };
  let before: number[] | null = null;
  for (;;) {
    const code = read();
    if (code === clear + 1) return out;
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, index) => [index]);
      width = bits + 1;
      before = null;
      continue;
    }
    const entry: number[] = table[code] ?? [...(before ?? []), before?.[0] ?? 0];
    out.push(...entry);
    if (before && table.length < 4096) table.push([...before, entry[0] ?? 0]);
    if (table.length === 1 << width && width < 12) width++;
    before = entry;
  }
}

test.each([
  ["one colour", () => 7],
  ["stripes", (index: number) => index % 5],
  ["noise, which fills the table", (index: number) => (index * 2654435761) >>> 24],
])("compressed pixels read back: %s", (_, pixel) => {
  const pixels = Uint8Array.from({ length: 40_000 }, (__, index) => pixel(index));
  expect(decompress(lzwCompress(pixels, 8), 8)).toEqual([...pixels]);
});
