// What an address names, made ready for its view: a document of the library, a link's game, or what
// was open last.

import type { Context, Opener } from "../context";
import { fromLink } from "../exchange/link";
import { reasonText, t } from "../i18n";
import { isRunning } from "../library/entry";
import type { Keeper } from "../library/keeper";

/** The documents that this tab has gone back to by itself: each kind once, on arrival. */
const returned = { game: false, study: false };

async function openKept(keeper: Keeper, id: string): Promise<string | null> {
  try {
    switch (await keeper.open(id)) {
      case "missing":
        return t("library.missing");
      case "copied":
        return t("library.copied");
      case "opened":
        return null;
    }
  } catch (error) {
    return t("import.failed", { reason: reasonText(error) });
  }
}

/** `#/play` is the game at hand or one to go on with, `#/play/new` a new one, else an id. */
export const openPlay: Opener = async ({ play, playKeeper, library, settings }, { rest }) => {
  const [name] = rest;
  const { id, hasStarted } = play.state.get();
  const isArrival = !returned.game;
  returned.game = true;
  if (name === "new") {
    if (hasStarted) play.newGame(settings.get().next);
    return null;
  }
  if (name !== undefined) return name === id ? null : openKept(playKeeper, name);
  if (isArrival && !hasStarted) await playKeeper.openAny((await library.list()).filter(isRunning));
  return null;
};

function openLink({ core, study }: Context, parameters: URLSearchParams): string | null {
  try {
    const linked = fromLink(core, parameters);
    if (linked) study.open(linked);
    return null;
  } catch (error) {
    return t("import.failed", { reason: reasonText(error) });
  }
}

/** `#/analyse?game=...` is a link's game, `#/analyse/ID` a study of the library. */
export const openAnalyse: Opener = async (context, { rest, parameters }) => {
  const { study, studyKeeper, library } = context;
  const isArrival = !returned.study;
  returned.study = true;
  const [name] = rest;
  if (parameters.has("game")) {
    return location.hash === study.address ? null : openLink(context, parameters);
  }
  if (name !== undefined) {
    return name === study.state.get().id ? null : openKept(studyKeeper, name);
  }
  if (isArrival && study.isBlank) {
    const entries = await library.list();
    await studyKeeper.openAny(entries.filter(({ kind }) => kind === "study"));
  }
  return null;
};
