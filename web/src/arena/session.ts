// Who is signed in, for the header and all pages of the arena. Where the server has no arena (a static copy,
// or a server without a store) there is no session, and nothing of the arena is shown.

import type { Engine } from "../core/types";
import { Store } from "../store";
import { session as routes } from "./client";
import type { SessionAnswer } from "./types";

export class Session {
  /** Null as long as nothing is known of an arena here. */
  readonly state = new Store<SessionAnswer | null>(null);
  #arrival: Promise<void> | null = null;

  constructor(readonly native: () => Promise<Engine | null>) {}

  /** Done when it is known whether there is an arena; a host without an engine of its own is not asked. */
  arrive(): Promise<void> {
    return (this.#arrival ??= this.native().then((engine) => (engine ? this.refresh() : undefined)));
  }

  /** Asks again who is signed in, after signing in or out. A lost connection changes nothing. */
  async refresh(): Promise<void> {
    this.state.set(await routes.get().catch(() => this.state.get()));
  }

  get isStaff(): boolean {
    const role = this.state.get()?.person?.role;
    return role === "teacher" || role === "admin";
  }
}
