// The page's start: the rules first, for the board needs them; the engine while one looks at it.

import "../styles/theme.css";
import "../styles/layout.css";
import "../styles/controls.css";
import "../styles/board.css";
import "../styles/analysis.css";
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
import { reasonText, setLanguage, t } from "./i18n";
import { findNativeEngine } from "./native/native_engine";
import { loadSettings } from "./settings";

async function start(root: Element): Promise<void> {
  const settings = loadSettings();
  setLanguage(settings.get().language);
  const library = new Library();
  const core = await loadCore();
  let engine: Promise<Engine> | null = null;
  const getEngine = (): Promise<Engine> => (engine ??= startEngine());
  // The study has an engine of its own, so that looking at a game never delays one being played.
  let studyEngine: Promise<Engine> | null = null;
  const native = findNativeEngine();
  const getStudyEngine = async (): Promise<Engine> =>
    (settings.get().native && (await native)) || (studyEngine ??= startEngine());
  const { next } = settings.get();
  const play = new PlaySession(core, getEngine, next);
  const study = new Study(core, getStudyEngine, next.game, next.variant[next.game]);
  const playKeeper = new Keeper(library, play);
  const studyKeeper = new Keeper(library, study);
  const server = { engine: getEngine, native, session: new Session(native) };
  new App({ core, ...server, settings, library, play, playKeeper, study, studyKeeper }, root);
  void getEngine();
  // Only where a host is trusted; the page plays without it too.
  if (import.meta.env.PROD) navigator.serviceWorker?.register("./sw.js").catch(() => undefined);
}

const root = required(document.querySelector("#app"), "#app");
start(root).catch((error: unknown) => {
  const isOld = error instanceof WebAssembly.CompileError;
  const text = isOld ? t("app.noWasm") : t("app.failed", { reason: reasonText(error) });
  root.replaceChildren(h("p", { class: "failure", role: "alert" }, text));
});
