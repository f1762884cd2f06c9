// The reasons that the C rules give for refusing a move, in the language of the page. What is not
// in this table is shown as the rules say it.

import type { Language } from "../settings";

interface Reason {
  pattern: RegExp;
  en: string;
  zh: string;
}

const SIDE_NAMES: Record<Language, Record<string, string>> = {
  en: { first: "Light", second: "Dark" },
  zh: { first: "先手", second: "后手" },
};

// $1, $2 are the pattern's groups; a group that is `first` or `second` becomes the side's name.
const REASONS: Reason[] = [
  { pattern: /^a wall blocks (\S+) to (\S+)$/, en: "a wall stands between $1 and $2",
    zh: "$1 与 $2 之间有墙" },
  { pattern: /^(\S+) is taken by the other pawn$/, en: "$1 is taken by the other pawn",
    zh: "$1 被对方棋子占据" },
  { pattern: /^(\S+) to (\S+) is not a step$/, en: "$2 is not one step away from $1",
    zh: "从 $1 到 $2 不是一步" },
  { pattern: /^(\S+) to (\S+) jumps to the side, but the board edge is behind (\S+)$/,
    en: "no jump to the side: only the edge is behind $3", zh: "不能侧跳：$3 后面是棋盘边缘" },
  { pattern: /^(\S+) to (\S+) jumps to the side, but no wall is behind (\S+)$/,
    en: "no jump to the side: no wall is behind $3", zh: "不能侧跳：$3 后面没有墙" },
  { pattern: /^(\S+) crosses a wall at (\S+)$/, en: "crosses the wall $2", zh: "与墙 $2 交叉" },
  { pattern: /^(\S+) overlaps a wall at (\S+)$/, en: "overlaps the wall $2", zh: "与墙 $2 重叠" },
  { pattern: /^the (first|second) player has no walls left$/, en: "$1 has no walls left",
    zh: "$1没有墙了" },
  { pattern: /^(\S+) leaves the (first|second) player no path$/,
    en: "leaves $2 no way to the goal", zh: "会堵死$2的路" },
  { pattern: /^no amazon of the (first|second) player on (\S+)$/, en: "no amazon of $1 on $2",
    zh: "$2 上没有$1的亚马逊" },
  { pattern: /^(?:arrow )?(\S+)[-/](\S+) is not a queen move$/,
    en: "$1 to $2 is not a queen's move", zh: "$1 到 $2 不是皇后的走法" },
  { pattern: /^(?:arrow )?(\S+)[-/](\S+) is blocked at (\S+)$/,
    en: "the way from $1 to $2 is blocked at $3", zh: "$1 到 $2 的路在 $3 被挡住" },
  { pattern: /^(.+) is not a move like (.+)$/, en: "$1 is not a move like $2",
    zh: "$1 不是着法，应类似 $2" },
  { pattern: /^the game is over.*$/, en: "the game is over", zh: "对局已结束" },
];

export function translateReason(reason: string, language: Language): string {
  // In a list of moves the reason starts with the number of the one that is wrong.
  const numbered = /^move (\d+): (.*)$/s.exec(reason);
  if (numbered) {
    const [, number = "", rest = ""] = numbered;
    const translated = translateReason(rest, language);
    return language === "zh" ? `第 ${number} 步：${translated}` : `move ${number}: ${translated}`;
  }
  for (const entry of REASONS) {
    const found = entry.pattern.exec(reason);
    if (!found) continue;
    return entry[language].replace(/\$(\d)/g, (_, index: string) => {
      const group = found[Number(index)] ?? "";
      return SIDE_NAMES[language][group] ?? group;
    });
  }
  return reason;
}
