// Times and numbers in words, in the language of the page.

import { currentLanguage, t } from ".";

/** How dates and numbers are written; the page's English is British. */
const LOCALES = { en: "en-GB", zh: "zh-CN" };

const locale = (): string => LOCALES[currentLanguage()];

/** A moment; the year is left out where it is this one. */
export function dateText(ms: number): string {
  const isThisYear = new Date(ms).getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    ...(isThisYear ? {} : { year: "numeric" }),
    month: "short", day: "numeric", hour: "numeric", minute: "2-digit",
  }).format(ms);
}

export function numberText(value: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits, maximumFractionDigits: digits,
  }).format(value);
}

/** Half points are told as such. */
export function pointsText(points: number): string {
  return numberText(points, Number.isInteger(points) ? 0 : 1);
}

/** A number of seconds, with tenths only where there are some. */
export function secondsText(ms: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(ms / 1000);
}

export function percentText(share: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent" }).format(share);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1000],
];

/** How far a moment is from now: "3 minutes ago", "in 2 days". */
export function distanceText(ms: number, nowMs = Date.now()): string {
  const away = ms - nowMs;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(away) >= each) ?? ["second", 1000];
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  return format.format(Math.trunc(away / size), unit);
}

/** In Chinese a space stands between number and unit too, as everywhere on the page. */
function inUnit(value: number, unit: string, digits = 0): string {
  return new Intl.NumberFormat(locale(), {
    style: "unit", unit, unitDisplay: "short", maximumFractionDigits: digits,
  }).format(value).replace(/\d(?=[\u4e00-\u9fff])/, "$& ");
}

/** How long something took. */
export function durationText(ms: number): string {
  if (ms < 1000) return inUnit(Math.round(ms), "millisecond");
  if (ms < 60_000) return inUnit(ms / 1000, "second", 1);
  const seconds = Math.round(ms / 1000);
  const minutes = inUnit(Math.floor(seconds / 60), "minute");
  return seconds % 60 ? `${minutes} ${inUnit(seconds % 60, "second")}` : minutes;
}

export function memoryText(kb: number): string {
  return kb < 1024 ? inUnit(kb, "kilobyte") : inUnit(kb / 1024, "megabyte", 1);
}

/** Games are counted in moves of both sides, of which the last may be half made. */
export const moveCount = (plies: number): number => Math.ceil(plies / 2);

/** How long a game is. */
export function lengthText(plies: number): string {
  const count = moveCount(plies);
  return t(count === 1 ? "library.move" : "library.moves", { count });
}
