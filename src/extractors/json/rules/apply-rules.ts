// Takes what rules point at: elements of a page by selector, values of data by path, with the place of each value.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { selectAll } from '#parsing/html/css-selector.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { elementText } from '#parsing/html/element-text.ts'
import { WorkLimitError } from '#extractors/json/expressions/user-pattern.ts'
import { snippetOf, type Origin } from '#extractors/json/mapping/origin.ts'
import type { Rule } from './compile-rules.ts'
import { ownValue } from '#kit/unknown-values.ts'
import { dateOf } from '#parsing/dates/read-date.ts'
import { coerceScalar } from '#extractors/json/mapping/coerce-value.ts'
import type { PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import type { RuleType } from './rule-input.ts'

/** What a text on the page means there. */
interface ConvertContext {
  readonly base: string | null
  /** BCP 47 of the page's texts; null where it is not known. */
  readonly locale: string | null
}

const ANY: Omit<PlainSchema, 'types' | 'format'> = {
  title: null,
  description: null,
  words: null,
  properties: new Map(),
  required: new Set(),
  items: null,
}
const WANTED: Readonly<Record<Exclude<RuleType, 'date'>, PlainSchema>> = {
  string: { ...ANY, types: ['string'], format: null },
  number: { ...ANY, types: ['number'], format: null },
  integer: { ...ANY, types: ['integer'], format: null },
  boolean: { ...ANY, types: ['boolean'], format: null },
  url: { ...ANY, types: ['string'], format: 'uri' },
}

/** A page, or data, that rules are applied to. */
export interface RuleTarget extends ConvertContext {
  /** Null when the target is not a page: selectors then find nothing. */
  readonly document: HtmlDocument | null
  /** The data that paths are applied to. */
  readonly data: JsonValue
  /** How the caller reaches `data`, before the pointer of a match: '' or `/document`. */
  readonly dataPointer: string
}

/** The values by the names of the rules; null where nothing stood at the place. */
export interface AppliedRules {
  readonly value: JsonObject
  readonly provenance: ReadonlyMap<string, Origin>
  /** Pointers of rules whose lists were cut. */
  readonly cut: readonly string[]
}

const MAX_MATCHES = 5_000
/** For all selectors together: each visits every element, which takes about a second for a million of them. */
const MAX_MS = 5_000

/**
 * Throws a WorkLimitError where the rules take too much work on this page. `check` is called again and again, and may throw to
 * end the work.
 */
export function applyRules(rules: readonly Rule[], target: RuleTarget, check: () => void): AppliedRules {
  const provenance = new Map<string, Origin>()
  const cut = new Set<string>()
  const matches =
    target.document === null ? new Map<Rule, HtmlElement[]>() : selectEach(rules, target.document, check)

  const object = (fields: readonly Rule[], scope: Scope, at: string): JsonObject => {
    const out: JsonObject = {}
    for (const rule of fields) setKey(out, rule.name, valueOf(rule, scope, at + pointerStep(rule.name)))
    return out
  }
  const valueOf = (rule: Rule, scope: Scope, at: string): JsonValue => {
    check()
    const found = scopesOf(rule, scope, matches, target)
    if (found.length > MAX_MATCHES) cut.add(rule.pointer)
    const values: JsonValue[] = []
    for (const match of found.slice(0, MAX_MATCHES)) {
      const place = rule.multiple ? `${at}/${values.length}` : at
      const value = rule.fields === null ? single(rule, match, place) : object(rule.fields, match, place)
      if (value === null || (isJsonObject(value) && rule.fields !== null && isEmpty(value))) continue
      values.push(value)
      if (!rule.multiple) break
    }
    return rule.multiple ? values : (values[0] ?? null)
  }
  const single = (rule: Rule, match: Match, at: string): JsonValue => {
    const given = match.kind === 'element' ? textOf(match.element, rule) : match.value
    const value = convertValue(given, rule, target)
    if (value !== null) {
      const place = match.kind === 'element' ? { selector: match.selector } : { path: match.pointer }
      provenance.set(at, { source: 'rules', ...place, snippet: snippetOf(given), confidence: 1 })
    }
    return value
  }

  const root: Scope = { kind: 'root' }
  return { value: object(rules, root, ''), provenance, cut: [...cut] }
}

type Match =
  | { readonly kind: 'element'; readonly element: HtmlElement; readonly selector: string }
  | { readonly kind: 'value'; readonly value: JsonValue; readonly pointer: string }
type Scope = Match | { readonly kind: 'root' }

/** The matches of a rule inside a scope. */
function scopesOf(
  rule: Rule,
  scope: Scope,
  matches: ReadonlyMap<Rule, readonly HtmlElement[]>,
  target: RuleTarget,
): readonly Match[] {
  if (rule.jsonPath !== null) {
    const [value, pointer] =
      scope.kind === 'value' ? [scope.value, scope.pointer] : [target.data, target.dataPointer]
    const { nodes } = rule.jsonPath.find(value, MAX_MATCHES + 1)
    return nodes.map((node) => ({ kind: 'value', value: node.value, pointer: pointer + node.pointer }))
  }
  const { selector } = rule
  if (selector === null) return scope.kind === 'root' ? [] : [scope]
  const text = scope.kind === 'element' ? `${scope.selector} ${selector.text}` : selector.text
  const elements = matches.get(rule) ?? []
  const inside = scope.kind === 'element' ? below(elements, scope.element) : elements
  return inside.slice(0, MAX_MATCHES + 1).map((element) => ({ kind: 'element', element, selector: text }))
}

/** Every selector once over the whole page, however many items its matches are shared among. */
function selectEach(
  rules: readonly Rule[],
  document: HtmlDocument,
  check: () => void,
): Map<Rule, HtmlElement[]> {
  const matches = new Map<Rule, HtmlElement[]>()
  const endsAtMs = performance.now() + MAX_MS
  const visit = (rule: Rule): void => {
    if (rule.selector !== null) {
      check()
      if (performance.now() > endsAtMs)
        throw new WorkLimitError('The page has too many elements for so many rules.')
      matches.set(rule, selectAll(document, rule.selector.parsed))
    }
    rule.fields?.forEach(visit)
  }
  rules.forEach(visit)
  return matches
}

/** The members of `elements` (in document order) below one of them: they are contiguous, found by bisection. */
function below(elements: readonly HtmlElement[], root: HtmlElement): readonly HtmlElement[] {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle]?.order ?? 0) <= root.order) low = middle + 1
    else high = middle
  }
  const candidates = elements.slice(low, low + MAX_MATCHES + 1)
  const end = candidates.findIndex((element) => !isInside(element, root))
  return end < 0 ? candidates : candidates.slice(0, end)
}

function isInside(element: HtmlElement, root: HtmlElement): boolean {
  for (let at = element.parent; at !== null && at.order >= root.order; at = at.parent)
    if (at === root) return true
  return false
}

const ADDRESS_OF: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  iframe: 'src',
  source: 'src',
  video: 'src',
  audio: 'src',
  embed: 'src',
  script: 'src',
  object: 'data',
  form: 'action',
}

/** The attribute that a rule asks for, or what the element is there to say. Null where it says nothing. */
function textOf(element: HtmlElement, { attr, type }: Rule): string | null {
  if (attr !== null) return attribute(element, attr)
  if (element.name === 'meta') return attribute(element, 'content')
  if (element.name === 'input') return attribute(element, 'value')
  const address = type === 'url' ? ownValue(ADDRESS_OF, element.name) : undefined
  if (address !== undefined) return attribute(element, address)
  const datetime = type === 'date' ? attribute(element, 'datetime') : null
  return datetime ?? elementText(element)
}

function isEmpty(value: JsonObject): boolean {
  return Object.values(value).every((inner) => inner === null || (Array.isArray(inner) && inner.length === 0))
}

/** Null where there is nothing, the expression does not match, or it is not of the type. */
function convertValue(
  given: JsonValue,
  { regex, type }: Pick<Rule, 'regex' | 'type'>,
  { base, locale }: ConvertContext,
): JsonValue {
  if (given === null) return null
  if (typeof given === 'object') return regex === null && type === 'string' ? given : null
  let value: string | number | boolean = given
  if (regex !== null) {
    const match = regex.exec(String(given))
    const found =
      match === null
        ? null
        : match.length > 1
          ? (match.slice(1).find((group) => group !== null) ?? null)
          : match[0]
    if (found === null || found === undefined) return null
    value = found
  }
  if (typeof value === 'string' && value.trim() === '') return null
  if (type === 'date') return dateOf(String(value), locale)
  // A value that is a number already is not converted to text first.
  if (type === 'string' && typeof value !== 'string' && regex === null) return value
  return (
    coerceScalar(value, WANTED[type], { coerce: true, base, locale, written: true, field: null })?.value ??
    null
  )
}
