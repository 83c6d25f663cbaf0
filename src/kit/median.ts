// The median of numbers.

/** The middle one of the values, of an even number the larger of both in the middle; `ofNone` where there are none. */
export const medianOf = (values: readonly number[], ofNone = 0): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? ofNone
