// "Play this against X now": unranked games on request, shown as they end.

import { h, refill } from "../../dom";
import type { Cleanup } from "../../store";
import { requests } from "../client";
import { follow } from "../events";
import { t } from "../i18n";
import type { Bot, GameRequest } from "../types";
import { BotPicker } from "./bot_picker";
import { stateLine } from "./chips";
import { field, form } from "./form";
import { gameTable } from "./game_table";
import { troubleText } from "./region";

const PAIRS_MAX = 10;

function isOver({ state }: GameRequest): boolean {
  return state !== "running";
}

function drawRequest(slot: HTMLElement, request: GameRequest): void {
  refill(slot, stateLine(request), request.games.length > 0 && gameTable(request.games));
}

/** The form for a version of a bot, and below it how its games stand. */
export function challenge(bot: Bot, versionId: number, cleanup: Cleanup): HTMLElement {
  const picker = new BotPicker({ game: bot.game, variant: bot.variant }, [bot.id]);
  const pairs = field(t("challenge.pairs"), {
    type: "number", min: 1, max: PAIRS_MAX, value: 1, required: true,
  }, t("challenge.pairsHint"));
  const progress = h("div", { class: "region", role: "status" });
  let stop = (): void => undefined;
  cleanup.add(() => stop());
  const ask = form([picker.element, pairs.element], t("challenge.play"), async () => {
    const opponent = picker.chosen?.activeVersion;
    if (!opponent) return;
    const { request } = await requests.make(versionId, opponent, Number(pairs.input.value));
    if (cleanup.isGone) return;
    stop();
    stop = follow<GameRequest>({
      events: requests.events(request.id),
      read: () => requests.get(request.id),
      isOver,
      onDocument: (document) => drawRequest(progress, document),
      onRefused: (error) => refill(progress, troubleText(error, null)),
    });
  });
  return h("section", { class: "region" }, h("h2", {}, t("challenge.heading")),
    h("p", { class: "quiet" }, t("challenge.hint")), ask, progress);
}
