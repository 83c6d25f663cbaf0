// Reads the truth of a typed query: which elements of an extract its tags say are meant.

type Tags = Readonly<Record<string, string>>

/**
 * `key=value|value`, `key=*`, `key=none` and `key~word` (a word of the value begins with it), joined by `and`, then by `or`. Places without a
 * name count only behind `any:`.
 */
export function truthOf(text: string): (tags: Tags) => boolean {
  const isAny = text.startsWith('any:')
  const alternatives = text
    .replace(/^any:/, '')
    .split(' or ')
    .map((all) => all.split(' and ').map((condition) => conditionOf(condition.trim())))
  return (tags) =>
    (isAny || (tags['name'] ?? '').trim() !== '') &&
    alternatives.some((all) => all.every((condition) => condition(tags)))
}

function conditionOf(text: string): (tags: Tags) => boolean {
  const [, key = '', operator, wanted = ''] = /^([a-z0-9_:]+)([=~])(.+)$/.exec(text) ?? []
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
    const own = (tags[key] ?? '').split(';').map((value) => value.trim().toLowerCase())
    if (wanted === 'none') return tags[key] === undefined
    if (wanted === '*') return tags[key] !== undefined && tags[key] !== 'no'
    return own.some((value) => values.has(value) || values.has(value.toUpperCase()))
  }
}
