// Which texts of the format `date-time` are times that we can store.

const RFC_3339 = /^(\d{4})-\d\d-(\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

/**
 * RFC 3339 within the years 1 to 9999 (UTC). Neither Date nor PostgreSQL has leap seconds or a year 0, and Date reads
 * the 30th of February as a day in March.
 */
export function isTimestamp(text: string): boolean {
  const [, year, day] = RFC_3339.exec(text) ?? []
  const time = Date.parse(text)
  if (year === undefined || Number.isNaN(time)) return false
  const utcYear = new Date(time).getUTCFullYear()
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return utcYear >= 1 && utcYear <= 9_999 && midnight.getUTCDate() === Number(day)
}
