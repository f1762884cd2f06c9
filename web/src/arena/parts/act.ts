// One thing that is done on the server by a button: sure about it, done, and what went wrong said.

import { reasonText } from "../../i18n";
import { ask } from "../../views/dialog";
import type { Notice } from "../../views/notice";

export interface Act {
  /** Asked before it is done; without it, it is done at once. */
  question?: string;
  agree?: string;
  run(): Promise<unknown>;
  /** Said when it is done. */
  done?: string;
}

export async function perform(notice: Notice, { question, agree, run, done }: Act): Promise<void> {
  if (question && !(await ask(question, agree ?? question))) return;
  try {
    notice.clear();
    await run();
    if (done) notice.say(done);
  } catch (error) {
    notice.problem(reasonText(error));
  }
}
