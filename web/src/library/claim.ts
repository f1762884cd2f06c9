// Who has a document open: one tab at a time, by the browser's locks. A tab that wants one which is
// open elsewhere gets a copy, so that nobody writes over anybody.

/** A tab that is being reloaded lets go of its locks a little later than the next page begins. */
const WAIT_MS = 400;

export type Release = () => void;

/** Takes the lock of an id until it is released; null if another tab still has it after a while. */
export function claim(id: string, waitMs = WAIT_MS): Promise<Release | null> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return Promise.resolve(() => undefined); // a page that is not served safely
  const options = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | void => {
      if (!lock) resolve(null);
      else return new Promise((release) => resolve(release));
    };
    locks.request(`immure.document.${id}`, options, hold).catch(() => resolve(null));
  });
}
