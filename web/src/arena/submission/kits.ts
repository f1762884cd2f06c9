// The starter kits of bots/, each one file that can be handed in as it is.

import botzone from "../../../../bots/botzone/bot.c?url";
import botzoneJson from "../../../../bots/botzone-json/bot.c?url";
import sjtu2022 from "../../../../bots/sjtu-2022/bot.c?url";
import sjtu from "../../../../bots/sjtu/bot.c?url";
import text from "../../../../bots/text/bot.c?url";
import { fetchFile } from "../../core/fetch_file";
import type { GameName } from "../../core/types";
import { protocolsOf } from "./source";

export interface Kit {
  protocol: string;
  language: string;
  url: string;
}

const KITS: (Kit & { game: GameName })[] = [
  { protocol: "botzone", game: "amazons", language: "c17", url: botzone },
  { protocol: "botzone-json", game: "amazons", language: "c17", url: botzoneJson },
  { protocol: "text", game: "amazons", language: "c17", url: text },
  { protocol: "sjtu", game: "quoridor", language: "c17", url: sjtu },
  { protocol: "sjtu-2022", game: "quoridor", language: "c17", url: sjtu2022 },
];

/** Those that play on a board. */
export function kitsOf(game: GameName, variant: string): Kit[] {
  const protocols = protocolsOf(game, variant);
  return KITS.filter((kit) => kit.game === game && protocols.includes(kit.protocol));
}

export async function fetchKit({ url }: Kit): Promise<string> {
  return (await fetchFile(url)).text();
}
