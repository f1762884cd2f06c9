// What every view is given: the rules, the engine, the settings and the two games at hand, the one
// being played and the one being studied. They outlive the views, so changing the language or the
// page loses nothing.

import type { Study } from "./analysis/study";
import type { Core, Engine } from "./core/types";
import type { PlaySession } from "./game/session";
import type { Route } from "./router";
import type { Settings } from "./settings";
import type { Cleanup, Store } from "./store";

export interface Context {
  core: Core;
  engine: () => Promise<Engine>;
  /** The engine of the server behind this page; null on a static host. */
  native: Promise<Engine | null>;
  settings: Store<Settings>;
  play: PlaySession;
  study: Study;
}

/** Fills the root; what it adds to the cleanup is undone when the view goes. */
export type View = (context: Context, root: HTMLElement, route: Route, cleanup: Cleanup) => void;
