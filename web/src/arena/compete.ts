// The routes of ladders, live games, rooms, contests and courses by name (docs/api.md).

import { page } from "./client";
import { addressOf, get, send } from "./http";
import type {
  LadderInfo, LadderRow, Room, RoomAction, RoomOptions, TakenSeat,
} from "./compete_types";
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

export const rooms = {
  open: (options: RoomOptions) => send<TakenSeat>("POST", "rooms", options),
  join: (id: string) => send<TakenSeat>("POST", `rooms/${id}/join`, {}),
  get: (id: string) => get<Room>(`rooms/${id}`),
  events: (id: string) => addressOf(`rooms/${id}/events`),
  move: (id: string, seat: string, ply: number, move: string) =>
    send<Room>("POST", `rooms/${id}/moves`, { seat, ply, move }),
  act: (id: string, seat: string, action: RoomAction) =>
    send<Room>("POST", `rooms/${id}/actions`, { seat, action }),
};
