// What a visitor chose, kept in the browser: language, theme and the options of the next game.

import type { GameName } from "./core/types";
import { Store } from "./store";

export type Language = "en" | "zh";
export type Theme = "auto" | "light" | "dark";
export type BoardTheme = "classic" | "forest" | "ocean";
export type SideChoice = "first" | "second" | "random";
export type Opponent = "engine" | "human";

export interface GameOptions {
  game: GameName;
  variant: Record<GameName, string>;
  opponent: Opponent;
  level: number;
  side: SideChoice;
  clock: string; // "none", or minutes "+" seconds a move, such as "5+3"
}

export interface Settings {
  language: Language;
  theme: Theme;
  board: BoardTheme;
  coordinates: boolean;
  sounds: boolean;
  overlay: boolean;
  /** Study with the engine of the server, where there is one. */
  native: boolean;
  next: GameOptions;
}

const KEY = "immure.settings";

function defaults(): Settings {
  return {
    language: navigator.language.startsWith("zh") ? "zh" : "en",
    theme: "auto",
    board: "classic",
    coordinates: true,
    sounds: false,
    overlay: false,
    native: false,
    next: {
      game: "amazons",
      variant: { amazons: "8x8", quoridor: "standard" },
      opponent: "engine",
      level: 3,
      side: "first",
      clock: "none",
    },
  };
}

function stored(): Partial<Settings> {
  try {
    const text = localStorage.getItem(KEY);
    return text ? (JSON.parse(text) as Partial<Settings>) : {};
  } catch {
    return {}; // storage is refused or its content is not ours: the defaults serve
  }
}

/** The values of `now` that are not those of `before`. */
function changes<T extends object>(before: T, now: T): Partial<T> {
  const keys = Object.keys(now) as (keyof T)[];
  return Object.fromEntries(
    keys.filter((key) => now[key] !== before[key]).map((key) => [key, now[key]]),
  ) as Partial<T>;
}

/** Writes what this tab has changed over what is stored, which other tabs may have changed. */
function write(before: Settings, now: Settings): void {
  const kept = stored();
  const next = { ...kept.next, ...changes(before.next, now.next) };
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, ...changes(before, now), next }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The settings of this browser; every change is written back, key by key. */
export function loadSettings(): Store<Settings> {
  const base = defaults();
  const kept = stored();
  let known: Settings = { ...base, ...kept, next: { ...base.next, ...kept.next } };
  const settings = new Store<Settings>(known);
  settings.subscribe((value) => {
    write(known, value);
    known = value;
  });
  window.addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    // The next game is each tab's own matter until it is started anew.
    known = { ...known, ...stored(), next: known.next };
    settings.set(known);
  });
  return settings;
}

/** Puts the colours on the document; the theme `auto` leaves them to the system. */
export function applyTheme({ theme, board }: Settings): void {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset["theme"];
  else dataset["theme"] = theme;
  dataset["board"] = board;
}
