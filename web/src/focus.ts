// The focus never falls to the body: where the element that had it is taken away or switched off,
// the nearest thing that stands in its place gets it.

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), " +
  "textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";

const isThere = (element: Element): boolean =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility();

/** What takes over: the same act drawn anew, else something beside it, else what is around it. */
function heir(lost: Element, around: Element[], root: HTMLElement): HTMLElement {
  const act = lost.getAttribute("data-act");
  const same = act && root.querySelector<HTMLElement>(`[data-act="${act}"]:not(:disabled)`);
  if (same) return same;
  for (const place of around) {
    if (!isThere(place)) continue;
    const found = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isThere);
    if (found) return found;
  }
  return root;
}

export function keepFocus(root: HTMLElement): void {
  let last: Element | null = null;
  let around: Element[] = [];
  root.addEventListener("focusin", ({ target }) => {
    last = target as Element;
    around = [];
    for (let at = last.parentElement; at && at !== root; at = at.parentElement) around.push(at);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!root.contains(target as Node)) last = null;
  });
  // A click beside everything takes the focus away on purpose.
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(target as Element).closest(FOCUSABLE)) last = null;
  }, true);
  const watch = new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return;
    heir(last, around, root).focus({ preventScroll: true });
  });
  watch.observe(root, {
    childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "hidden"],
  });
}

/** Changes something that draws a form anew; the focus stays on the field that was just changed. */
export function keepField(form: Element, change: () => void): void {
  const { activeElement } = document;
  const field = activeElement instanceof HTMLInputElement ? activeElement.name : "";
  change();
  [...form.querySelectorAll("input")]
    .find(({ name, type, checked }) => name === field && (type !== "radio" || checked))
    ?.focus();
}
