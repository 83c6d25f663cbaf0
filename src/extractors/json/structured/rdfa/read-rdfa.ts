// RDFa 1.1 in HTML: the processing sequence of RDFa Core 1.1 (section 7.5) with the rules of HTML+RDFa over the light tree.
import { rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import type { JsonObject } from '#parsing/json/json-value.ts'
import { escapeMarkup, innerMarkup } from '#extractors/json/structured/write-markup.ts'
import { HTML_LITERAL, RDF_TYPE, USES_VOCABULARY, XML_LITERAL } from './initial-context.ts'
import { createRdfaGraph, type Literal, type RdfaGraph } from './rdfa-graph.ts'
import { addressToIri, nameToIri, resourceToIri, type NameContext } from './rdfa-names.ts'
import { rdfaAttributes, type RdfaAttributes } from './rdfa-attributes.ts'
import { timeDatatype } from './time-datatype.ts'

export interface Rdfa {
  /** Expanded JSON-LD: full addresses as keys, every value a list. */
  readonly nodes: readonly JsonObject[]
  readonly cut: boolean
}

interface Incomplete {
  readonly predicate: string
  readonly direction: 'forward' | 'reverse' | 'list'
  /** The list that collects a value. */
  readonly list?: (string | Literal)[]
}

/** The scope that an element passes on to its children. */
interface Scope extends NameContext {
  readonly parentSubject: string
  readonly parentObject: string | null
  readonly incomplete: readonly Incomplete[]
  readonly lists: Map<string, (string | Literal)[]>
  readonly language: string | null
}

const MAX_LITERAL_CHARS = 100_000
/** Every element with its own prefixes has a copy of all of them. */
const MAX_PREFIXES = 200

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
    language: null,
  }
  for (const child of root.children) if (child.kind === 'element') readElement(child, scope, graph, true)
  return { nodes: graph.toJsonLd(), cut: graph.cut }
}

function readElement(element: HtmlElement, above: Scope, graph: RdfaGraph, isRoot: boolean): void {
  const given = rdfaAttributes(element)
  if (given === null && !isRoot && element.name !== 'head' && element.name !== 'body') {
    for (const child of element.children)
      if (child.kind === 'element') readElement(child, above, graph, false)
    return
  }
  const attributes = given ?? {}
  const local = namesOf(attributes, above, graph)
  const scope = { ...above, ...local }
  const has = relationsOf(attributes, scope)
  const { subject, object, typed, skip } = resourcesOf(element, attributes, has, scope, graph, isRoot)

  for (const type of namesIn(attributes.typeof, scope, 'typeof')) {
    if (typed !== null) graph.add(typed, RDF_TYPE, type)
  }
  // A list belongs to one subject: with a new one, new lists begin.
  const lists =
    subject !== null && subject !== above.parentObject ? new Map<string, (string | Literal)[]>() : above.lists
  const inList = attributes.inlist !== undefined
  const incomplete: Incomplete[] = []
  let current = object
  if (object === null && (has.rel.length > 0 || has.rev.length > 0)) {
    for (const predicate of has.rel) {
      incomplete.push(
        inList
          ? { predicate, direction: 'list', list: listIn(lists, predicate) }
          : { predicate, direction: 'forward' },
      )
    }
    for (const predicate of has.rev) incomplete.push({ predicate, direction: 'reverse' })
    current = graph.blankNode()
  } else if (object !== null && subject !== null) {
    for (const predicate of has.rel) {
      if (inList) listIn(lists, predicate).push(object)
      else graph.add(subject, predicate, object)
    }
    for (const predicate of has.rev) graph.add(object, predicate, subject)
  }

  const properties = namesIn(attributes.property, scope, 'property')
  if (properties.length > 0 && subject !== null && !graph.cut) {
    const value = valueOf(element, attributes, has, typed, scope)
    for (const predicate of properties) {
      if (inList) listIn(lists, predicate).push(value)
      else graph.add(subject, predicate, value)
    }
  }
  if (!skip && subject !== null) complete(above, subject, graph)

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
  if (lists !== above.lists && subject !== null) {
    for (const [predicate, values] of lists) graph.add(subject, predicate, values)
  }
}

/** Vocabulary, prefixes, language and version that an element declares. */
function namesOf(
  attributes: RdfaAttributes,
  above: Scope,
  graph: RdfaGraph,
): Pick<Scope, 'vocabulary' | 'prefixes' | 'language' | 'old'> {
  let { vocabulary, prefixes } = above
  if (attributes.vocab !== undefined) {
    vocabulary = attributes.vocab.trim() === '' ? null : addressToIri(attributes.vocab, above)
    if (vocabulary !== null) graph.add(above.base, USES_VOCABULARY, vocabulary)
  }
  if (attributes.prefixes !== undefined && prefixes.size < MAX_PREFIXES)
    prefixes = new Map([...prefixes, ...attributes.prefixes])
  return {
    vocabulary,
    prefixes,
    language:
      attributes.language === undefined
        ? above.language
        : attributes.language === ''
          ? null
          : attributes.language,
    old: above.old || /RDFa 1\.0/i.test(attributes.version ?? ''),
  }
}

interface Relations {
  readonly rel: readonly string[]
  readonly rev: readonly string[]
  /** Whether the attributes are present at all, which changes the meaning of the others. */
  readonly any: boolean
}

/** Beside `property`, words in `rel` that are not CURIEs are links for browsers and are ignored (HTML+RDFa, 3.1). */
function relationsOf(attributes: RdfaAttributes, scope: NameContext): Relations {
  const only = attributes.property !== undefined && !scope.old
  const kept = (value: string | undefined): string | undefined => {
    if (value === undefined || !only) return value
    const words = value.split(/\s+/).filter((word) => word.includes(':'))
    return words.length === 0 ? undefined : words.join(' ')
  }
  const [rel, rev] = [kept(attributes.rel), kept(attributes.rev)]
  return {
    rel: namesIn(rel, scope, 'rel'),
    rev: namesIn(rev, scope, 'rel'),
    any: rel !== undefined || rev !== undefined,
  }
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
  attributes: RdfaAttributes,
  { any: related }: Relations,
  scope: Scope,
  graph: RdfaGraph,
  isRoot: boolean,
): Resources {
  const { about, resource, href, src } = attributes
  const hasType = attributes.typeof !== undefined
  const aboutIri = about === undefined ? null : resourceToIri(about, scope)
  const resourceIri = resource === undefined ? null : resourceToIri(resource, scope)
  const hrefIri = href === undefined ? null : addressToIri(href, scope)
  const srcIri = src === undefined ? null : addressToIri(src, scope)
  const named = resourceIri ?? hrefIri ?? (scope.old ? null : srcIri)
  // In RDFa 1.0 an image is the subject.
  const ownAbout = aboutIri ?? (scope.old ? srcIri : null)
  const isTop = element.name === 'head' || element.name === 'body'
  const fallback = isRoot ? scope.base : scope.parentObject
  if (related) {
    const subject = ownAbout ?? fallback
    const object = named ?? (hasType && aboutIri === null ? graph.blankNode() : null)
    return { subject, object, typed: hasType ? (aboutIri ?? object) : null, skip: false }
  }
  if (
    attributes.property !== undefined &&
    attributes.content === undefined &&
    attributes.datatype === undefined &&
    !scope.old
  ) {
    const subject = aboutIri ?? fallback
    const typed = hasType ? (aboutIri ?? (isRoot ? scope.base : (named ?? graph.blankNode()))) : null
    return { subject, object: typed, typed, skip: false }
  }
  const own = ownAbout ?? named ?? (isRoot ? scope.base : isTop ? scope.parentObject : null)
  if (own !== null) return { subject: own, object: null, typed: hasType ? own : null, skip: false }
  if (hasType) {
    const blank = graph.blankNode()
    return { subject: blank, object: null, typed: blank, skip: false }
  }
  return { subject: scope.parentObject, object: null, typed: null, skip: attributes.property === undefined }
}

/** Step 11: the value of `property`. */
function valueOf(
  element: HtmlElement,
  attributes: RdfaAttributes,
  { any: related }: Relations,
  typed: string | null,
  scope: Scope,
): string | Literal {
  const { content, datatype } = attributes
  const text = (): string => rawText(element, MAX_LITERAL_CHARS)
  const plain = (value: string): Literal => ({ value, language: scope.language, datatype: null })
  const hasMarkup = element.children.some((child) => child.kind === 'element')
  const markup = (): Literal => ({ value: xmlOf(element, scope), language: null, datatype: XML_LITERAL })
  if (datatype !== undefined && datatype.trim() !== '') {
    const iri = nameToIri(datatype.trim(), scope, 'typeof')
    if (iri === XML_LITERAL || iri === HTML_LITERAL) return { ...markup(), datatype: iri }
    return { value: content ?? timeOf(element, attributes) ?? text(), language: null, datatype: iri }
  }
  if (content !== undefined) return plain(content)
  if (datatype !== undefined) return plain(text())
  const time = timeOf(element, attributes)
  if (time !== null) return { value: time, language: null, datatype: timeDatatype(time) }
  if (element.name === 'data' && attributes.value !== undefined) return plain(attributes.value)
  if (!related && !scope.old) {
    const { resource, href, src } = attributes
    const named =
      (resource === undefined ? null : resourceToIri(resource, scope)) ??
      (href === undefined ? null : addressToIri(href, scope)) ??
      (src === undefined ? null : addressToIri(src, scope))
    if (named !== null) return named
  }
  if (attributes.typeof !== undefined && attributes.about === undefined && typed !== null && !scope.old)
    return typed
  return scope.old && hasMarkup ? markup() : plain(text())
}

/** The namespaces in scope are written on the outermost elements, so that the text is self-contained. */
function xmlOf(element: HtmlElement, { prefixes }: NameContext): string {
  const declared = [...prefixes]
    .map(([prefix, address]) => ` xmlns:${prefix}="${escapeMarkup(address)}"`)
    .join('')
  const outer = ` xmlns="http://www.w3.org/1999/xhtml"${declared}`
  return innerMarkup(element, { syntax: 'xml', outer, limit: MAX_LITERAL_CHARS })
}

function timeOf(element: HtmlElement, { datetime }: RdfaAttributes): string | null {
  if (datetime !== undefined) return datetime
  return element.name === 'time' ? rawText(element, 1_000).trim() : null
}

/** Step 12: relations above that waited for a resource. */
function complete(above: Scope, subject: string, graph: RdfaGraph): void {
  for (const { predicate, direction, list } of above.incomplete) {
    if (direction === 'forward') graph.add(above.parentSubject, predicate, subject)
    else if (direction === 'reverse') graph.add(subject, predicate, above.parentSubject)
    else list?.push(subject)
  }
}

function listIn(lists: Map<string, (string | Literal)[]>, predicate: string): (string | Literal)[] {
  const list = lists.get(predicate) ?? []
  lists.set(predicate, list)
  return list
}

function namesIn(
  value: string | undefined,
  scope: NameContext,
  attribute: 'property' | 'typeof' | 'rel',
): string[] {
  if (value === undefined) return []
  const words = value.split(/\s+/).filter((word) => word !== '')
  return words.flatMap((word) => nameToIri(word, scope, attribute) ?? [])
}
