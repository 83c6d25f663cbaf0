// Country codes and their names.

const ALIASES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** `value` as ISO 3166-1 alpha-2, upper case; null for any other value. */
export function countryCode(value: string | null | undefined): string | null {
  const upper = value?.trim().toUpperCase() ?? ''
  if (!/^[A-Z]{2}$/.test(upper)) return null
  const code = ALIASES[upper] ?? upper
  if (code === 'ZZ') return null
  return countryName(code, 'en') === null ? null : code
}

/** The name of the country in `language`, or in English when that language is unknown; null for an unknown country. */
export function countryName(code: string, language: string | null): string | null {
  const { names, known } = namesIn(language ?? 'en')
  let name = known.get(code)
  if (name === undefined) {
    name = names.of(code) ?? null
    known.set(code, name)
  }
  return name
}

/** Exports ask for the same few names for each place, and Intl takes ten times as long as a look-up. */
interface CountryNames {
  readonly names: Intl.DisplayNames
  /** By code: Intl refuses anything but two letters or three digits, so there are few. */
  readonly known: Map<string, string | null>
}

const cache = new Map<string, CountryNames>()
/** Callers choose the language, so there can be any number of them. */
const MAX_LANGUAGES = 100

function namesIn(language: string): CountryNames {
  let found = cache.get(language)
  if (found === undefined) {
    const locale = isLocale(language) ? language : 'en'
    const names = new Intl.DisplayNames([locale, 'en'], { type: 'region', fallback: 'none' })
    found = { names, known: new Map() }
    if (cache.size >= MAX_LANGUAGES) cache.clear()
    cache.set(language, found)
  }
  return found
}

function isLocale(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
