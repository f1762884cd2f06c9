// The editor of a contest, for staff.

import type { Context } from "../../context";
import type { GameName } from "../../core/types";
import { h, refill } from "../../dom";
import { keepField } from "../../focus";
import { boardPicker } from "../../views/board_picker";
import { choice } from "../../views/choice";
import type { ContestDetails, ContestFormat, ContestPlan } from "../compete_types";
import { t } from "../i18n";
import { field, form } from "./form";

const FORMATS: ContestFormat[] = ["roundRobin", "swiss", "knockout", "groups"];
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** A moment as a field of the kind datetime-local takes it, by the clock of this machine. */
function localText(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

function planOf(contest: ContestDetails | null): ContestPlan {
  if (!contest) {
    return {
      name: "", game: "amazons", variant: "8x8", timeMs: 1000, whoMayEnter: "all", format: "roundRobin",
      rounds: 0, groups: 0, pairs: 2, seed: Math.floor(1e6 * Math.random()), opensMs: 0,
      deadlineMs: Math.ceil((Date.now() + WEEK_MS) / HOUR_MS) * HOUR_MS,
    };
  }
  const { name, game, variant, whoMayEnter, format, rounds, groups, pairs, seed, deadlineMs } = contest;
  return {
    name, game, variant, whoMayEnter, format, rounds, groups, pairs, seed, deadlineMs,
    timeMs: contest.rules.timeMs ?? 0, opensMs: contest.opensMs ?? 0,
  };
}

/** What was filled in before the language was changed. */
export interface KeptPlan {
  plan: ContestPlan;
  texts: string[];
}

/** Sends the whole plan, and the names of those who may enter. */
export function contestForm(
  { core }: Context,
  contest: ContestDetails | null,
  save: (plan: ContestPlan, people: string[]) => Promise<void>,
  kept?: KeptPlan,
): { element: HTMLFormElement; kept(): KeptPlan } {
  let plan = kept?.plan ?? planOf(contest);
  // Once it is open, only its name, who may enter and the deadline may change.
  const isOpen = contest?.state === "open";
  const name = field(t("contest.name"), { value: plan.name, required: true, maxlength: 64 });
  const time = field(t("contest.time"), { type: "number", min: 0, max: 600, step: 0.01, value: plan.timeMs / 1000 },
    t("contest.timeHint"));
  const pairs = field(t("contest.pairs"), { type: "number", min: 1, max: 50, value: plan.pairs }, t("contest.pairsHint"));
  const rounds = field(t("contest.rounds"), { type: "number", min: 0, max: 64, value: plan.rounds }, t("contest.zeroHint"));
  const groups = field(t("contest.groupCount"), { type: "number", min: 0, max: 64, value: plan.groups }, t("contest.zeroHint"));
  const seed = field(t("contest.seed"), { type: "number", min: 0, value: plan.seed }, t("contest.seedHint"));
  const deadline = field(t("contest.deadline"), {
    type: "datetime-local", step: 1, required: true, value: localText(plan.deadlineMs),
  });
  const people = field(t("contest.people"), { value: (contest?.people ?? []).join(", ") }, t("contest.peopleHint"));
  const inputs = [name, time, pairs, rounds, groups, seed, deadline, people].map(({ input }) => input);
  for (const [index, text] of kept?.texts.entries() ?? []) inputs[index]!.value = text;
  const choices = h("div", { class: "new-game" });
  const change = (part: Partial<ContestPlan>): void => {
    plan = { ...plan, ...part };
    keepField(choices, render);
  };
  const pick = (game: GameName, variant: string): void => change({ game, variant });
  const render = (): void => {
    for (const { element } of [time, pairs, seed]) element.hidden = isOpen;
    rounds.element.hidden = isOpen || plan.format !== "swiss";
    groups.element.hidden = isOpen || plan.format !== "groups";
    people.element.hidden = plan.whoMayEnter !== "list";
    refill(
      choices,
      ...(isOpen ? [] : [
        ...boardPicker(core, plan.game, plan.variant, pick),
        choice("format", t("contest.format"), FORMATS.map((value) => ({ value, label: t(`contest.${value}`) })),
          plan.format, (format) => change({ format })),
      ]),
      choice("who", t("contest.who"), [
        { value: "all" as const, label: t("contest.whoAll") },
        { value: "list" as const, label: t("contest.whoList") },
      ], plan.whoMayEnter, (whoMayEnter) => change({ whoMayEnter })),
    );
  };
  render();
  const fields = [name, time, pairs, rounds, groups, seed, deadline, people].map(({ element }) => element);
  const element = form([fields[0], choices, ...fields.slice(1)], t(contest ? "contest.save" : "contest.make"), () =>
    save({
      ...plan,
      name: name.input.value.trim(),
      timeMs: Math.round(1000 * Number(time.input.value)),
      pairs: Number(pairs.input.value),
      rounds: Number(rounds.input.value),
      groups: Number(groups.input.value),
      seed: Number(seed.input.value),
      deadlineMs: new Date(deadline.input.value).getTime(),
    }, people.input.value.split(/[,，\s]+/).filter(Boolean)));
  return { element, kept: () => ({ plan, texts: inputs.map(({ value }) => value) }) };
}
