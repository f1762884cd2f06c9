// The routes of ladders, live games, rooms, contests and courses by name (docs/api.md).

import { page } from "./client";
import { addressOf, get, send } from "./http";
import type {
  Contest, ContestDetails, ContestPlan, ContestState, CourseMark, CourseRow, LadderInfo, LadderRow, Room, RoomAction,
  RoomOptions, SimilarDetails, SimilarPair, Standings, TakenSeat, WaitingPair,
} from "./compete_types";
import type { ListPage } from "./types";

export const ladders = {
  list: () => get<ListPage<LadderInfo>>("ladders"),
  rows: (id: string, after: string | null) => page<LadderRow>(`ladders/${id}`, {}, after),
  waiting: (id: string, after: string | null) => page<WaitingPair>(`ladders/${id}/waiting`, {}, after),
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

export const contests = {
  list: (after: string | null) => page<Contest>("contests", {}, after),
  get: (id: number) => get<ContestDetails>(`contests/${id}`),
  make: (plan: ContestPlan) => send<{ id: number }>("POST", "contests", plan),
  change: (id: number, change: Partial<ContestPlan> & { state?: ContestState; people?: string[] }) =>
    send("PATCH", `contests/${id}`, change),
  enter: (id: number, bot: number) => send("POST", `contests/${id}/entries`, { bot }),
  withdraw: (id: number, bot: number) => send("DELETE", `contests/${id}/entries`, { bot }),
  disqualify: (id: number, bot: number, reason: string) =>
    send("POST", `contests/${id}/disqualifications`, { bot, reason }),
  standings: (id: number) => get<Standings>(`contests/${id}/standings`),
  csvAddress: (id: number) => addressOf(`contests/${id}/standings.csv`),
  reportAddress: (id: number) => addressOf(`contests/${id}/report`),
};

/** A game and a variant, as a query. */
export type BoardQuery = { game: string; variant: string };

export const course = {
  rows: (board: BoardQuery, after: string | null) => page<CourseRow>("course", board, after),
  csvAddress: (board: BoardQuery) => addressOf("course.csv", board),
  marks: (board: BoardQuery) => get<{ marks: CourseMark[] }>("course/marks", board),
  setMarks: (board: BoardQuery, marks: CourseMark[]) =>
    send("PUT", "course/marks", { ...board, marks: marks.map(({ bot, mark }) => ({ bot, mark })) }),
};

export const similarities = {
  list: (board: BoardQuery, after: string | null) => page<SimilarPair>("similarities", board, after),
  get: (id: number) => get<SimilarDetails>(`similarities/${id}`),
};
