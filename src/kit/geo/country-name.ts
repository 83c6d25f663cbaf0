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
  return displayNames(language ?? 'en').of(code) ?? null
}

const cache = new Map<string, Intl.DisplayNames>()
/** Callers choose the language, so there can be any number of them. */
const MAX_LANGUAGES = 100

function displayNames(language: string): Intl.DisplayNames {
  let names = cache.get(language)
  if (names === undefined) {
    const locale = isLocale(language) ? language : 'en'
    names = new Intl.DisplayNames([locale, 'en'], { type: 'region', fallback: 'none' })
    if (cache.size >= MAX_LANGUAGES) cache.clear()
    cache.set(language, names)
  }
  return names
}

function isLocale(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
