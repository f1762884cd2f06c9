// The engine as one source file for a site (docs/submissions.md). A server of ours writes the files
// itself; a static host has them in the same place. Both give out what suits the site, and the
// settings are the lines `#define SUBMISSION_...` in it, which are changed here.

import { fetchFile } from "../core/fetch_file";
import type { GameName } from "../core/types";

export type Protocol = "botzone" | "botzone-json" | "sjtu" | "sjtu-2022";

export interface Submission {
  protocol: Protocol;
  /** The functions that the course's own main calls, instead of a program. */
  isCourse: boolean;
  language: "cpp" | "c";
  level: number;
  timeMs: number;
  /** Botzone: stays from turn to turn. */
  keepsRunning: boolean;
}

export const PROTOCOLS: Record<GameName, readonly Protocol[]> = {
  amazons: ["botzone", "botzone-json"],
  quoridor: ["sjtu", "sjtu-2022"],
};

/** Safe under the site's judge, as the program has it (src/bot). */
export const TIME_MS: Record<GameName, number> = { amazons: 950, quoridor: 900 };
export const TIME_MAX_MS = 60_000;

function baseName({ protocol, isCourse }: Submission): string {
  return isCourse ? `${protocol}-course` : protocol;
}

/** The name to save it under. */
export function fileName(submission: Submission): string {
  return `immure-${baseName(submission)}-level${submission.level}.${submission.language}`;
}

/** A file of the site with other settings: what `immure submission` writes with those options. */
export function withSettings(source: string, submission: Submission): string {
  const settings = {
    TIME_MS: submission.timeMs,
    LEVEL: submission.level,
    KEEP_RUNNING: Number(submission.keepsRunning),
  };
  return Object.entries(settings).reduce(
    (text, [name, value]) =>
      text.replace(new RegExp(`^(#define SUBMISSION_${name} )\\d+`, "m"), `$1${value}`),
    source,
  );
}

export async function fetchSource(submission: Submission): Promise<string> {
  const response = await fetchFile(`api/v1/submissions/${baseName(submission)}.cpp`);
  return withSettings(await response.text(), submission);
}
