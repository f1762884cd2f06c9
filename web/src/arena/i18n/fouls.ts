// Why a program lost, failed or was given up, in both languages: the codes of src/base/error_codes.h that only
// the arena's pages show. A test demands a wording for each. `$1` is an argument, `$verdict.1` the argument's
// name among the messages `verdict.…`.

import type { Wording } from "../../i18n/reasons";

export const FOULS: Record<string, Required<Wording>> = {
  "at-side": { en: "$1", zh: "$1" },
  "at-last-move": {
    en: "gone after its last move, which this judge counts as a runtime error",
    zh: "走完最后一着就退出，这个裁判算作运行错误",
  },

  "answer-late": { en: "no answer within $1 s", zh: "$1 秒内没有回答" },
  "bestmove-empty": { en: "bestmove without a move", zh: "bestmove 后面没有着法" },
  "bestmove-unasked": { en: "bestmove before it was asked", zh: "还没有问就回答了 bestmove" },
  "end-unseen": {
    en: "no END within $1 s: this judge does not see it before a blank",
    zh: "$1 秒内没有 END：后面有空格时，这个裁判看不到它",
  },
  "json-without-move": { en: "$1 holds no six integers x0 to y2", zh: "$1 里没有 x0 到 y2 六个整数" },
  "not-run": { en: "it could not be run: $1", zh: "无法运行：$1" },
  "not-six-integers": { en: "$1 instead of six integers", zh: "应为六个整数，而不是 $1" },
  "not-three-numbers": { en: "$1 instead of three numbers", zh: "应为三个数，而不是 $1" },
  "not-two-numbers": { en: "$1 instead of two numbers and END", zh: "应为两个数和 END，而不是 $1" },
  "output-closed": { en: "closed its output without an answer", zh: "没有回答就关闭了输出" },
  "output-not-json": { en: "$1 is not JSON", zh: "$1 不是 JSON" },
  "program-exited": { en: "exited with code $1", zh: "以退出码 $1 退出" },
  "program-killed": { en: "killed by $1", zh: "被 $1 终止" },
  "program-silent": { en: "exited with code 0 without an answer", zh: "没有回答就以退出码 0 退出" },
  "still-running": {
    en: "answered, but neither ended nor asked to keep running within $1 s",
    zh: "已回答，但 $1 秒内既没有退出，也没有请求继续运行",
  },
  "too-much-memory": { en: "more memory than it may use", zh: "用的内存超过了上限" },
  "too-much-output": { en: "more than $1 bytes of output in one turn", zh: "一步的输出超过 $1 字节" },

  "check-failed": { en: "it failed in its test game: $verdict.1", zh: "在测试对局中失败：$verdict.1" },
  "compile-failed": { en: "it does not compile: $compile.1", zh: "无法编译：$compile.1" },
  "given-up": { en: "it could not be done", zh: "无法完成" },
  "attempts-used": { en: "several attempts failed", zh: "多次尝试都失败了" },
  "job-cancelled": { en: "it was called off", zh: "已被取消" },
  "job-late": { en: "its deadline has passed", zh: "已过截止时间" },
};
