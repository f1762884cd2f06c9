// The routes of ladders, live games, rooms, contests and courses by name (docs/api.md).

import { page } from "./client";
import { addressOf, get, send } from "./http";
import type { LadderInfo, LadderRow } from "./compete_types";
import type { Page } from "./types";

export const ladders = {
  list: () => get<Page<LadderInfo>>("ladders"),
  rows: (id: string, after: string | null) => page<LadderRow>(`ladders/${id}`, {}, after),
  change: (id: string, change: { isPaused?: boolean; timeMs?: number }) =>
    send<LadderInfo>("PATCH", `ladders/${id}`, change),
};

export const live = {
  allEvents: () => addressOf("live/events"),
  events: (id: string) => addressOf(`live/${id}/events`),
};
