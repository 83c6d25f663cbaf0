// Looks into values of unknown shape, such as the answers of the service, without claiming more than was looked at.

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether `value` is an object, and neither a list nor null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of any value; none where it is no object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** The entries of any value; none where it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** `value` where it is a text, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The texts of a list; what is no text is left out. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((entry) => typeof entry === 'string')
}
