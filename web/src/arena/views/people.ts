// People, for staff: roles, closed accounts, links for a new password, invitations; and for admins the settings of the
// site.

import type { Context, Mounting, View } from "../../context";
import { h, refill, type Child } from "../../dom";
import { dateText, distanceText, numberText } from "../../i18n/texts";
import { textButton } from "../../views/button";
import { choice } from "../../views/choice";
import { Notice } from "../../views/notice";
import { invitations, people, site } from "../client";
import { t } from "../i18n";
import { perform } from "../parts/act";
import { chip } from "../parts/chips";
import { copyBlock } from "../parts/copy_block";
import { dataTable } from "../parts/data_table";
import { field, form } from "../parts/form";
import { PagedList } from "../parts/paged_list";
import { needsPerson, Region } from "../parts/region";
import { when } from "../parts/when";
import {
  SITE_NUMBERS, type Invitation, type ListedPerson, type Person, type Registration, type Role, type SiteNumbers,
} from "../types";

const ROLES: Role[] = ["student", "teacher", "admin"];
const REGISTRATIONS: Registration[] = ["open", "invitation", "closed"];
const DAY_MS = 86_400_000;

const pageAddress = (hash: string): string => new URL(hash, location.href).href;

class PeoplePage {
  readonly context: Context;
  #me: Person;
  #notice = new Notice();
  #link = h("div", { class: "region" });
  #people: PagedList<ListedPerson>;
  #invitations: PagedList<Invitation>;
  #q = "";

  constructor({ context, root }: Mounting, me: Person) {
    this.context = context;
    this.#me = me;
    this.#people = new PagedList<ListedPerson>({
      read: (after) => people.list(this.#q, after),
      draw: (items) => this.#table(items),
      empty: t("people.none"),
    });
    this.#invitations = new PagedList<Invitation>({
      read: (after) => invitations.list(after),
      draw: (items) => this.#invitationTable(items),
      empty: t("people.noInvitations"),
    });
    const search = field(t("people.search"), { type: "search" });
    search.input.addEventListener("change", () => {
      this.#q = search.input.value.trim();
      void this.#people.reload();
    });
    const made = h("div", { class: "region" });
    root.append(
      h(
        "div",
        { class: "overview wide" },
        h("h1", {}, t("nav.people")),
        this.#notice.element,
        search.element,
        this.#link,
        this.#people.element,
        h("h2", {}, t("people.invitations")),
        this.#invitations.element,
        made,
        this.#invitationForm(made),
        me.role === "admin" && this.#settings(),
      ),
    );
  }

  #table(items: ListedPerson[]): HTMLElement {
    return dataTable<ListedPerson>(t("nav.people"), [
      { title: t("account.name"), isHead: true, cell: ({ name }) => name },
      { title: t("people.role"), cell: (person) => this.#role(person) },
      { title: t("table.state"), cell: ({ state }) => chip(t(`people.${state}`), state === "active" ? "good" : "bad") },
      { title: t("account.since"), cell: ({ createdMs }) => when(createdMs) },
      {
        title: t("account.used"),
        cell: ({ signedInMs }) => (signedInMs ? distanceText(signedInMs) : t("account.never")),
      },
      { title: t("table.action"), cell: (person) => this.#actions(person) },
    ], items);
  }

  #role(person: ListedPerson): Child {
    const { id, role, name } = person;
    if (this.#me.role !== "admin") return t(`role.${role}`);
    const select = h("select", {
      "aria-label": t("people.roleOf", { name }),
      onchange: () => void this.#change(id, { role: select.value as Role }),
    }, ...ROLES.map((value) => h("option", { value, selected: value === role }, t(`role.${value}`))));
    return select;
  }

  #actions(person: ListedPerson): HTMLElement {
    const { id, name, state } = person;
    const isActive = state === "active";
    return h(
      "span",
      { class: "row" },
      isActive && textButton(t("people.reset"), () => void this.#reset(person), { act: `reset ${id}` }),
      this.#me.role === "admin" && id !== this.#me.id &&
        textButton(t(isActive ? "people.close" : "people.reopen"), () =>
          void this.#change(id, { state: isActive ? "closed" : "active" },
            isActive ? t("people.closeSure", { name }) : ""), { act: `state ${id}` }),
    );
  }

  async #change(id: number, change: Parameters<typeof people.change>[1], question = ""): Promise<void> {
    await perform(this.#notice, {
      question,
      agree: t("people.close"),
      run: () => people.change(id, change),
      done: t("people.changed"),
    });
    await this.#people.reload();
  }

  async #reset({ id, name }: ListedPerson): Promise<void> {
    await perform(this.#notice, {
      run: async () => {
        const { link, expiresMs } = await people.resetLink(id);
        refill(this.#link,
          h("p", { class: "notice" }, t("people.resetLink", { name, time: dateText(expiresMs) })),
          copyBlock(pageAddress(`#/reset/${link}`)));
      },
    });
  }

  #settings(): HTMLElement {
    const numbers = new Region();
    void numbers.load(() => site.settings(), (settings) => [this.#numberForm(settings)]);
    return h("section", { class: "region" }, h("h2", {}, t("site.heading")), this.#registration(), numbers.element);
  }

  #numberForm(settings: SiteNumbers): HTMLElement {
    const fields = SITE_NUMBERS.map((name) => ({
      name,
      ...field(t(`site.${name}`), { type: "number", min: 0, value: settings[name], required: true },
        t(`site.${name}Hint`)),
    }));
    return form(fields.map(({ element }) => element), t("site.save"), async () => {
      const values = fields.map(({ name, input }) => [name, Number(input.value)]);
      await site.change(Object.fromEntries(values) as SiteNumbers);
      this.#notice.say(t("people.changed"));
    });
  }

  #registration(): HTMLElement {
    const options = REGISTRATIONS.map((value) => ({ value, label: t(`registration.${value}`) }));
    const { session } = this.context;
    const value = session.state.get()?.registration ?? "closed";
    return choice<Registration>("registration", t("people.registration"), options, value, (registration) =>
      void perform(this.#notice, {
        run: () => site.change({ registration }).then(() => session.refresh()),
        done: t("people.changed"),
      }));
  }

  #invitationTable(items: Invitation[]): HTMLElement {
    return dataTable<Invitation>(t("people.invitations"), [
      { title: t("account.invitation"), isHead: true, cell: ({ hint }) => `${hint}…` },
      {
        title: t("people.uses"), isNumber: true,
        cell: ({ uses, usesLeft }) => `${numberText(uses - usesLeft)} / ${numberText(uses)}`,
      },
      { title: t("people.expires"), cell: ({ expiresMs }) => when(expiresMs) },
      {
        title: t("table.action"),
        cell: ({ id }) => textButton(t("account.revoke"), () => void perform(this.#notice, {
          run: () => invitations.end(id).then(() => this.#invitations.reload()),
        }), { act: `invitation ${id}` }),
      },
    ], items);
  }

  #invitationForm(made: HTMLElement): HTMLElement {
    const uses = field(t("people.uses"), { type: "number", min: 1, max: 1000, value: 30, required: true });
    const days = field(t("people.days"), { type: "number", min: 1, max: 365, value: 14, required: true });
    return form([uses.element, days.element], t("people.invite"), async () => {
      const expiresMs = Date.now() + Number(days.input.value) * DAY_MS;
      const { code } = await invitations.make(Number(uses.input.value), expiresMs);
      refill(made,
        h("p", { class: "notice" }, t("account.once")),
        copyBlock(code),
        copyBlock(pageAddress(`#/register?${new URLSearchParams({ invitation: code })}`)));
      await this.#invitations.reload();
    });
  }
}

export const peopleView: View = (mounting) =>
  needsPerson(mounting, (person) => {
    if (mounting.context.session.isStaff) new PeoplePage(mounting, person);
    else mounting.root.append(h("div", { class: "overview" }, h("h1", {}, t("nav.people")), h("p", {}, t("people.staffOnly"))));
  });
