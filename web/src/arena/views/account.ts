// One's own account: password, browsers that are signed in, tokens for the command line, export, deletion.

import type { Context, Mounting, View } from "../../context";
import { h, refill, type Child } from "../../dom";
import { downloadText } from "../../exchange/download";
import { distanceText } from "../../i18n/texts";
import { textButton } from "../../views/button";
import { ask } from "../../views/dialog";
import { Notice } from "../../views/notice";
import { bots, own, people, session as routes } from "../client";
import { t } from "../i18n";
import { perform } from "../parts/act";
import { browserName } from "../parts/browser_name";
import { chip } from "../parts/chips";
import { copyBlock } from "../parts/copy_block";
import { dataTable } from "../parts/data_table";
import { field, form, passwordField, selectField } from "../parts/form";
import { PagedList } from "../parts/paged_list";
import { botTable } from "../parts/bot_table";
import { passwordPair } from "../parts/password_pair";
import { needsPerson } from "../parts/region";
import { when } from "../parts/when";
import { dropDraft } from "../submission/draft";
import type { Person, PersonToken, SignIn } from "../types";

/** The commands with a token that was just made, ready to be pasted. */
function commandLines(secret: string): string {
  const server = new URL(".", location.href).href;
  return `export IMMURE_TOKEN=${secret}\nimmure submit bot.cpp --game amazons --server ${server}`;
}

class AccountPage {
  readonly context: Context;
  #cleanup: Mounting["cleanup"];
  #notice = new Notice();
  #person: Person;

  constructor({ context, root, cleanup }: Mounting, person: Person) {
    this.context = context;
    this.#cleanup = cleanup;
    this.#person = person;
    root.append(
      h(
        "div",
        { class: "overview" },
        h("h1", {}, person.name, " ", chip(t(`role.${person.role}`))),
        this.#notice.element,
        h("div", { class: "row" },
          h("a", { class: "button primary", href: "#/submit" }, t("nav.submit")),
          h("a", { class: "button", href: `#/archive?person=${person.id}` }, t("account.myGames")),
          textButton(t("account.signOut"), () => void this.#signOut(), { act: "sign-out" })),
        this.#part(t("account.bots"), this.#bots()),
        this.#part(t("account.tokens"), h("p", { class: "quiet" }, t("account.tokensHint")), ...this.#tokens()),
        this.#part(t("account.sessions"), this.#sessions()),
        this.#part(t("account.password"), this.#passwordForm()),
        this.#part(t("account.data"), h("p", { class: "quiet" }, t("account.dataHint")),
          h("div", { class: "row" }, textButton(t("account.export"), () => void this.#export(), { act: "export" })), this.#deleteForm()),
      ),
    );
  }

  #part(heading: string, ...children: Child[]): HTMLElement {
    return h("section", { class: "region" }, h("h2", {}, heading), ...children);
  }

  #bots(): HTMLElement {
    const { id } = this.#person;
    return new PagedList({
      read: (after) => bots.list({ owner: id }, after), draw: botTable, empty: t("account.noBots"),
    }).element;
  }

  async #signOut(): Promise<void> {
    await perform(this.#notice, {
      run: async () => {
        await routes.signOut();
        dropDraft();
        await this.context.session.refresh();
        if (!this.#cleanup.isGone) location.hash = "#/signin";
      },
    });
  }

  #sessions(): HTMLElement {
    const list: PagedList<SignIn> = new PagedList<SignIn>({
      read: (after) => own.sessions(after),
      empty: t("account.noSessions"),
      draw: (items) => dataTable(t("account.sessions"), [
        { title: t("account.browser"), isHead: true, cell: ({ agent }) => h("span", { title: agent }, browserName(agent)) },
        { title: t("account.address"), cell: ({ address }) => address },
        { title: t("account.since"), cell: ({ createdMs }) => when(createdMs) },
        { title: t("account.used"), cell: ({ usedMs }) => distanceText(usedMs) },
        {
          title: t("table.action"),
          cell: ({ id, isCurrent }) => isCurrent ? chip(t("account.thisOne"), "good") :
            textButton(t("account.end"), () => void perform(this.#notice, {
              run: () => own.endSession(id).then(() => list.reload()),
            }), { act: `end ${id}` }),
        },
      ], items),
    });
    return list.element;
  }

  #tokens(): HTMLElement[] {
    const list: PagedList<PersonToken> = new PagedList<PersonToken>({
      read: (after) => own.tokens(after),
      empty: t("account.noTokens"),
      draw: (items) => dataTable(t("account.tokens"), [
        { title: t("account.tokenName"), isHead: true, cell: ({ name }) => name },
        { title: t("account.scope"), cell: ({ scope }) => t(`scope.${scope}`) },
        { title: t("account.since"), cell: ({ createdMs }) => when(createdMs) },
        { title: t("account.used"), cell: ({ usedMs }) => (usedMs ? distanceText(usedMs) : t("account.never")) },
        {
          title: t("table.action"),
          cell: ({ id, name }) => textButton(t("account.revoke"), () => void perform(this.#notice, {
            question: t("account.revokeSure", { name }),
            agree: t("account.revoke"),
            run: () => own.endToken(id).then(() => list.reload()),
          }), { act: `revoke ${id}` }),
        },
      ], items),
    });
    const made = h("div", { class: "region" });
    const name = field(t("account.tokenName"), { required: true, maxlength: 64 }, t("account.tokenNameHint"));
    const scopes = (["submit", "read"] as const).map((value) => ({ value, label: t(`scope.${value}`) }));
    const scope = selectField(t("account.scope"), scopes, "submit");
    const make = form([name.element, scope.element], t("account.makeToken"), async () => {
      const { secret } = await own.makeToken(name.input.value.trim(), scope.input.value as PersonToken["scope"]);
      refill(made, h("p", { class: "notice" }, t("account.once")), copyBlock(commandLines(secret)));
      name.input.value = "";
      await list.reload();
    });
    return [list.element, made, make];
  }

  #passwordForm(): HTMLElement {
    const old = passwordField(t("account.oldPassword"), false);
    const fresh = passwordPair();
    const element: HTMLFormElement = form([old.element, ...fresh.elements], t("account.setPassword"), async () => {
      await people.changePassword(old.input.value, fresh.value());
      element.reset();
      this.#notice.say(t("account.passwordSet"));
    });
    return element;
  }

  async #export(): Promise<void> {
    await perform(this.#notice, {
      run: async () => downloadText(`immure-${this.#person.name}.json`, await own.exported()),
    });
  }

  #deleteForm(): HTMLElement {
    const password = passwordField(t("account.password"), false, t("account.deleteHint"));
    return form([password.element], t("account.delete"), async () => {
      if (!(await ask(t("account.deleteSure"), t("account.delete")))) return;
      await own.remove(password.input.value);
      dropDraft();
      await this.context.session.refresh();
      if (!this.#cleanup.isGone) location.hash = "#/arena";
    }, "danger");
  }
}

export const accountView: View = (mounting) =>
  needsPerson(mounting, (person) => {
    new AccountPage(mounting, person);
  });
