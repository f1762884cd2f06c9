// Animated GIF, as in the GIF89a specification: one palette for all frames, and of each frame only
// the rectangle that changed.

import { lzwCompress } from "./lzw";

const COLOURS_MAX = 256;

/** The most frequent colours of all frames; board drawings have few, but for smoothed edges. */
class Palette {
  #counts = new Map<number, number>();
  #colours: number[] = [];
  #nearest = new Map<number, number>();

  count(rgba: Uint8ClampedArray): void {
    for (let i = 0; i < rgba.length; i += 4) {
      const key = Palette.key(rgba, i);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** Five bits a channel: nobody sees the difference, and edges share their colours. */
  static key(rgba: Uint8ClampedArray, i: number): number {
    const channel = (offset: number): number => (rgba[i + offset] ?? 0) >> 3;
    return (channel(0) << 10) | (channel(1) << 5) | channel(2);
  }

  static rgb(key: number): [number, number, number] {
    const widen = (value: number): number => (value << 3) | (value >> 2);
    return [widen(key >> 10), widen((key >> 5) & 31), widen(key & 31)];
  }

  choose(): void {
    this.#colours = [...this.#counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, COLOURS_MAX)
      .map(([key]) => key);
    this.#colours.forEach((key, index) => this.#nearest.set(key, index));
  }

  bytes(): number[] {
    const all = this.#colours.flatMap((key) => Palette.rgb(key));
    return [...all, ...new Array<number>(3 * COLOURS_MAX - all.length).fill(0)];
  }

  index(key: number): number {
    const known = this.#nearest.get(key);
    if (known !== undefined) return known;
    const [r, g, b] = Palette.rgb(key);
    let best = 0;
    let bestDistance = Infinity;
    this.#colours.forEach((colour, index) => {
      const [cr, cg, cb] = Palette.rgb(colour);
      const distance = (r - cr) ** 2 + (g - cg) ** 2 + (b - cb) ** 2;
      if (distance < bestDistance) [best, bestDistance] = [index, distance];
    });
    this.#nearest.set(key, best);
    return best;
  }
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The rectangle in which two frames differ; one pixel if they do not. */
function changed(before: Uint8Array | null, after: Uint8Array, width: number): Area {
  const height = after.length / width;
  if (!before) return { left: 0, top: 0, right: width, bottom: height };
  const area = { left: width, top: height, right: 0, bottom: 0 };
  for (let index = 0; index < after.length; index++) {
    if (before[index] === after[index]) continue;
    const x = index % width;
    const y = Math.floor(index / width);
    area.left = Math.min(area.left, x);
    area.top = Math.min(area.top, y);
    area.right = Math.max(area.right, x + 1);
    area.bottom = Math.max(area.bottom, y + 1);
  }
  return area.right === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : area;
}

const word = (value: number): number[] => [value & 0xff, value >> 8];

function frameBytes(pixels: Uint8Array, width: number, area: Area, delayMs: number): number[] {
  const areaWidth = area.right - area.left;
  const areaHeight = area.bottom - area.top;
  const part = new Uint8Array(areaWidth * areaHeight);
  for (let y = 0; y < areaHeight; y++) {
    const start = (area.top + y) * width + area.left;
    part.set(pixels.subarray(start, start + areaWidth), y * areaWidth);
  }
  const bytes = [
    0x21, 0xf9, 4, 0x04, ...word(Math.round(delayMs / 10)), 0, 0, // keep what is there before
    0x2c, ...word(area.left), ...word(area.top), ...word(areaWidth), ...word(areaHeight), 0,
    8,
  ];
  const data = lzwCompress(part, 8);
  for (let index = 0; index < data.length; index += 255) {
    const block = data.slice(index, index + 255);
    bytes.push(block.length, ...block);
  }
  bytes.push(0);
  return bytes;
}

/** Frames of RGBA pixels, all `width` wide, as an endless animation. The last one stands longer. */
export function encodeGif(
  frames: Uint8ClampedArray[],
  width: number,
  delayMs: number,
  lastDelayMs: number,
): Uint8Array {
  const palette = new Palette();
  for (const frame of frames) palette.count(frame);
  palette.choose();
  const height = (frames[0]?.length ?? 0) / 4 / width;
  const text = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));
  const bytes = [
    ...text("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...palette.bytes(),
    0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0,
  ];
  let before: Uint8Array | null = null;
  frames.forEach((rgba, number) => {
    const pixels = new Uint8Array(rgba.length / 4);
    for (let index = 0; index < pixels.length; index++) {
      pixels[index] = palette.index(Palette.key(rgba, 4 * index));
    }
    const area = changed(before, pixels, width);
    const delay = number === frames.length - 1 ? lastDelayMs : delayMs;
    for (const byte of frameBytes(pixels, width, area, delay)) bytes.push(byte);
    before = pixels;
  });
  bytes.push(0x3b);
  return new Uint8Array(bytes);
}
