// Reads the truth of a typed query: which elements of an extract its tags say are meant.

type Tags = Readonly<Record<string, string>>

/** Of these nobody means what only a few people may use. */
const FACILITIES =
  /^(?:(?:bicycle_|motorcycle_)?parking|toilets|shower|charging_station|drinking_water|recycling|bbq|bench|shelter|playground|pitch|fitness_station|picnic_table)$/
const FOR_A_FEW = /^(?:private|no|residents|employees|staff|military)$/

/**
 * `key=value|value`, `key!=value|value`, `key=*`, `key=none` and `key~word` (a word of the value begins with it), joined by `and`, then by `or`. Places without a
 * name count only behind `any:`; behind `su:` and `mo:` places do not that are known to be closed on that day.
 */
export function truthOf(text: string): (tags: Tags) => boolean {
  const isAny = text.startsWith('any:')
  const [, day = ''] = /^(su|mo):/.exec(text) ?? []
  const alternatives = text
    .replace(/^(?:any|su|mo):/, '')
    .split(' or ')
    .map((all) => all.split(' and ').map((condition) => conditionOf(condition.trim())))
  return (tags) =>
    !isClosedOn(day, tags['opening_hours']) &&
    (isAny || (tags['name'] ?? '').trim() !== '') &&
    !(FOR_A_FEW.test(tags['access'] ?? '') && FACILITIES.test(tags['amenity'] ?? tags['leisure'] ?? '')) &&
    alternatives.some((all) => all.every((condition) => condition(tags)))
}

/** Read by the day's letters alone, as the hours of these extracts are written. */
function isClosedOn(day: string, hours: string | undefined): boolean {
  if (day === '' || hours === undefined) return false
  const rules = hours.toLowerCase().split(/;\s*/)
  if (rules.some((rule) => rule.startsWith(`${day} off`))) return true
  return !rules.some((rule) => new RegExp(`\\b${day}\\b`).test(rule) || /^\d/.test(rule))
}

function conditionOf(text: string): (tags: Tags) => boolean {
  const [, key = '', operator, wanted = ''] = /^([a-z0-9_:]+)(!=|[=~])(.+)$/.exec(text) ?? []
  if (operator === undefined) throw new Error(`no condition: ${text}`)
  if (operator === '~') {
    const words = (value: string) =>
      value
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
    return (tags) => words(tags[key] ?? '').some((word) => word.startsWith(wanted))
  }
  const values = new Set(wanted.split('|'))
  return (tags) => {
    if (tags[key] === undefined) return operator === '!=' || wanted === 'none'
    const own = tags[key].split(';').map((value) => value.trim().toLowerCase())
    if (operator === '!=') return !own.some((value) => values.has(value))
    if (wanted === 'none') return false
    if (wanted === '*') return tags[key] !== 'no'
    return own.some((value) => values.has(value) || values.has(value.toUpperCase()))
  }
}
