// Questions to the API of the server that hands out this page (docs/api.md), and its refusals as the page
// knows them: an ImmureError with the reason's code.

import { failure, ImmureError, isReason, type Reason } from "../core/types";

export const API = "api/v1";

export type Query = Record<string, string | number | boolean | null | undefined>;

/** What the server refused. */
export class Refusal extends ImmureError {
  constructor(
    reason: Reason,
    readonly status: number,
    /** When it may be asked again; null where the server does not say. */
    readonly retryAfterS: number | null,
  ) {
    super(reason);
  }
}

/** The reason that a response gives; a response that is none of ours counts as a lost connection. */
export async function refusalOf(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => ({}))) as { error?: unknown };
  const seconds = Number(response.headers.get("Retry-After"));
  return isReason(body.error)
    ? new Refusal(body.error, response.status, seconds > 0 ? seconds : null)
    : failure("connection-lost", `HTTP ${response.status}`);
}

export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]]);
  const text = new URLSearchParams(given).toString();
  return `${API}/${path}${text && `?${text}`}`;
}

async function request(path: string, query: Query, init: RequestInit): Promise<Response> {
  const response = await fetch(addressOf(path, query), init)
    .catch(() => Promise.reject(failure("connection-lost", "connection lost")));
  if (!response.ok) throw await refusalOf(response);
  return response;
}

export async function get<T>(path: string, query: Query = {}): Promise<T> {
  const response = await request(path, query, { cache: "no-store" });
  return (await response.json()) as T;
}

export async function getText(path: string, query: Query = {}): Promise<string> {
  return (await request(path, query, { cache: "no-store" })).text();
}

/** A change. The header shows the server that no form of another site sent it. */
export async function send<T = void>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await request(path, {}, {
    method,
    headers: { "Content-Type": "application/json", "Immure-Request": "1" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Whether what was asked for does not exist or is not for this person; asking again does not help. */
export function isFinal(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 403 || error.status === 404);
}

/** Whether the server refused because nobody is signed in. */
export function wantsSignIn(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}
