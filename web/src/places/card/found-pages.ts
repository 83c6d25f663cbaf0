// On which page of the website each contact of an enrichment stands.
import { fieldsOf, listOf, textOf } from '#shared/format/unknown-values.ts'

/** The kinds of contacts, and the field of a found value that names it. */
const KINDS = [
  ['emails', 'value'],
  ['phones', 'e164'],
  ['socials', 'url'],
] as const

/** `result` is that of an enrichment; the page is the first that the answer names. Without one a value has no entry. */
export function foundPages(result: unknown): ReadonlyMap<string, string> {
  const pages = new Map<string, string>()
  for (const [kind, field] of KINDS) {
    for (const entry of listOf(fieldsOf(result)[kind])) {
      const { [field]: value, sources } = fieldsOf(entry)
      const page = textOf(fieldsOf(listOf(sources)[0])['url'])
      if (typeof value === 'string' && page !== null) pages.set(value, page)
    }
  }
  return pages
}
