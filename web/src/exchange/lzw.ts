// The compression of GIF: LZW with codes of growing width, packed from the lowest bit on.

const TABLE_MAX = 4096;

class BitWriter {
  #bytes: number[] = [];
  #pending = 0;
  #pendingCount = 0;

  write(code: number, width: number): void {
    this.#pending |= code << this.#pendingCount;
    this.#pendingCount += width;
    while (this.#pendingCount >= 8) {
      this.#bytes.push(this.#pending & 0xff);
      this.#pending >>>= 8;
      this.#pendingCount -= 8;
    }
  }

  finish(): number[] {
    if (this.#pendingCount > 0) this.#bytes.push(this.#pending & 0xff);
    return this.#bytes;
  }
}

/** Compresses pixels, each an index below 2^bits. */
export function lzwCompress(pixels: Uint8Array, bits: number): number[] {
  const clear = 1 << bits;
  const end = clear + 1;
  const out = new BitWriter();
  // A string of pixels is known by the code of all but its last one, and that last one.
  let table = new Map<number, number>();
  let next = end + 1;
  let width = bits + 1;
  out.write(clear, width);
  let prefix = pixels[0] ?? 0;
  for (let index = 1; index < pixels.length; index++) {
    const pixel = pixels[index] ?? 0;
    const key = (prefix << 8) | pixel;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    out.write(prefix, width);
    if (next < TABLE_MAX) {
      if (next === 1 << width) width++;
      table.set(key, next++);
    } else {
      out.write(clear, width);
      table = new Map();
      next = end + 1;
      width = bits + 1;
    }
    prefix = pixel;
  }
  out.write(prefix, width);
  out.write(end, width);
  return out.finish();
}
