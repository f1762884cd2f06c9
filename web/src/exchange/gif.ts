// Animated GIF by gifenc: one palette for all frames, and in each frame only what has changed; the
// rest is transparent, which costs next to nothing (docs/decisions/0013).

import { applyPalette, GIFEncoder, quantize } from "gifenc";

const COLOURS = 256;
/** The last place of the palette stands for what was there before. */
const UNCHANGED = COLOURS - 1;
/** A frame stays where the next one is transparent. */
const KEEP = 1;

/** Frames of RGBA pixels, all `width` wide, as an endless animation. The last one stands longer. */
export function encodeGif(
  frames: Uint8ClampedArray[],
  width: number,
  delayMs: number,
  lastDelayMs: number,
): Uint8Array {
  const last = frames.at(-1);
  const [first] = frames;
  if (!first || !last) throw new Error("no frames");
  // Both ends of a game together have every colour of it.
  const ends = new Uint8ClampedArray(first.length + last.length);
  ends.set(first);
  ends.set(last, first.length);
  const palette = quantize(ends, UNCHANGED);
  const whole = Array.from({ length: COLOURS }, (_, index) => palette[index] ?? [0, 0, 0]);
  const gif = GIFEncoder();
  let before: Uint8Array | null = null;
  for (const frame of frames) {
    const pixels = applyPalette(frame, palette);
    const shown = before ? changes(before, pixels) : pixels;
    gif.writeFrame(shown, width, frame.length / 4 / width, {
      ...(before ? {} : { palette: whole }),
      delay: frame === last ? lastDelayMs : delayMs,
      transparent: before !== null,
      transparentIndex: UNCHANGED,
      dispose: KEEP,
    });
    before = pixels;
  }
  gif.finish();
  return gif.bytes();
}

function changes(before: Uint8Array, after: Uint8Array): Uint8Array {
  return after.map((pixel, index) => (pixel === before[index] ? UNCHANGED : pixel));
}
