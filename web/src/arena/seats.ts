// The seats that this browser has in rooms: secrets, kept so that a reload or a lost connection ends no game.

const KEY = "immure.rooms";
/** The rooms that were entered last; older ones are over. */
const KEPT = 50;

interface Seat {
  room: string;
  seat: string;
  side: 0 | 1;
}

function stored(): Seat[] {
  try {
    const seats: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(seats) ? (seats as Seat[]) : [];
  } catch {
    return []; // storage is refused or its content is not ours
  }
}

/** For browsers that keep nothing: as long as the page is open. */
const here = new Map<string, Seat>();

export function seatIn(room: string): Seat | null {
  return here.get(room) ?? stored().find((seat) => seat.room === room) ?? null;
}

export function keepSeat(seat: Seat): void {
  here.set(seat.room, seat);
  const others = stored().filter(({ room }) => room !== seat.room);
  try {
    localStorage.setItem(KEY, JSON.stringify([seat, ...others].slice(0, KEPT)));
  } catch {
    // The seat lasts as long as the page.
  }
}
