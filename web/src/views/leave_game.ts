// Putting a running game aside: only if the person says so. It stays in the library.

import type { Context } from "../context";
import { t } from "../i18n";
import { ask } from "./dialog";

/** True if another game may take the board. */
export async function mayLeaveGame({ play }: Context): Promise<boolean> {
  return !play.isRunning || ask(t("ask.leaveGame"), t("ask.leaveGame.yes"));
}
