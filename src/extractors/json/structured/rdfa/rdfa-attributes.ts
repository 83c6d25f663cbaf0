// The RDFa attributes of an element, read in one pass.
import type { HtmlElement } from '#parsing/html/html-node.ts'

export interface RdfaAttributes {
  about?: string
  content?: string
  datatype?: string
  datetime?: string
  href?: string
  inlist?: string
  property?: string
  rel?: string
  resource?: string
  rev?: string
  src?: string
  typeof?: string
  value?: string
  version?: string
  vocab?: string
  language?: string
  prefixes?: Map<string, string>
}

/** Attributes with an effect by themselves; the others count only beside one of these. */
const SPEAKING = new Set([
  'about',
  'property',
  'rel',
  'rev',
  'resource',
  'typeof',
  'vocab',
  'href',
  'src',
  'inlist',
])
const CONTENT_ATTRIBUTES = new Set(['content', 'datatype', 'datetime', 'value', 'version'])

/** Null for an element without RDFa. */
export function rdfaAttributes({ attributes }: HtmlElement): RdfaAttributes | null {
  let found: RdfaAttributes | null = null
  let speaks = false
  for (let i = 0; i < attributes.length; i += 2) {
    const name = attributes[i] as string
    const value = attributes[i + 1] as string
    if (SPEAKING.has(name) || CONTENT_ATTRIBUTES.has(name)) {
      found ??= {}
      found[name as 'about'] ??= value
      speaks ||= SPEAKING.has(name) || name === 'version'
    } else if (name === 'lang' || name === 'xml:lang') {
      found ??= {}
      if (name === 'xml:lang' || found.language === undefined) found.language = value.trim()
      speaks = true
    } else if (name === 'prefix' || name.startsWith('xmlns:')) {
      found ??= {}
      found.prefixes ??= new Map()
      if (name === 'prefix') addPrefixes(value, found.prefixes)
      else found.prefixes.set(name.slice(6), value.trim())
      speaks = true
    }
  }
  return speaks ? found : null
}

function addPrefixes(value: string, prefixes: Map<string, string>): void {
  const words = value
    .slice(0, 10_000)
    .split(/\s+/)
    .filter((word) => word !== '')
  for (let at = 0; at + 1 < words.length; at += 1) {
    const word = words[at] as string
    if (!word.endsWith(':')) continue
    const prefix = word.slice(0, -1).toLowerCase()
    if (prefix !== '_' && prefix !== '') prefixes.set(prefix, words[at + 1] as string)
    at += 1
  }
}
