// The language of a page as Intl knows it.

/** Null for no tag, or one that Intl has no data for. */
export function canonicalLocale(tag: string | null): string | null {
  if (tag === null) return null
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag.replaceAll('_', '-')])[0] ?? null
  } catch {
    return null
  }
}
