// `opening_hours` of OpenStreetMap as minutes of a week, where the text says a plain week and nothing else.
import type { OpeningHours } from '#contract/places/place.ts'
import { readHoursRules, type HoursRule } from './hours-rules.ts'
import { hoursTokens, type HoursToken } from './hours-tokens.ts'
import { closedDays, weeklyHours } from './weekly-hours.ts'

/**
 * Never a guess: `weekly` is null for anything but weekdays, times and closed days, and for texts that are not valid.
 * `closedDays` holds what the readable parts say is closed. Grammar: wiki.openstreetmap.org/wiki/Key:opening_hours.
 */
export function parseOpeningHours(raw: string): Pick<OpeningHours, 'weekly' | 'closedDays'> {
  const tokens = hoursTokens(raw)
  if (tokens === null || tokens.some((token) => token.kind === 'mark' && token.text === '||')) {
    return { weekly: null, closedDays: [] }
  }
  const parts = splitAtSemicolons(tokens).map(readHoursRules)
  const readable = parts.filter((part): part is HoursRule[] => part !== null).flat()
  const complete = readable.length > 0 && parts.every((part) => part !== null)
  const week = complete ? weeklyHours(readable) : null
  return {
    weekly: week === null ? null : week.map((day) => day.map((interval) => ({ ...interval }))),
    closedDays: closedDays(readable),
  }
}

/** A semicolon at the end starts no empty rule. */
function splitAtSemicolons(tokens: readonly HoursToken[]): HoursToken[][] {
  const parts: HoursToken[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'mark' && token.text === ';') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}
