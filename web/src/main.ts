// The page's start: the rules first, for the board needs them; the engine while one looks at it.

import "../styles/theme.css";
import "../styles/frame.css";
import "../styles/layout.css";
import "../styles/pages.css";
import "../styles/controls.css";
import "../styles/game.css";
import "../styles/board.css";
import "../styles/analysis.css";
import "../styles/exchange.css";
import "../styles/overlays.css";
import "../styles/phone.css";
import { Study } from "./analysis/study";
import { App } from "./app";
import { Session } from "./arena/session";
import { loadCore, startEngine } from "./core";
import type { Engine } from "./core/types";
import { h, required } from "./dom";
import { PlaySession } from "./game/session";
import { Keeper } from "./library/keeper";
import { Library } from "./library/library";
import { setLanguage, t } from "./i18n";
import { findNativeEngine } from "./native/native_engine";
import { loadSettings } from "./settings";
import { pageFailure } from "./views/page_failure";

/** The page is for its first moves until then; what keeps it for times without a network can wait. */
const OFFLINE_AFTER_MS = 2000;

/** What is made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The engine's worker: started when it is first asked for, and again after it broke down. */
function engineSource(): () => Promise<Engine> {
  let engine: ReturnType<typeof startEngine> | undefined;
  return async () => {
    if (!engine || (await engine).isBroken) engine = startEngine();
    return engine;
  };
}

/** Runs what nobody waits for when nothing else is to be done; not every browser can tell. */
function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(task);
  else setTimeout(task);
}

async function start(root: Element): Promise<void> {
  const settings = loadSettings();
  setLanguage(settings.get().language);
  const library = new Library();
  const core = await loadCore();
  const engine = engineSource();
  // The study has an engine of its own, so that looking at a game never delays one being played.
  const ownStudyEngine = engineSource();
  const native = once(findNativeEngine);
  const studyEngine = async (): Promise<Engine> =>
    (settings.get().native && (await native())) || ownStudyEngine();
  const { next } = settings.get();
  const play = new PlaySession(core, engine, next);
  const study = new Study(core, studyEngine, next.game, next.variant[next.game]);
  const playKeeper = new Keeper(library, play);
  const studyKeeper = new Keeper(library, study);
  const session = new Session(native);
  const server = { engine, native, session };
  new App({ core, ...server, settings, library, play, playKeeper, study, studyKeeper }, root);
  whenIdle(() => {
    void engine();
    void session.arrive();
  });
  // Only where a host is trusted; the page plays without it too.
  const keep = (): unknown => navigator.serviceWorker?.register("./sw.js").catch(() => undefined);
  if (import.meta.env.PROD) setTimeout(keep, OFFLINE_AFTER_MS);
}

const root = required(document.querySelector("#app"), "#app");
start(root).catch((error: unknown) => {
  const isOld = error instanceof WebAssembly.CompileError;
  root.replaceChildren(isOld ? h("p", { class: "failure", role: "alert" }, t("app.noWasm")) : pageFailure(error));
});
