// What every view is given: the rules, the engine, the settings, the library and the two documents
// that are open, the game being played and the one being studied. They outlive the views, so
// changing the language or the page loses nothing.

import type { Study } from "./analysis/study";
import type { Session } from "./arena/session";
import type { Core, Engine } from "./core/types";
import type { PlaySession } from "./game/session";
import type { Keeper } from "./library/keeper";
import type { Library } from "./library/library";
import type { Route } from "./router";
import type { Settings } from "./settings";
import type { Cleanup, Store } from "./store";

export interface Context {
  core: Core;
  engine: () => Promise<Engine>;
  /** The engine of the server behind this page; null on a static host. */
  native: () => Promise<Engine | null>;
  /** Who is signed in on the server behind this page. */
  session: Session;
  settings: Store<Settings>;
  library: Library;
  play: PlaySession;
  playKeeper: Keeper;
  study: Study;
  studyKeeper: Keeper;
}

/** What a view has that is neither in a document nor in the settings, such as a half-made move. */
export type Unsaved = Record<string, unknown>;

/** What a view is mounted with. */
export interface Mounting {
  context: Context;
  root: HTMLElement;
  route: Route;
  /** What is added here is undone when the view goes. */
  cleanup: Cleanup;
  /** What the view left when it was last taken down to change the language. */
  unsaved: Unsaved;
  /** Something went wrong on the way here, in words. */
  problem: string | null;
}

/** Fills the root; returns what tells, when the language changes, what is to be carried over. */
export type View = (mounting: Mounting) => (() => Unsaved) | void;

/** Gets ready what a route names; returns what went wrong, in words. */
export type Opener = (context: Context, route: Route) => Promise<string | null>;
