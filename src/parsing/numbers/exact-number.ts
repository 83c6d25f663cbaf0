// Whether a number of this language is the number that a text writes.

/** False for a whole number that is rounded, and for any that is too large: more digits than a double holds. */
export function isExact(written: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  if (Number.isSafeInteger(value) || !/^[+-]?\d+$/.test(written)) return true
  return BigInt(written.replace(/^\+/, '')) === BigInt(value)
}
