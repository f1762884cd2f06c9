// Ladders, live games, rooms, contests and courses in English.

export const competeEn = {
  "ladder.rank": "Rank",
  "ladder.owner": "By",
  "ladder.house": "Immure",
  "ladder.scale": "Rating and error",
  "ladder.wdl": "Won / drawn / lost",
  "ladder.fouls": "Fouls",
  "ladder.anchor": "reference",
  "ladder.provisional": "provisional",
  "ladder.paused": "paused",
  "ladder.pause": "Pause ranked games",
  "ladder.goOn": "Go on with ranked games",
  "ladder.facts": "{bots} bots · {games} games · {seconds} s a move",
  "ladder.histories": "How the first five came there",
  "ladder.none": "There is no ladder yet.",
  "ladder.unknown": "There is no ladder of that name.",
  "ladder.empty": "No bot has played here yet.",
  "ladder.games": "All games of this ladder",
  "ladder.about":
    "Ratings are fitted to all ranked games at once. The error is a 95 % interval; bars that overlap much say little about who is stronger. Reference bots are our own engines, which hold the scale.",

  "live.none": "No game is under way now.",
  "live.count": "{count} under way",
  "live.lost": "The connection is lost. Trying again…",
  "live.gone": "This game is not under way.",
  "live.again": "will be played again",
  "live.over": "over",
  "live.moves": "move {count}",
  "live.record": "Replay with analysis",
  "live.all": "All games under way",
} as const;
