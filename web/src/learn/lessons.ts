// The tutorial as data: a position, a text, a task, and what counts as having done it.

import type { Core, GameName, GameSpec, PositionView } from "../core/types";
import type { Key } from "../i18n";
import { isWall } from "../squares";

export interface Attempt {
  core: Core;
  before: GameSpec;
  move: string;
  after: PositionView;
}

export interface Step {
  title: Key;
  text: Key;
  task: Key;
  /** Said when the move is legal but not the one wanted. */
  hint?: Key;
  variant: string;
  start?: string;
  showsOverlay?: boolean;
  /** A move drawn on the board before anybody has moved. */
  example?: string;
  isDone(attempt: Attempt): boolean;
}

const anyMove = (): boolean => true;

const AMAZONS: Step[] = [
  {
    title: "learn.amazons.1.title",
    text: "learn.amazons.1.text",
    task: "learn.amazons.1.task",
    variant: "6x6",
    example: "b1-b3/d5",
    isDone: anyMove,
  },
  {
    title: "learn.amazons.2.title",
    text: "learn.amazons.2.text",
    task: "learn.amazons.2.task",
    hint: "learn.amazons.2.hint",
    variant: "6x6",
    start: "*q*2q/**4/5q/6/Q3Q1/1Q1q1Q w - - 0 5",
    isDone: ({ move }) => move.endsWith("/c5"),
  },
  {
    title: "learn.amazons.3.title",
    text: "learn.amazons.3.text",
    task: "learn.amazons.3.task",
    hint: "learn.amazons.3.hint",
    variant: "6x6",
    start: "qqqq1*/*****1/6/6/1Q4/Q1Q2Q w - - 0 7",
    isDone: ({ after }) => after.outcome.result !== "*",
  },
  {
    title: "learn.amazons.4.title",
    text: "learn.amazons.4.text",
    task: "learn.amazons.4.task",
    variant: "8x8",
    showsOverlay: true,
    isDone: anyMove,
  },
];

const QUORIDOR: Step[] = [
  {
    title: "learn.quoridor.1.title",
    text: "learn.quoridor.1.text",
    task: "learn.quoridor.1.task",
    hint: "learn.quoridor.1.hint",
    variant: "standard",
    isDone: ({ move }) => move === "e2",
  },
  {
    title: "learn.quoridor.2.title",
    text: "learn.quoridor.2.text",
    task: "learn.quoridor.2.task",
    hint: "learn.quoridor.2.hint",
    variant: "standard",
    isDone: ({ move }) => move === "d8h" || move === "e8h",
  },
  {
    title: "learn.quoridor.3.title",
    text: "learn.quoridor.3.text",
    task: "learn.quoridor.3.task",
    hint: "learn.quoridor.3.hint",
    variant: "standard",
    start: "d8ve8h e2 e9 9 9 1 4",
    isDone: ({ move }) => isWall(move),
  },
  {
    title: "learn.quoridor.4.title",
    text: "learn.quoridor.4.text",
    task: "learn.quoridor.4.task",
    hint: "learn.quoridor.4.hint",
    variant: "standard",
    start: "- e4 e5 10 10 1 8",
    isDone: ({ move }) => move === "e6",
  },
  {
    title: "learn.quoridor.5.title",
    text: "learn.quoridor.5.text",
    task: "learn.quoridor.5.task",
    hint: "learn.quoridor.5.hint",
    variant: "standard",
    start: "c4ve6h d4 f6 9 9 1 10",
    showsOverlay: true,
    isDone: ({ core, before, move }) =>
      (core.overlay(before).quoridor?.wallEffects[move]?.[1] ?? 0) > 0,
  },
];

export const LESSONS: Record<GameName, Step[]> = { amazons: AMAZONS, quoridor: QUORIDOR };
