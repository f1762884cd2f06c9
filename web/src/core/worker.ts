/** The engine's worker: waits for the compiled core, then thinks when asked. */

import type { EngineSetup, FromEngine, Port, ToEngine } from "./messages";
import { CoreInstance } from "./module";
import { fetchNetwork } from "./networks";
import { Thinker } from "./thinker";

/** Through the event loop and back. A timer would do, but those that follow each other wait for 4 ms. */
const channel = new MessageChannel();
let resume = () => {};
channel.port1.onmessage = () => resume();
function pause(): Promise<void> {
  return new Promise((resolve) => {
    resume = resolve;
    channel.port2.postMessage(null);
  });
}

const port = self as unknown as Port<FromEngine, ToEngine>;

self.addEventListener(
  "message",
  ({ data: { module, memoryMb } }: MessageEvent<EngineSetup>) => {
    const make = () => CoreInstance.make(module, memoryMb);
    new Thinker(port, { make, pause, networks: fetchNetwork });
  },
  { once: true },
);
