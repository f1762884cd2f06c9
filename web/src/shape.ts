// Plain data from outside, such as a file, is looked at field by field before anything relies on its type.

export type Shape = (value: unknown) => boolean;

export const isText: Shape = (value) => typeof value === "string";
export const isNumber: Shape = (value) => typeof value === "number" && Number.isFinite(value);
export const isFlag: Shape = (value) => typeof value === "boolean";

export const oneOf = (...values: unknown[]): Shape => (value) => values.includes(value);

export const optional = (shape: Shape): Shape => (value) => value === undefined || shape(value);

export const nullOr = (shape: Shape): Shape => (value) => value === null || shape(value);

export const listOf = (shape: Shape): Shape => (value) => Array.isArray(value) && value.every(shape);

/** Under each of these names a value of its shape; what else is there does not matter. */
export const fields = (shapes: Record<string, Shape>): Shape => (value) =>
  typeof value === "object" && value !== null &&
  Object.entries(shapes).every(([name, shape]) => shape((value as Record<string, unknown>)[name]));

/** Values of one shape under any names. */
export const mapOf = (shape: Shape): Shape => (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(shape);
