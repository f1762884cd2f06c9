// The game's state in a sentence.

import type { Finish, SessionState } from "../game/session";
import type { PositionView } from "../core/types";
import { lookUp, reasonText, t } from "../i18n";

export function verdictText(finish: Finish, human: 0 | 1 | null): string {
  if (finish.result === "1/2-1/2") return t("status.draw");
  const winner = finish.result === "1-0" ? 0 : 1;
  if (human === null) return t("status.win", { side: t(`side.${winner}`) });
  return t(winner === human ? "status.youWin" : "status.youLose");
}

export function endingText(finish: Finish, view: PositionView): string {
  const ending = finish.ending === "rules" ? view.outcome.ending : finish.ending;
  return lookUp(`ending.${ending}`, ending);
}

export function statusText(state: SessionState): string {
  const { finish, node, human, thinking, failure, hasStarted } = state;
  const isPersons = human === null || human === node.turn;
  if (failure) return t("status.engineFailed", { reason: reasonText(failure) });
  if (finish) return `${verdictText(finish, human)} · ${endingText(finish, node.view)}`;
  if (thinking) return t(isPersons ? "status.hinting" : "status.thinking");
  if (human === null) return t("status.turn", { side: t(`side.${node.turn}`) });
  if (isPersons) return t("status.yours");
  return t(hasStarted ? "status.theirs" : "status.start");
}
