// What a game between people, or with a bot, is to be like.

import type { Context } from "../../context";
import type { GameName } from "../../core/types";
import { h, refill } from "../../dom";
import { keepField } from "../../focus";
import { parseTimeControl } from "../../game/clock";
import { pieceIcon } from "../../boards/pieces";
import type { SideChoice } from "../../settings";
import { boardPicker } from "../../views/board_picker";
import { choice } from "../../views/choice";
import type { RoomOptions } from "../compete_types";
import { t } from "../i18n";
import type { Bot } from "../types";
import { BotPicker, type Picked } from "./bot_picker";
import { form } from "./form";
import { boardName } from "./game_table";

const CLOCKS = ["3+2", "5+3", "10+5", "30+0"];

interface RoomDraft {
  game: GameName;
  variant: string;
  side: SideChoice;
  clock: string;
  opponent: "link" | "bot";
}

/** What was chosen before the language was changed. */
export interface KeptRoom {
  draft: RoomDraft;
  picked: Picked | undefined;
}

/** `bot` is given where it was chosen already: it decides the board. */
export function roomForm(
  { core, settings }: Context,
  bot: Bot | null,
  open: (options: RoomOptions) => Promise<void>,
  kept?: KeptRoom,
): { element: HTMLFormElement; kept(): KeptRoom } {
  const { game, variant } = settings.get().next;
  let draft: RoomDraft = kept?.draft ?? {
    ...(bot ? { game: bot.game, variant: bot.variant } : { game, variant: variant[game] }),
    side: "random", clock: "5+3", opponent: bot ? "bot" : "link",
  };
  // The bots of a board; another clock leaves what was chosen of them.
  let picker: BotPicker | null = null;
  const pickerOf = ({ game, variant }: RoomDraft): BotPicker =>
    picker?.board.game === game && picker.board.variant === variant ? picker
      : new BotPicker({ game, variant }, [], undefined, picker ? undefined : kept?.picked);
  const fields = h("div", { class: "new-game" });
  const change = (part: Partial<RoomDraft>): void => {
    draft = { ...draft, ...part };
    keepField(fields, render);
  };
  const render = (): void => {
    if (!bot && draft.opponent === "bot") picker = pickerOf(draft);
    refill(
      fields,
      ...(bot ? [h("p", {}, h("b", {}, bot.name), ` · ${boardName(bot.game, bot.variant)}`)]
        : boardPicker(core, draft.game, draft.variant, (game, variant) => change({ game, variant }))),
      !bot && choice<RoomDraft["opponent"]>("opponent", t("play.opponent"), [
        { value: "link", label: t("room.byLink") },
        { value: "bot", label: t("nav.bot") },
      ], draft.opponent, (opponent) => change({ opponent })),
      draft.opponent === "bot" && picker?.element,
      choice<SideChoice>("side", t("play.side"), [
        { value: "first", label: pieceIcon(draft.game, 0), name: t("side.0") },
        { value: "random", label: t("play.random") },
        { value: "second", label: pieceIcon(draft.game, 1), name: t("side.1") },
      ], draft.side, (side) => change({ side })),
      choice<string>("clock", t("room.clock"), CLOCKS.map((value) => ({ value, label: value })), draft.clock,
        (clock) => change({ clock })),
    );
  };
  render();
  const element = form([fields], t("room.open"), async () => {
    const opponent = bot?.id ?? (draft.opponent === "link" ? "link" : picker?.chosen?.id);
    const control = parseTimeControl(draft.clock);
    if (opponent === undefined || !control) return;
    await open({
      game: draft.game,
      variant: draft.variant,
      side: draft.side,
      clockS: control.baseMs / 1000,
      incrementS: control.incrementMs / 1000,
      opponent,
    });
  });
  return { element, kept: () => ({ draft, picked: picker?.picked }) };
}
