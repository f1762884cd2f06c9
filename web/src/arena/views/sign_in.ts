// Who one is: signing in, registering, the link that makes the first admin, and the link for a new password.

import type { Mounting, View } from "../../context";
import { h, type Child } from "../../dom";
import { people, session as routes } from "../client";
import { t } from "../i18n";
import { field, form, nameField, passwordField } from "../parts/form";
import { passwordPair } from "../parts/password_pair";

function page(root: HTMLElement, heading: string, ...children: Child[]): void {
  root.append(h("div", { class: "overview narrow" }, h("h1", {}, heading), ...children));
}

/** Goes where one came from; only to a page of ours. Who has left meanwhile stays there. */
async function enter({ context, route, cleanup }: Mounting): Promise<void> {
  await context.session.refresh();
  if (cleanup.isGone) return;
  const to = route.parameters.get("to") ?? "";
  location.hash = to.startsWith("#/") ? to : "#/account";
}

export const signInView: View = (mounting) => {
  const { context, root, route } = mounting;
  const name = nameField(t("account.name"));
  const password = passwordField(t("account.password"), false);
  const answer = context.session.state.get();
  const mayRegister = answer?.registration !== "closed";
  page(
    root,
    t("nav.signin"),
    answer?.needsAdmin && h("p", { class: "notice" }, t("account.needsAdmin")),
    form([name.element, password.element], t("nav.signin"), async () => {
      await routes.signIn(name.input.value.trim(), password.input.value);
      await enter(mounting);
    }),
    h("p", { class: "quiet" }, t("account.forgotten")),
    mayRegister && h("p", {}, h("a", { href: `#/register?${route.parameters}` }, t("account.toRegister"))),
  );
};

export const registerView: View = (mounting) => {
  const { context, root, route } = mounting;
  const registration = context.session.state.get()?.registration;
  const name = nameField(t("account.name"), t("account.nameHint"));
  const password = passwordPair();
  const given = route.parameters.get("invitation") ?? "";
  const isInvited = registration === "invitation";
  const code = field(t("account.invitation"), {
    value: given, required: isInvited, autocomplete: "off", spellcheck: "false",
  }, t("account.invitationHint"));
  if (registration === "closed") {
    page(root, t("nav.register"), h("p", {}, t("account.closed")));
    return;
  }
  const fields = [name.element, ...password.elements, (isInvited || given) && code.element];
  page(
    root,
    t("nav.register"),
    form(fields, t("nav.register"), async () => {
      await people.register(name.input.value.trim(), password.value(), code.input.value.trim());
      await enter(mounting);
    }),
    h("p", {}, h("a", { href: "#/signin" }, t("account.toSignIn"))),
  );
};

/** `#/setup/LINK`, which the first start prints. */
export const setupView: View = (mounting) => {
  const { root, route } = mounting;
  const name = nameField(t("account.name"), t("account.nameHint"));
  const password = passwordPair();
  page(
    root,
    t("account.setup"),
    h("p", { class: "quiet" }, t("account.setupHint")),
    form([name.element, ...password.elements], t("account.setupDo"), async () => {
      await people.setUp(route.rest[0] ?? "", name.input.value.trim(), password.value());
      await enter(mounting);
    }),
  );
};

/** `#/reset/LINK`, which staff hand out; it signs in. */
export const resetView: View = (mounting) => {
  const { root, route } = mounting;
  const password = passwordPair();
  page(
    root,
    t("nav.reset"),
    form(password.elements, t("account.setPassword"), async () => {
      await people.resetPassword(route.rest[0] ?? "", password.value());
      await enter(mounting);
    }),
  );
};
