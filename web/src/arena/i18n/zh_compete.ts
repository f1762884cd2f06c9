// 天梯、直播、房间、比赛和课程的中文。

import type { competeEn } from "./en_compete";

export const competeZh: Record<keyof typeof competeEn, string> = {
  "ladder.rank": "名次",
  "ladder.owner": "作者",
  "ladder.house": "本站",
  "ladder.scale": "等级分与误差",
  "ladder.wdl": "胜 / 和 / 负",
  "ladder.fouls": "犯规",
  "ladder.anchor": "基准",
  "ladder.provisional": "暂定",
  "ladder.paused": "已暂停",
  "ladder.pause": "暂停排位对局",
  "ladder.goOn": "继续排位对局",
  "ladder.facts": "{bots} 个程序 · {games} 局 · 每步 {seconds} 秒",
  "ladder.histories": "前五名的历程",
  "ladder.none": "还没有天梯。",
  "ladder.unknown": "没有这个天梯。",
  "ladder.empty": "还没有程序在这里下过棋。",
  "ladder.games": "此天梯的全部对局",
  "ladder.about":
    "等级分由全部排位对局一起拟合得出。误差为 95% 区间；重叠较多的两条说明强弱难分。基准程序是本站自己的引擎，用来固定标尺。",

  "live.none": "现在没有正在进行的对局。",
  "live.count": "正在进行 {count} 局",
  "live.lost": "连接已断开，正在重试……",
  "live.gone": "这局棋没有在进行。",
  "live.again": "将重新对局",
  "live.over": "已结束",
  "live.moves": "第 {count} 回合",
  "live.record": "复盘与分析",
  "live.all": "全部正在进行的对局",
};
