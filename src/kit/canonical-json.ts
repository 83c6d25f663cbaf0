// JSON text that is equal for equal values in any key order, for hashes and comparisons.

/** Keys in the order of their code units, no blanks; keys without a value (`undefined`) do not count. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isPlain(part) ? sorted(part) : part)) ?? 'null'
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(value)
  const ordered = keys.toSorted()
  if (keys.every((key, at) => key === ordered[at])) return value
  return Object.fromEntries(ordered.map((key) => [key, value[key]]))
}
