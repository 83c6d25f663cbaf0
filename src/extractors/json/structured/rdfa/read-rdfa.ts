// RDFa 1.1 in HTML: the processing sequence of RDFa Core 1.1 (section 7.5) with the rules of HTML+RDFa over the light tree.
// Languages and data types of literals are left out: no answer gives them.
import { escapeHtml } from '#kit/text/text-rules.ts'
import { rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import type { JsonObject } from '#parsing/json/json-value.ts'
import { innerMarkup } from '#extractors/json/structured/write-markup.ts'
import { HTML_LITERAL, RDF_TYPE, USES_VOCABULARY, XML_LITERAL } from './initial-context.ts'
import { createRdfaGraph, type RdfaGraph } from './rdfa-graph.ts'
import { addressToIri, nameToIri, prefixesIn, resourceToIri, type NameContext } from './rdfa-names.ts'

/** The nodes that the page describes; `cut` where there are more than are kept. */
export interface Rdfa {
  /** Expanded JSON-LD: full addresses as keys, every value a list. */
  readonly nodes: readonly JsonObject[]
  readonly cut: boolean
}

type Attributes = ReadonlyMap<string, string>
type Lists = Map<string, JsonObject[]>

interface Incomplete {
  readonly predicate: string
  readonly direction: 'forward' | 'reverse' | 'list'
  /** The list that collects a value. */
  readonly list?: JsonObject[]
}

/** The scope that an element passes on to its children. */
interface Scope extends NameContext {
  readonly parentSubject: string
  readonly parentObject: string | null
  readonly incomplete: readonly Incomplete[]
  readonly lists: Lists
}

const MAX_LITERAL_CHARS = 100_000
/** Every element with its own prefixes has a copy of all of them. */
const MAX_PREFIXES = 200
/** Attributes with an effect by themselves; `content`, `datatype` and `datetime` count only beside one of these. */
const SPEAKING = new Set(
  'about property rel rev resource typeof vocab href src inlist version prefix'.split(' '),
)

/** `base` resolves relative addresses and is the subject of statements about the page; null: not known. */
export function readRdfa({ root }: HtmlDocument, base: string | null): Rdfa {
  const graph = createRdfaGraph()
  const page = base ?? ''
  const scope: Scope = {
    base: page,
    prefixes: new Map(),
    vocabulary: null,
    old: false,
    parentSubject: page,
    parentObject: null,
    incomplete: [],
    lists: new Map(),
  }
  for (const child of root.children) if (child.kind === 'element') readElement(child, scope, graph, true)
  return { nodes: graph.toJsonLd(), cut: graph.cut }
}

function readElement(element: HtmlElement, above: Scope, graph: RdfaGraph, isRoot: boolean): void {
  const given = speakingAttributes(element)
  if (given === null && !isRoot && !isTop(element)) {
    for (const child of element.children)
      if (child.kind === 'element') readElement(child, above, graph, false)
    return
  }
  const attributes = given ?? new Map<string, string>()
  const scope = scopeOf(attributes, above, graph)
  const relations = relationsOf(attributes, scope)
  const { subject, object, typed, skip } = resourcesOf(element, attributes, relations, scope, graph, isRoot)

  for (const type of namesIn(attributes.get('typeof'), scope, 'typeof'))
    if (typed !== null) graph.add(typed, RDF_TYPE, type)
  // A list belongs to one subject: with a new one, new lists begin.
  const lists: Lists = subject !== null && subject !== above.parentObject ? new Map() : above.lists
  const state = (predicate: string, value: JsonObject): void => {
    if (attributes.has('inlist')) listIn(lists, predicate).push(value)
    else if (subject !== null) graph.add(subject, predicate, value)
  }
  const waits = object === null && relations.rel.length + relations.rev.length > 0
  const incomplete: Incomplete[] = waits ? incompleteOf(attributes, relations, lists) : []
  if (object !== null && subject !== null) {
    for (const predicate of relations.rel) state(predicate, { '@id': object })
    for (const predicate of relations.rev) graph.add(object, predicate, { '@id': subject })
  }
  const properties = namesIn(attributes.get('property'), scope, 'property')
  if (properties.length > 0 && subject !== null && !graph.cut) {
    const value = valueOf(element, attributes, relations, typed, scope)
    for (const predicate of properties) state(predicate, value)
  }
  if (!skip && subject !== null) complete(above, subject, graph)

  const current = waits ? graph.blankNode() : object
  const inner: Scope = skip
    ? scope
    : {
        ...scope,
        parentSubject: subject ?? above.parentSubject,
        parentObject: current ?? subject ?? above.parentSubject,
        incomplete,
        lists,
      }
  for (const child of element.children) if (child.kind === 'element') readElement(child, inner, graph, false)
  if (lists === above.lists || subject === null) return
  for (const [predicate, values] of lists) graph.add(subject, predicate, { '@list': values })
}

const isTop = ({ name }: HtmlElement): boolean => name === 'head' || name === 'body'

/** Null for an element without RDFa. The first of two equal names counts. */
function speakingAttributes({ attributes }: HtmlElement): Attributes | null {
  let speaks = false
  for (let i = 0; i < attributes.length && !speaks; i += 2) {
    const name = attributes[i] ?? ''
    speaks = SPEAKING.has(name) || name.startsWith('xmlns:')
  }
  if (!speaks) return null
  const found = new Map<string, string>()
  for (let i = 0; i < attributes.length; i += 2) {
    const name = attributes[i] ?? ''
    if (!found.has(name)) found.set(name, attributes[i + 1] ?? '')
  }
  return found
}

/** The scope with the vocabulary, prefixes and version that an element declares. */
function scopeOf(attributes: Attributes, above: Scope, graph: RdfaGraph): Scope {
  const vocab = attributes.get('vocab')
  const named = vocab === undefined || vocab.trim() === '' ? null : addressToIri(vocab, above)
  if (named !== null) graph.add(above.base, USES_VOCABULARY, { '@id': named })
  const declared = above.prefixes.size < MAX_PREFIXES ? prefixesIn(attributes) : []
  return {
    ...above,
    vocabulary: vocab === undefined ? above.vocabulary : named,
    prefixes: declared.length === 0 ? above.prefixes : new Map([...above.prefixes, ...declared]),
    old: above.old || /RDFa 1\.0/i.test(attributes.get('version') ?? ''),
  }
}

interface Relations {
  readonly rel: readonly string[]
  readonly rev: readonly string[]
  /** Whether the attributes are present at all, which changes the meaning of the others. */
  readonly any: boolean
}

/** Beside `property`, words in `rel` that are not CURIEs are links for browsers and are ignored (HTML+RDFa, 3.1). */
function relationsOf(attributes: Attributes, scope: NameContext): Relations {
  const only = attributes.has('property') && !scope.old
  const kept = (value: string | undefined): string | undefined => {
    if (value === undefined || !only) return value
    return (
      value
        .split(/\s+/)
        .filter((word) => word.includes(':'))
        .join(' ') || undefined
    )
  }
  const [rel, rev] = [kept(attributes.get('rel')), kept(attributes.get('rev'))]
  const any = rel !== undefined || rev !== undefined
  return { rel: namesIn(rel, scope, 'rel'), rev: namesIn(rev, scope, 'rel'), any }
}

/** Step 10: relations that wait for a resource among the children. */
function incompleteOf(attributes: Attributes, { rel, rev }: Relations, lists: Lists): Incomplete[] {
  const inList = attributes.has('inlist')
  return [
    ...rel.map((predicate): Incomplete =>
      inList
        ? { predicate, direction: 'list', list: listIn(lists, predicate) }
        : { predicate, direction: 'forward' },
    ),
    ...rev.map((predicate): Incomplete => ({ predicate, direction: 'reverse' })),
  ]
}

interface Resources {
  readonly subject: string | null
  readonly object: string | null
  readonly typed: string | null
  /** The element makes no statement: its children use the enclosing scope. */
  readonly skip: boolean
}

/** Steps 5 and 6: the subject of the element, and the resource that it names. */
function resourcesOf(
  element: HtmlElement,
  attributes: Attributes,
  { any: related }: Relations,
  scope: Scope,
  graph: RdfaGraph,
  isRoot: boolean,
): Resources {
  const hasType = attributes.has('typeof')
  const about = attributes.get('about')
  const aboutIri = about === undefined ? null : resourceToIri(about, scope)
  const src = attributes.get('src')
  const named = namedBy(attributes, scope)
  // In RDFa 1.0 an image is the subject.
  const ownAbout = aboutIri ?? (scope.old && src !== undefined ? addressToIri(src, scope) : null)
  const fallback = isRoot ? scope.base : scope.parentObject
  if (related) {
    const object = named ?? (hasType && aboutIri === null ? graph.blankNode() : null)
    return {
      subject: ownAbout ?? fallback,
      object,
      typed: hasType ? (aboutIri ?? object) : null,
      skip: false,
    }
  }
  const isPlain = !attributes.has('content') && !attributes.has('datatype') && !scope.old
  if (attributes.has('property') && isPlain) {
    const subject = aboutIri ?? fallback
    const typed = hasType ? (aboutIri ?? (isRoot ? scope.base : (named ?? graph.blankNode()))) : null
    return { subject, object: typed, typed, skip: false }
  }
  const outer = isRoot ? scope.base : isTop(element) ? scope.parentObject : null
  const own = ownAbout ?? named ?? outer ?? (hasType ? graph.blankNode() : null)
  if (own !== null) return { subject: own, object: null, typed: hasType ? own : null, skip: false }
  return { subject: scope.parentObject, object: null, typed: null, skip: !attributes.has('property') }
}

/** The resource of `resource`, `href` or `src`. */
function namedBy(attributes: Attributes, scope: NameContext): string | null {
  const resource = attributes.get('resource')
  const address = attributes.get('href') ?? (scope.old ? undefined : attributes.get('src'))
  const own = resource === undefined ? null : resourceToIri(resource, scope)
  return own ?? (address === undefined ? null : addressToIri(address, scope))
}

/** Step 11: the value of `property`. */
function valueOf(
  element: HtmlElement,
  attributes: Attributes,
  { any: related }: Relations,
  typed: string | null,
  scope: Scope,
): JsonObject {
  const literal = (value: string): JsonObject => ({ '@value': value })
  const text = (): JsonObject => literal(rawText(element, MAX_LITERAL_CHARS))
  const content = attributes.get('content')
  const datatype = attributes.get('datatype')?.trim()
  const type = datatype ? nameToIri(datatype, scope, 'typeof') : null
  if (type === XML_LITERAL || type === HTML_LITERAL) return literal(xmlOf(element, scope))
  if (content !== undefined) return literal(content)
  if (datatype === '') return text()
  const time =
    attributes.get('datetime') ?? (element.name === 'time' ? rawText(element, 1_000).trim() : undefined)
  if (time !== undefined) return literal(time)
  if (datatype !== undefined) return text()
  const data = element.name === 'data' ? attributes.get('value') : undefined
  if (data !== undefined) return literal(data)
  const named = related || scope.old ? null : namedBy(attributes, scope)
  if (named !== null) return { '@id': named }
  if (attributes.has('typeof') && !attributes.has('about') && typed !== null && !scope.old)
    return { '@id': typed }
  const hasMarkup = element.children.some((child) => child.kind === 'element')
  return scope.old && hasMarkup ? literal(xmlOf(element, scope)) : text()
}

/** The namespaces in scope are written on the outermost elements, so that the text is self-contained. */
function xmlOf(element: HtmlElement, { prefixes }: NameContext): string {
  const declared = [...prefixes]
    .map(([prefix, address]) => ` xmlns:${prefix}="${escapeHtml(address)}"`)
    .join('')
  const outer = ` xmlns="http://www.w3.org/1999/xhtml"${declared}`
  return innerMarkup(element, { syntax: 'xml', outer, limit: MAX_LITERAL_CHARS })
}

/** Step 12: relations above that waited for a resource. */
function complete(above: Scope, subject: string, graph: RdfaGraph): void {
  for (const { predicate, direction, list } of above.incomplete) {
    if (direction === 'forward') graph.add(above.parentSubject, predicate, { '@id': subject })
    else if (direction === 'reverse') graph.add(subject, predicate, { '@id': above.parentSubject })
    else list?.push({ '@id': subject })
  }
}

function listIn(lists: Lists, predicate: string): JsonObject[] {
  const list = lists.get(predicate) ?? []
  lists.set(predicate, list)
  return list
}

function namesIn(
  value: string | undefined,
  scope: NameContext,
  attribute: 'property' | 'typeof' | 'rel',
): string[] {
  const words = (value ?? '').split(/\s+/).filter((word) => word !== '')
  return words.flatMap((word) => nameToIri(word, scope, attribute) ?? [])
}
