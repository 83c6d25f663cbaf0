// Each of several plain values once.

/** Compared as they are written in JSON, in the order of their first occurrence. */
export function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
