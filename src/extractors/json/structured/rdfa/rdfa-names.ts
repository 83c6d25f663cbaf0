// How RDFa attribute values become IRIs: terms, CURIEs, safe CURIEs and relative addresses (RDFa Core 1.1, section 7.4).
import { INITIAL_PREFIXES, INITIAL_TERMS, LINK_TYPES_OF_10, XHTML_VOCABULARY } from './initial-context.ts'

/** What an element and those around it declare about names. */
export interface NameContext {
  /** '' when the address of the page is unknown. */
  readonly base: string
  readonly prefixes: ReadonlyMap<string, string>
  /** The vocabulary of bare words; null when they have no meaning. */
  readonly vocabulary: string | null
  /** The page declares RDFa 1.0. */
  readonly old: boolean
}

const TERM = /^[\p{L}_][\p{L}\p{N}\p{M}_./-]*$/u
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** A property, type or relation as an IRI; null for an invalid one. */
export function nameToIri(
  name: string,
  context: NameContext,
  attribute: 'property' | 'typeof' | 'rel',
): string | null {
  if (!name.includes(':')) {
    if (!TERM.test(name)) return null
    if (context.vocabulary !== null) return context.vocabulary + name
    const word = name.toLowerCase()
    const known = context.old ? attribute === 'rel' && LINK_TYPES_OF_10.has(word) : INITIAL_TERMS.has(word)
    return known ? XHTML_VOCABULARY + word : null
  }
  return curieToIri(name, context) ?? (SCHEME.test(name) ? name : null)
}

/** The value of `about` or `resource`: a CURIE, with or without brackets, or an address. Null: no value. */
export function resourceToIri(value: string, context: NameContext): string | null {
  const text = value.trim()
  const safe = /^\[(.*)\]$/.exec(text)?.[1]
  if (safe !== undefined) return curieToIri(safe, context)
  return curieToIri(text, context) ?? addressToIri(text, context)
}

/** The value of `href` or `src`. */
export function addressToIri(value: string, { base }: Pick<NameContext, 'base'>): string {
  const text = value.trim()
  if (text === '') return base
  if (base === '') return text
  return URL.parse(text, base) === null ? text : spelled(text, base)
}

/** An absolute address keeps its spelling. */
function spelled(text: string, base: string): string {
  return SCHEME.test(text) ? text : (URL.parse(text, base)?.href ?? text)
}

function curieToIri(value: string, { prefixes }: NameContext): string | null {
  const colon = value.indexOf(':')
  if (colon < 0 || value.startsWith('//', colon + 1)) return null
  const prefix = value.slice(0, colon).toLowerCase()
  const reference = value.slice(colon + 1)
  if (prefix === '_') return `_:${reference === '' ? 'page' : `page-${reference}`}`
  if (prefix === '') return XHTML_VOCABULARY + reference
  const address = prefixes.get(prefix) ?? INITIAL_PREFIXES.get(prefix)
  return address === undefined ? null : address + reference
}

/** The prefixes that an element declares, in `prefix` and as namespaces. */
export function prefixesIn(attributes: ReadonlyMap<string, string>): [string, string][] {
  const found: [string, string][] = []
  for (const [name, value] of attributes) {
    if (name.startsWith('xmlns:')) found.push([name.slice(6), value.trim()])
    if (name !== 'prefix') continue
    const words = value
      .slice(0, 10_000)
      .split(/\s+/)
      .filter((word) => word !== '')
    for (let at = 0; at + 1 < words.length; at += 1) {
      const prefix = (words[at] ?? '').toLowerCase()
      if (!prefix.endsWith(':')) continue
      at += 1
      if (prefix !== '_:' && prefix !== ':') found.push([prefix.slice(0, -1), words[at] ?? ''])
    }
  }
  return found
}
