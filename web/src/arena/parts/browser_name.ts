// Which browser a sign-in came from, in two words; what is not known is told as it says itself.

const BROWSERS: [string, RegExp][] = [
  ["Edge", /\bEdg\w*\/(\d+)/], ["Opera", /\bOPR\/(\d+)/], ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|CriOS)\/(\d+)/], ["Safari", /\bVersion\/(\d+).*Safari/],
];
const SYSTEMS: [string, RegExp][] = [
  ["iOS", /iPhone|iPad/], ["Android", /Android/], ["Windows", /Windows/], ["macOS", /Mac OS X/], ["Linux", /Linux/],
];

export function browserName(agent: string): string {
  const found = BROWSERS.find(([, pattern]) => pattern.test(agent));
  if (!found) return agent;
  const [name, pattern] = found;
  const system = SYSTEMS.find(([, mark]) => mark.test(agent))?.[0];
  return [`${name} ${pattern.exec(agent)?.[1] ?? ""}`, system].filter(Boolean).join(" · ");
}
