// The reasons that the C code gives for refusing something, in the language of the page. A reason has
// a code and arguments (src/base/error_codes.h says which); nothing here looks into its text.

import type { Reason, ReasonPart } from "../core/types";
import type { Language } from "../settings";
import { MESSAGES } from "./messages";

/** $1, $2 are the arguments; $verdict.1 is the message `verdict.` of an argument. Without `en`, English is what the C code says. */
export interface Wording {
  zh: string;
  en?: string;
}

/** Names that the C code gives as arguments. A text of the user's is quoted there, so it is never one of them. */
function nameOf(argument: string, group: string | undefined, messages: Record<string, string>): string {
  const key = { first: "side.0", second: "side.1" }[argument]
    ?? (group === undefined ? [`game.${argument}`, `variant.${argument}`] : [`${group}.${argument}`])
      .find((known) => known in messages);
  return (key !== undefined && messages[key]) || argument;
}

// A test demands one for each code that the core can give.
export const WORDINGS: Record<string, Wording> = {
  // Where it is.
  "at-answer": { zh: "应着" },
  "at-book": { zh: "开局库 $1" },
  "at-file": { zh: "文件 $1" },
  "at-line": { zh: "第 $1 行", en: "line $1" },
  "at-move": { zh: "第 $1 回合（$2）", en: "move $1 ($2)" },
  "at-network": { zh: "内置网络" },
  "at-position": { zh: "局面", en: "position" },
  "at-property": { zh: "属性 $1", en: "$1" },
  "at-tag": { zh: "标签 $1", en: "the tag $1" },

  // Moves against the rules.
  "arrow-blocked": { zh: "箭从 $1 到 $2 的路在 $3 被挡住", en: "the arrow's way from $1 to $2 is blocked at $3" },
  "arrow-not-straight": { zh: "箭从 $1 到 $2 不是皇后的走法", en: "$1 to $2 is not a queen's move" },
  "game-over": { zh: "对局已结束", en: "the game is over" },
  "malformed-move": { zh: "$1 不是着法，应类似 $2", en: "$1 is not a move like $2" },
  "move-blocked": { zh: "$1 到 $2 的路在 $3 被挡住", en: "the way from $1 to $2 is blocked at $3" },
  "move-not-straight": { zh: "$1 到 $2 不是皇后的走法", en: "$1 to $2 is not a queen's move" },
  "no-amazon": { zh: "$2 上没有$1的亚马逊", en: "no amazon of $1 on $2" },
  "no-path": { zh: "会堵死$2的路", en: "leaves $2 no way to the goal" },
  "no-such-place": { zh: "$1 既不是格子也不是墙的位置", en: "$1 is neither a square nor a place for a wall" },
  "no-walls-left": { zh: "$1没有墙了", en: "$1 has no walls left" },
  "not-a-step": { zh: "从 $1 到 $2 不是一步", en: "$2 is not one step away from $1" },
  "off-board": { zh: "$1 不在 $2 × $3 的棋盘上", en: "$1 lies outside the $2 × $3 board" },
  "side-jump-at-edge": { zh: "不能侧跳：$3 后面是棋盘边缘", en: "no jump to the side: only the edge is behind $3" },
  "side-jump-without-wall": { zh: "不能侧跳：$3 后面没有墙", en: "no jump to the side: no wall is behind $3" },
  "square-taken": { zh: "$1 被对方棋子占据", en: "$1 is taken by the other pawn" },
  "wall-between": { zh: "$1 与 $2 之间有墙", en: "a wall stands between $1 and $2" },
  "wall-crosses": { zh: "与墙 $2 交叉", en: "crosses the wall $2" },
  "wall-overlaps": { zh: "与墙 $2 重叠", en: "overlaps the wall $2" },

  // Positions.
  "position-amazons": { zh: "$1有 $2 个亚马逊，应有 $3 个", en: "$1 has $2 amazons instead of $3" },
  "position-dash": { zh: "此处应为 -，而不是 $1" },
  "position-empty": { zh: "局面是空的" },
  "position-goals": { zh: "双方棋子都已到达终点" },
  "position-goes-on": { zh: "回合数之后不应有 $1" },
  "position-half-moves": { zh: "$1 不是半回合数" },
  "position-hand": { zh: "手中棋子应写作 []，而不是 $1" },
  "position-move-number": { zh: "$2 棋盘上没有第 $1 回合" },
  "position-no-path": { zh: "墙堵死了$1的路", en: "the walls leave $1 no way to the goal" },
  "position-pawn": { zh: "$1 不是格子，应类似 e1" },
  "position-pawns-meet": { zh: "双方棋子都在 $1" },
  "position-plies": { zh: "步数 $1 不在 0 到 $2 之间" },
  "position-rank": { zh: "第 $1 行有 $2 格，应有 $3 格" },
  "position-size": { zh: "棋盘应有 6、8 或 10 行，而不是 $1 行" },
  "position-square": { zh: "第 $1 行的 $2 无法识别" },
  "position-stock": { zh: "剩余墙数 $1 不在 0 到 $2 之间" },
  "position-turn": { zh: "行棋方应为 $2 或 $3，而不是 $1" },
  "position-variant": { zh: "这是 $1 的局面，不是 $2 的" },
  "position-wall": { zh: "$1 不是墙，应类似 e3h" },
  "position-walls": { zh: "共有 $1 面墙，最多 $2 面" },
  "position-words": { zh: "局面应为 7 个词，而不是 $1 个" },

  // Records.
  "bad-evaluation": { zh: "$1 不是评分", en: "$1 is not an evaluation" },
  "bad-property": { zh: "属性 $1 的值 $2 无效", en: "$1 cannot have the value $2" },
  "bad-tag": { zh: "标签应写作 [名称 \"值\"]" },
  "bad-tag-name": { zh: "$1 不是标签名称" },
  "comment-not-closed": { zh: "注释没有结束的花括号" },
  "control-character": { zh: "棋谱含有控制字符 0x$2" },
  "derived-tag": { zh: "标签 $1 由对局决定，不能设置" },
  "move-in-root": { zh: "根节点里有着法" },
  "node-without-move": { zh: "节点没有着法", en: "a node without a move" },
  "not-amazons": { zh: "不是亚马逊棋的棋谱" },
  "not-sgf": { zh: "SGF 棋谱以 (; 开头" },
  "other-game": { zh: "这是 $1 的对局，应为 $2" },
  "ply-not-of-turn": { zh: "$1 步之后不轮到 $2" },
  "point-set-twice": { zh: "$1：$2 已被设置" },
  "property-empty": { zh: "属性 $1 没有值" },
  "property-missing": { zh: "缺少属性" },
  "property-not-closed": { zh: "属性 $1 的值没有结束的方括号" },
  "property-twice": { zh: "属性 $1 在节点中出现两次", en: "$1 stands twice in a node" },
  "record-goes-on": { zh: "棋谱结束后还有内容" },
  "record-missing": { zh: "没有棋谱" },
  "record-not-closed": { zh: "棋谱没有结束的括号" },
  "result-missing": { zh: "棋谱没有结果" },
  "result-not-of-moves": { zh: "结果 $1 与着法不符：应为 $2" },
  "result-not-of-tag": { zh: "结果 $1 与标签 Result 不符：$2" },
  "setup-after-root": { zh: "根节点之后不能有 $1", en: "$1 after the root of the record" },
  "several-values": { zh: "属性 $1 有多个值", en: "$1 has several values" },
  "stray-move-number": { zh: "应为着法，却是回合号" },
  "tag-missing": { zh: "缺少标签 $1" },
  "tag-not-closed": { zh: "标签 $1 没有结束" },
  "tag-twice": { zh: "标签 $1 出现两次" },
  "too-many-moves": { zh: "着法超过 $1 步", en: "more than $1 moves" },
  "too-many-tags": { zh: "标签超过 $1 个" },
  "unexpected-text": { zh: "此处不应有 $1" },
  "variations-too-deep": { zh: "变化嵌套超过 $1 层" },
  "wrong-colour": { zh: "应由 $2 走，却是 $1", en: "$1 moves where $2 is to move" },
  "wrong-move-number": { zh: "回合号 $1 有误，应为 $2" },

  // Names.
  "engine-other-game": { zh: "引擎 $1 只会 $2" },
  "unknown-engine": { zh: "没有引擎 $1" },
  "unknown-format": { zh: "没有格式 $1" },
  "unknown-game": { zh: "没有棋种 $1" },
  "unknown-result": { zh: "没有结果 $1" },
  "unknown-setting": { zh: "引擎没有设置 $1" },
  "unknown-variant": { zh: "$2 没有棋盘或规则 $1" },
  "wrong-format": { zh: "格式 $1 不适用于 $2" },
  "wrong-notation": { zh: "记法 $1 不适用于 $2" },

  // Engines, networks and books.
  "bad-book-entry": { zh: "开局库的条目有误" },
  "bad-level": { zh: "没有级别 $1：可选 1 到 $2" },
  "bad-setting": { zh: "设置 $1 应在 $2 到 $3 之间，而不是 $4" },
  "network-counts": { zh: "网络的尺寸不符" },
  "network-damaged": { zh: "网络文件已损坏" },
  "network-hidden": { zh: "不能使用有 $1 个隐藏单元的网络" },
  "network-shape": { zh: "这是 $1 的网络，不是 $2 的" },
  "network-unknown-shape": { zh: "不认识网络 $1" },
  "network-version": { zh: "网络格式的版本是 $1，应为 $2" },
  "not-a-book": { zh: "不是开局库" },
  "not-a-network": { zh: "不是网络文件" },
  "other-book": { zh: "这是 $1 的开局库，不是 $2 的" },

  // Input, files and the machine.
  "bad-request": { zh: "请求有误" },
  "file-unreadable": { zh: "无法读取 $1" },
  "file-unwritable": { zh: "无法写入 $1" },
  "input-too-long": { zh: "内容太长，最多 $2 字节" },
  "out-of-memory": { zh: "内存不足" },

  // What the site answers to the page's own questions.
  "queue-full": { zh: "服务器正忙，请稍后再试", en: "the server is busy, try again later" },
  "not-found": { zh: "服务器上没有它，或已不在" },
  stopping: { zh: "服务器正在停止" },
  "too-large": { zh: "内容太大，最多 $2 字节" },
  "too-many-analyses": { zh: "已有 $1 个分析在进行" },
  "too-many-connections": { zh: "连接太多，请稍后再试" },
  "too-many-streams": { zh: "服务器正忙，请稍后再试" },

  // Accounts.
  "bad-invitation": { zh: "邀请码无效、已用完或已过期" },
  "bad-link": { zh: "链接已用过或已过期" },
  "bad-name": { zh: "这个名字不可用" },
  forbidden: { zh: "没有权限" },
  "foreign-origin": { zh: "请求来自其他网站" },
  "last-admin": { zh: "$1 是唯一的管理员，请先指定另一位" },
  "name-taken": { zh: "这个名字已被使用" },
  "password-common": { zh: "这个密码太常见，请换一个" },
  "password-length": { zh: "密码应有 $1 到 $2 个字符" },
  "registration-closed": { zh: "本站不接受注册" },
  "sign-in-failed": { zh: "用户名或密码不对" },
  "too-many-tokens": { zh: "已有 $1 个令牌，请先撤销一个" },
  "too-many-tries": { zh: "尝试太多，请在 $1 秒后再试", en: "too many tries: try again in $1 s" },
  unauthorized: { zh: "请先登录" },

  // Bots and their games.
  "bot-retired": { zh: "这个程序已退役" },
  "other-board": { zh: "这个程序用的是另一种棋盘" },
  "too-many-bots": { zh: "每人最多 $1 个程序" },
  "too-many-fouls": { zh: "连续 $1 局排位赛因犯规告负，已暂停" },
  "too-many-open": { zh: "已有 $1 个在处理中，请等其中一个完成" },
  "version-not-ready": { zh: "$1 的第 $2 版还不能参赛" },

  // Rooms.
  "no-offer": { zh: "现在不能提和或应和" },
  "not-your-turn": { zh: "轮到对方走" },
  "ply-stale": { zh: "已走了 $1 步，不是 $2 步" },
  "room-closed": { zh: "对局尚未开始或已经结束" },
  "room-full": { zh: "两个座位都有人了" },
  "too-many-rooms": { zh: "已开了 $1 个房间" },

  // Contests.
  "already-entered": { zh: "$1 已经报名，请先撤回" },
  "contest-state": { zh: "比赛现在的状态不允许这样做" },
  "contest-stopped": { zh: "老师已停止比赛" },
  disqualified: { zh: "取消资格：$1" },
  "games-failed": { zh: "有 $1 组对局未能进行，老师可以重新安排" },
  "not-invited": { zh: "比赛只对名单上的人开放" },
  "no-active-version": { zh: "没有可以参赛的版本" },
  "too-few-entries": { zh: "只有 $1 个参赛者，太少了" },
  "too-many-games": { zh: "再加一个参赛者就有 $1 局，超过了 $2 局" },

  // The server.
  "no-store": { zh: "这个服务器没有竞技场" },
  "store-busy": { zh: "服务器正忙，请稍后再试" },
  "store-unreachable": { zh: "服务器暂时连不上数据库，请稍后再试", en: "the server cannot reach its database, try again later" },

  // What fails in the page itself.
  "connection-lost": { zh: "与服务器的连接已断开" },
  "engine-closed": { zh: "引擎已关闭" },
  "engine-failed": { zh: "引擎出现内部错误", en: "an internal error" },
  "engine-missing": { zh: "服务器无法启动引擎" },
  "not-fetched": { zh: "无法取得 $1", en: "$1 could not be fetched" },
  "bad-puzzle": { zh: "第 $1 行不是谜题" },
};

/** The space that stands beside an argument in letters, where the argument is Chinese or in Chinese quotes. */
const BETWEEN_CHINESE = /(?<=[\u4e00-\u9fff”]) (?=[\u4e00-\u9fff“])/g;

function fill(part: ReasonPart, template: string, messages: Record<string, string>, isChinese: boolean): string {
  return template.replace(/\$(?:([a-z]+)\.)?(\d)/g, (_, group: string | undefined, index: string) => {
    const name = nameOf(part.arguments[Number(index) - 1] ?? "", group, messages);
    return isChinese ? name.replace(/^'(.*)'$/s, "“$1”") : name;
  }).replace(BETWEEN_CHINESE, "");
}

/**
 * The reason with its places before it; the C code's own text where a wording is missing. Pages that know more
 * codes and names than all others give them.
 */
export function translateReason(
  reason: Reason,
  language: Language,
  wordings: Record<string, Wording> = WORDINGS,
  messages: Record<string, string> = MESSAGES[language],
): string {
  const sentences: string[] = [];
  for (const part of [...reason.places, reason]) {
    const template = wordings[part.code]?.[language];
    if (template === undefined) return reason.text;
    sentences.push(fill(part, template, messages, language === "zh"));
  }
  return sentences.join(language === "zh" ? "：" : ": ");
}
