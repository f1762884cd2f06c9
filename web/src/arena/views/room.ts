// A room: two people by a link, or a person and a bot, with a clock. Without an id the address is the form that
// opens one. Who has a seat keeps it in this browser, so a reload or a lost connection ends nothing.

import type { Side } from "../../boards/pieces";
import type { Mounting, Unsaved, View } from "../../context";
import { h, Part, refill, type Child } from "../../dom";
import { linkHash } from "../../exchange/link";
import { reasonText, sentence } from "../../i18n";
import { dateText } from "../../i18n/texts";
import { textButton } from "../../views/button";
import { Notice } from "../../views/notice";
import { verdictText } from "../../views/status";
import { bots } from "../client";
import { rooms } from "../compete";
import type { Room, RoomAction, SideName, TakenSeat } from "../compete_types";
import { follow } from "../events";
import { lookUp, t, whyText } from "../i18n";
import { copyBlock } from "../parts/copy_block";
import { GameScreen } from "../parts/game_screen";
import { boardName } from "../parts/game_table";
import { Region, troubleText } from "../parts/region";
import { roomForm, type KeptRoom } from "../parts/room_form";
import { keepSeat, seatIn } from "../seats";

const TICK_MS = 100;
const SIDES: Record<SideName, Side> = { first: 0, second: 1 };
const other = (side: Side): Side => (side === 0 ? 1 : 0);

/** The first move of each side costs no time. */
const FREE_PLIES = 2;

function takeSeat({ room, side, seat }: TakenSeat): void {
  keepSeat({ room: room.id, seat, side: SIDES[side] });
}

function playerName(room: Room, side: Side): string {
  const player = room.players[side];
  if (!player) return t("room.free");
  return player.name ?? t(seatIn(room.id)?.side === side ? "play.you" : "games.guest");
}

class RoomPage {
  #room: Room | null = null;
  #heardMs = 0; // by this browser's clock
  #screen: GameScreen | null = null;
  #isResigning = false;
  #head = h("section", { class: "card" });
  #notice = new Notice();
  #buttons = new Part(h("div", { class: "buttons game-bar" }));

  constructor(
    readonly mounting: Mounting,
    readonly id: string,
  ) {
    const { cleanup, root } = mounting;
    refill(this.#head, h("h1", {}, t("nav.room")), h("p", { class: "quiet", role: "status" }, t("list.loading")));
    root.append(h("div", { class: "overview narrow" }, this.#head));
    cleanup.add(follow<Room>({
      events: rooms.events(id),
      read: () => rooms.get(id),
      isOver: () => false,
      onDocument: (room) => this.#hear(room),
      onRefused: (error) => refill(this.#head, h("h1", {}, t("nav.room")), troubleText(error, null)),
    }));
    const timer = setInterval(() => this.#room?.state === "playing" && this.#screen?.tick(), TICK_MS);
    cleanup.add(() => clearInterval(timer));
  }

  get #seat(): ReturnType<typeof seatIn> {
    return seatIn(this.id);
  }

  /** An answer may come before or after the event that says the same. */
  #hear(room: Room): void {
    if (this.mounting.cleanup.isGone || (this.#room && room.version < this.#room.version)) return;
    const before = this.#room;
    this.#room = room;
    this.#heardMs = performance.now();
    if (before?.moves.length !== room.moves.length || before?.state !== room.state) this.#isResigning = false;
    this.#keepRematchSeat(room);
    // Both agreed while one was looking.
    if (room.rematch && this.#seat && before && !before.rematch) location.hash = `#/room/${room.rematch}`;
    else this.#render(room);
  }

  /** The seats keep their secrets; the sides are changed. */
  #keepRematchSeat({ rematch }: Room): void {
    const own = this.#seat;
    if (own && rematch && !seatIn(rematch)) keepSeat({ ...own, room: rematch, side: other(own.side) });
  }

  #render(room: Room): void {
    const screen = (this.#screen ??= this.#mount(room));
    try {
      screen.show({
        moves: room.moves,
        names: [playerName(room, 0), playerName(room, 1)],
        isOver: room.state !== "playing",
        mover: this.#seat?.side ?? null,
        clockMs: (side) => this.#leftMs(side),
      });
    } catch (error) {
      this.#notice.problem(reasonText(error));
    }
    refill(this.#head, ...this.#headParts(room));
    this.#renderButtons(room);
    const isOwnTurn = room.state === "playing" && this.#seat?.side === screen.turn;
    document.title = `${isOwnTurn ? "● " : ""}${t("nav.room")} · ${t("app.title")}`;
  }

  #mount({ game, variant }: Room): GameScreen {
    const { context, cleanup, root } = this.mounting;
    const screen = new GameScreen(context, cleanup, { game, variant }, {
      move: (move) => void this.#move(move),
      refused: (reason) => this.#notice.problem(reason),
    });
    refill(root, h("div", { class: "table" }, screen.board,
      h("aside", { class: "panel" }, this.#head, this.#notice.element, screen.past, screen.moves,
        this.#buttons.element, screen.typedSlot)));
    return screen;
  }

  /** What is left on a clock now, by what the server said last; whoever takes a free seat has all of it. */
  #leftMs(side: Side): number | null {
    const room = this.#room;
    if (!room) return null;
    const player = room.players[side];
    const left = player ? player.leftMs : room.clockS * 1000;
    if (left === null) return null;
    const isRunning = room.state === "playing" && room.moves.length >= FREE_PLIES && this.#screen?.turn === side;
    const spent = isRunning ? room.nowMs - room.turnMs + performance.now() - this.#heardMs : 0;
    return Math.max(left - spent, 0);
  }

  // ---- What is said beside the board ----

  #headParts(room: Room): Child[] {
    const title = h("h1", {}, `${playerName(room, 0)} – ${playerName(room, 1)}`);
    const facts = h("p", { class: "quiet" },
      `${boardName(room.game, room.variant)} · ${room.clockS / 60}+${room.incrementS}`);
    return [title, facts, ...this.#stateParts(room)];
  }

  #stateParts(room: Room): Child[] {
    const status = (text: string): HTMLElement => h("p", { class: "status", role: "status" }, text);
    if (room.state === "ended") return [status(this.#endText(room)), this.#whyText(room)];
    if (room.state === "playing") return [status(this.#turnText(room))];
    if (room.waitsFor === "worker") return [status(t("room.waitsWorker")), this.#until(room)];
    if (!this.#seat) return [status(t("room.invited"))];
    return [
      status(t("room.waitsOpponent")),
      h("p", {}, t("room.sendLink")),
      copyBlock(location.href),
      this.#until(room),
    ];
  }

  #until({ deadlineMs, nowMs }: Room): HTMLElement {
    const time = dateText(Date.now() + deadlineMs - nowMs);
    return h("p", { class: "quiet" }, t("room.until", { time }));
  }

  #turnText(room: Room): string {
    const turn = this.#screen?.turn ?? 0;
    const own = this.#seat?.side;
    if (room.drawOfferedBy && own !== undefined && SIDES[room.drawOfferedBy] !== own) return t("room.drawOffered");
    if (own === undefined) return t("status.turn", { side: t(`side.${turn}`) });
    return t(own === turn ? "status.yours" : "room.theirs");
  }

  #endText({ result }: Room): string {
    if (!result) return t("room.noResult");
    return `${result} · ${verdictText({ result, ending: "rules" }, this.#seat?.side ?? null)}`;
  }

  #whyText({ reason, foul }: Room): HTMLElement {
    const why = reason ? lookUp(`room.${reason}`, lookUp(`verdict.${reason}`, reason)) : "";
    return h("p", { class: "quiet" },
      sentence(foul ? t("verdict.with", { verdict: why, reason: whyText(foul) }) : why));
  }

  // ---- What one can do ----

  #renderButtons(room: Room): void {
    const own = this.#seat?.side;
    const offer = room.drawOfferedBy && SIDES[room.drawOfferedBy];
    const wants = room.players.map((player) => player?.wantsRematch).join();
    this.#buttons.draw([room.state, own, offer, wants, room.record, room.rematch, this.#isResigning].join(), () =>
      own === undefined ? this.#guestButtons(room) : this.#seatButtons(room, own));
  }

  #guestButtons(room: Room): Child[] {
    const isFree = room.state === "waiting" && room.players.includes(null);
    return [
      isFree && textButton(t("room.join"), () => void this.#join(), { act: "join", kind: "primary" }),
      room.rematch && this.#toRematch(room.rematch),
      room.state === "ended" && this.#review(room),
    ];
  }

  #seatButtons(room: Room, own: Side): Child[] {
    if (room.rematch) return [this.#toRematch(room.rematch), this.#review(room)];
    if (room.state === "ended") {
      const [mine, theirs] = [room.players[own], room.players[other(own)]];
      const rematch = textButton(
        t(theirs?.wantsRematch ? "room.acceptRematch" : mine?.wantsRematch ? "room.rematchAsked" : "play.rematch"),
        () => void this.#act("rematch"),
        { act: "rematch", icon: "again", kind: "primary", disabled: mine?.wantsRematch === true },
      );
      return [rematch, this.#review(room)];
    }
    const resign = textButton(
      t(room.state === "waiting" ? "room.callOff" : this.#isResigning ? "play.resignSure" : "play.resign"),
      () => this.#resign(room),
      { act: "resign", icon: "resign", ...(this.#isResigning ? { kind: "danger" as const } : {}) },
    );
    if (room.state === "waiting") return [resign];
    const offered = room.drawOfferedBy && SIDES[room.drawOfferedBy];
    const isWithBot = room.players.some((player) => player?.kind === "bot");
    if (offered !== null && offered !== own) {
      return [
        textButton(t("room.acceptDraw"), () => void this.#act("acceptDraw"), { act: "accept", kind: "primary" }),
        textButton(t("room.declineDraw"), () => void this.#act("declineDraw"), { act: "decline" }),
        resign,
      ];
    }
    return [
      !isWithBot && textButton(t(offered === own ? "room.drawAsked" : "room.offerDraw"),
        () => void this.#act("offerDraw"), { act: "draw", disabled: offered === own }),
      resign,
    ];
  }

  /** For who comes back to this room, and for who watches. */
  #toRematch(id: string): HTMLElement {
    return h("a", { class: "button primary", href: `#/room/${id}`, "data-act": "rematch" }, t("room.toRematch"));
  }

  #review({ record }: Room): HTMLElement {
    const tree = this.#screen?.tree;
    const href = record ? `#/game/${record}` : tree ? linkHash(tree, tree.root) : "#/analyse";
    return h("a", { class: "button", href }, t("play.review"));
  }

  #resign(room: Room): void {
    const wasAsked = this.#isResigning || room.state === "waiting";
    this.#isResigning = !wasAsked;
    if (wasAsked) void this.#act("resign");
    else this.#renderButtons(room);
  }

  async #send(ask: (seat: string) => Promise<Room>): Promise<void> {
    const seat = this.#seat?.seat;
    if (seat === undefined) return;
    try {
      this.#notice.clear();
      this.#hear(await ask(seat));
    } catch (error) {
      this.#notice.problem(reasonText(error));
      this.#screen?.render(); // the board shows what is so
    }
  }

  #move(move: string): Promise<void> {
    const ply = this.#room?.moves.length ?? 0;
    return this.#send((seat) => rooms.move(this.id, seat, ply, move));
  }

  #act(action: RoomAction): Promise<void> {
    return this.#send((seat) => rooms.act(this.id, seat, action));
  }

  async #join(): Promise<void> {
    try {
      const taken = await rooms.join(this.id);
      takeSeat(taken);
      this.#hear(taken.room);
    } catch (error) {
      this.#notice.problem(reasonText(error));
    }
  }
}

/** `#/room?bot=ID` challenges a bot. */
function openingPage({ context, root, route, cleanup, unsaved }: Mounting): () => Unsaved {
  const region = new Region();
  const wanted = Number(route.parameters.get("bot"));
  root.append(h("div", { class: "overview narrow" }, h("h1", {}, t("room.heading")),
    h("p", { class: "quiet" }, t("room.intro")), region.element));
  const before = unsaved["room"] as KeptRoom | undefined;
  let opening: ReturnType<typeof roomForm> | null = null;
  void region.load(() => (wanted ? bots.get(wanted) : Promise.resolve(null)), (bot) => {
    opening = roomForm(context, bot, async (options) => {
      const taken = await rooms.open(options);
      takeSeat(taken);
      if (!cleanup.isGone) location.hash = `#/room/${taken.room.id}`;
    }, before);
    return [opening.element];
  });
  return () => ({ room: opening?.kept() ?? before });
}

export const roomView: View = (mounting) => {
  const [id] = mounting.route.rest;
  if (id === undefined) return openingPage(mounting);
  new RoomPage(mounting, id);
  return undefined;
};
