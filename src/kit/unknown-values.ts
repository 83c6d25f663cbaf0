// Looks into values of unknown shape without claiming more about them than was looked at.

/** Whether `value` is an object or a list, so that its fields can be looked at. It says nothing about the fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * The fields of any value; none where it is no object.
 *
 * @example const { message } = fieldsOf(JSON.parse(text)) // message: unknown
 */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** What `table` holds under a name of a stranger: nothing that every object inherits, such as `constructor`. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** `value` where it is a number, NaN included, else `otherwise`. */
export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

/** The `code` of an error of Node or of a driver (`ENOENT`, `23505`); null for an error without one. */
export function errorCode(error: unknown): string | null {
  const { code } = fieldsOf(error)
  return typeof code === 'string' ? code : null
}

/**
 * Parses JSON that this program or a package of its lockfile has written, so that its shape is known. JSON of anybody
 * else is checked against a schema or field by field. Throws a SyntaxError.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export function parseKnownJson<Value>(text: string): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the type that was written
  return JSON.parse(text) as Value
}
