// The game's state in a sentence.

import type { SessionState } from "../game/session";
import type { Finish } from "../game/session";
import type { PositionView } from "../core/types";
import { lookUp, t } from "../i18n";

function verdict(finish: Finish, human: 0 | 1 | null): string {
  if (finish.result === "1/2-1/2") return t("status.draw");
  const winner = finish.result === "1-0" ? 0 : 1;
  if (human === null) return t("status.win", { side: t(`side.${winner}`) });
  return t(winner === human ? "status.youWin" : "status.youLose");
}

export function finishText(finish: Finish, view: PositionView, human: 0 | 1 | null): string {
  const ending = finish.ending === "rules" ? view.outcome.ending : finish.ending;
  return `${verdict(finish, human)} · ${lookUp(`ending.${ending}`, ending)}`;
}

export function statusText(state: SessionState): string {
  const { finish, node, human, thinking, failure } = state;
  if (failure) return t("status.engineFailed", { reason: failure });
  if (finish) return finishText(finish, node.view, human);
  if (thinking) return t("status.thinking");
  if (human === null) return t("status.turn", { side: t(`side.${node.view.turn}`) });
  return t("status.yours");
}
