// Parameters whose values look like session ids. Whether they are, only the pages behind them can tell.

/** A parameter of an address that may be a session. */
export interface MaybeSession {
  /** Host and name: a session is one for all pages of a host. */
  readonly parameter: string
  readonly name: string
}

const RANDOM = /^[0-9A-Za-z]{6,128}$/
const DIGIT = /[0-9]/
const LETTER = /[A-Za-z]/
const MAX_NAME_CHARS = 100

/** Those with a value of letters and digits, six at least. Mostly none. */
export function maybeSessions(href: string): MaybeSession[] {
  if (!href.includes('?')) return []
  const { host, searchParams } = new URL(href)
  const names = new Set<string>()
  for (const [name, value] of searchParams) {
    const isRandom = RANDOM.test(value) && DIGIT.test(value) && LETTER.test(value)
    if (isRandom && name.length <= MAX_NAME_CHARS) names.add(name)
  }
  return [...names].map((name) => ({ parameter: `${host} ${name}`, name }))
}

/** The address without the parameters of that name; the others stay as they are written. */
export function withoutParameter(href: string, name: string): string {
  const url = new URL(href)
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has(name))
  url.search = kept.join('&')
  return url.href
}
