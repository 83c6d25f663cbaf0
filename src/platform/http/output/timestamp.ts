// Times on the wire.

/** RFC 3339 in UTC; null stays null. */
export function timestamp(date: Date | null): string | null {
  return date === null ? null : date.toISOString()
}
