// Two short sounds, made rather than loaded: a step, and something put down for good (an arrow or a
// wall). The caller asks whether sounds are wanted.

const VOLUME = 0.12;
const LENGTH_S = 0.09;

let output: AudioContext | null = null;

function tap(context: AudioContext, frequency: number, at: number): void {
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(VOLUME, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH_S);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + LENGTH_S);
}

/** The sound of a move. */
export function playMove(isPlaced: boolean): void {
  output ??= new AudioContext();
  const now = output.currentTime;
  tap(output, 330, now);
  if (isPlaced) tap(output, 190, now + 0.07);
}
