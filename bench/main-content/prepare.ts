// Reads every labelled page once: its lines with features, words and labels, as the training and the tables need them.
import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { parseHtml } from '#parsing/html/parse-html.ts'
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { readMetadata } from '#parsing/page/page-metadata.ts'
import { chooseCore } from '#extractors/markdown/main-content/choose-core.ts'
import { holdersOfLead } from '#extractors/markdown/main-content/lead-evidence.ts'
import { describedPage } from '#extractors/markdown/main-content/lines/described-page.ts'
import { describeLine, LINE_FEATURES } from '#extractors/markdown/main-content/lines/line-features.ts'
import { wordsOfLine } from '#extractors/markdown/main-content/lines/line-words.ts'
import { linesOf } from '#extractors/markdown/main-content/lines/page-lines.ts'
import { describePage } from '#extractors/markdown/main-content/lines/page-features.ts'
import { eachNameWord } from '#extractors/markdown/main-content/view/name-words.ts'
import { wordsOfPage } from '#extractors/markdown/main-content/lines/page-words.ts'
import { viewPage } from '#extractors/markdown/main-content/view/page-view.ts'
import { titleHeading } from '#extractors/markdown/main-content/title-heading.ts'
import { revealContent } from '#extractors/markdown/reveal-content.ts'
import { readSet, SET_NAMES, type Article, type SetName } from './article-sets.ts'
import type { PageKind } from '#extractors/markdown/main-content/model/page-kinds.ts'
import { domainOf, percentOf, readKinds, wordsOf } from './kinds-set.ts'
import { alignWords } from './align-words.ts'
import { randomOf } from './boost-trees.ts'
import { truthOf } from './scores.ts'
import { thinPage } from './thin-page.ts'
import { markedShare, readWritten } from './written-set.ts'

export interface PreparedPage {
  readonly set: 'kinds' | 'written' | SetName
  readonly id: string
  readonly kind: PageKind | null
  readonly domain: string
  readonly percent: number
  /** 1, less for a smaller copy of a page, more for a written one. */
  readonly weight: number
  readonly lines: number
  readonly features: Float32Array
  readonly page: Float32Array
  /** Share of the words of each line that are content; -1 where unknown. */
  readonly labels: Float32Array
  readonly wordCounts: Uint16Array
  readonly captions: Uint8Array
  /** For each line the hashes of the names near and all above, and of the words of a short text. */
  readonly near: readonly Int32Array[]
  readonly chain: readonly Int32Array[]
  readonly said: readonly Int32Array[]
  readonly headings: Int32Array
  /** Of the page, for its kind. */
  readonly words: Int32Array
  /** Words of the labelled content; 0 where it is unknown. */
  readonly truthWords: number
}

const MAX_LINES = 20_000
/** Parts by domain: what a page is told by lexicons and kinds comes from the other parts. */
export const PARTS = 5
export const partOf = (page: PreparedPage): number => page.percent % PARTS

interface Source {
  readonly set: PreparedPage['set']
  readonly id: string
  readonly kind: PageKind | null
  readonly url: string | null
  /** The site, where the address does not say. */
  readonly site: string
  readonly html: string
  readonly text: string | null
  readonly inside: readonly string[]
  readonly outside: readonly string[]
}

function* sources(): Generator<Source> {
  for (const page of readKinds()) yield { set: 'kinds', ...page, site: page.id, inside: [], outside: [] }
  for (const set of SET_NAMES) for (const article of readSet(set)) yield sourceOf(article)
}

/** The fixtures of one set all have the same made-up address, which says nothing; their names are numbered by site. */
function sourceOf({ set, name, url, html, expected }: Article): Source {
  return {
    set,
    id: name,
    kind: null,
    url: set === 'readability' ? null : url,
    site: name.replace(/-\d+$/, ''),
    html,
    text: truthOf(expected),
    inside: expected.kind === 'segments' ? expected.inside : [],
    outside: expected.kind === 'segments' ? expected.outside : [],
  }
}

const UNKNOWN = { kind: null, url: null, text: null, inside: [], outside: [] }
/** The written pages are few, and in most ways unlike those of the sets. By folds of their authors, and no more than the sets bear. */
const WRITTEN_WEIGHT = 2
/** A copy says little that its page does not. */
const COPY_WEIGHT = 0.5
/** Of those copies so many keep their address: pages are also given without one, and then it must say nothing. */
const ADDRESSED_COPIES = 0.5
/** How the copies of a page are thinned, each by numbers from a range. */
const THINNINGS: readonly { readonly alike: Range; readonly chars: Range }[] = [
  { alike: [1, 4], chars: [30, 160] },
  { alike: [3, 12], chars: [120, 400] },
]
type Range = readonly [from: number, to: number]

/**
 * Each labelled page, and smaller ones made of it. The sets hold few small pages; and trees that have seen a page in three
 * sizes rely less on sizes. A copy has the domain of its page, so that both are in one fold.
 */
export function loadPrepared(folder: string): PreparedPage[] {
  const file = `${folder}/pages.bin`
  if (existsSync(file)) return deserialize(readFileSync(file)) as PreparedPage[]
  mkdirSync(folder, { recursive: true })
  const pages: PreparedPage[] = []
  const random = randomOf(21)
  for (const source of sources()) {
    const whole = readPage(source, source.html)
    const labels = labelsOf(source, whole)
    pages.push(
      preparedOf(source, whole, { labels, weight: 1, truthWords: wordsOf(source.text ?? '').length }),
    )
    // Of the others only some parts are labelled.
    if (source.text !== null)
      for (const thinning of THINNINGS) pages.push(copyOf(source, whole, labels, thinning, random))
  }
  for (const { id, kind, html } of readWritten()) {
    const source: Source = { ...UNKNOWN, set: 'written', id, kind, site: id, html }
    pages.push(markedPage(source, readPage(source, html), WRITTEN_WEIGHT))
  }
  writeFileSync(file, serialize(pages))
  return pages
}

function copyOf(
  source: Source,
  { root, elements }: ReadPage,
  labels: Float32Array,
  { alike, chars }: { readonly alike: Range; readonly chars: Range },
  random: () => number,
): PreparedPage {
  const within = ([from, to]: Range): number => from + Math.floor(random() * (to - from + 1))
  const labelAt = new Map(elements.map((element, at) => [element, labels[at]]))
  const thinning = { maxAlike: within(alike), maxTextChars: within(chars) }
  const addressed = random() < ADDRESSED_COPIES ? source : { ...source, url: null }
  const copy = thinPage(root, thinning, (element) => labelAt.get(element) ?? null)
  return markedPage(source, readPage(addressed, copy), COPY_WEIGHT)
}

/** A page whose markup says itself what of it is content. */
function markedPage(source: Source, page: ReadPage, weight: number): PreparedPage {
  const labels = Float32Array.from(page.elements, markedShare)
  const truthWords = page.words.reduce(
    (sum, own, at) => sum + ((labels[at] as number) > 0.5 ? own.length : 0),
    0,
  )
  return preparedOf(source, page, { labels, weight, truthWords })
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** What is read of a page without knowing its content; all lists are by line. */
interface ReadPage {
  readonly root: HtmlElement
  readonly canonical: string | null
  readonly elements: readonly HtmlElement[]
  readonly texts: readonly string[]
  readonly words: readonly (readonly string[])[]
  readonly headings: Int32Array
  readonly said: readonly Int32Array[]
  readonly pageWords: Int32Array
  readonly features: Float32Array
  readonly page: Float32Array
}

function readPage(source: Source, html: string): ReadPage {
  const document = revealContent(parseHtml(html))
  const { all, root } = document
  const { title, description, canonical, og, jsonLdTypes } = readMetadata(document, source.url)
  const view = viewPage(document)
  const lines = linesOf(view)
  const described = describedPage(all, view, lines, {
    title: titleHeading(all, view, title),
    core: chooseCore(view, holdersOfLead(view, all, description)),
  })
  const page = describePage(view, lines, {
    title,
    description,
    url: source.url,
    ogType: og['og:type'] ?? null,
    jsonLdTypes,
  })
  const count = Math.min(MAX_LINES, lines.orders.length)
  const width = LINE_FEATURES.length
  const features = new Float32Array(count * width)
  for (let at = 0; at < count; at += 1) describeLine(described, at, features.subarray(at * width))
  const byElement = textsOf(root, view, view.lineOf, all.length)
  const elements = Array.from(lines.orders.subarray(0, count), (order) => all[order] as HtmlElement)
  const texts = elements.map(({ order }) => byElement[order] as string)
  const said = elements.map((element) => wordsOfLine(element, view))
  return {
    root,
    canonical,
    elements,
    texts,
    words: texts.map((text) => [...wordsOf(text)]),
    headings: lines.headings.slice(0, count),
    said,
    pageWords: wordsOfPage(all, view, said, { title, url: source.url }),
    features,
    page,
  }
}

/** The share of the words of each line that are content; -1 where it is unknown. */
function labelsOf({ text, inside, outside }: Source, { texts, words }: ReadPage): Float32Array {
  const labels = new Float32Array(texts.length).fill(-1)
  if (text === null) {
    texts.forEach((each, at) => {
      const line = oneLine(each)
      if (inside.some((segment) => line.includes(oneLine(segment)))) labels[at] = 1
      else if (outside.some((segment) => line.includes(oneLine(segment)))) labels[at] = 0
    })
    return labels
  }
  const aligned = alignWords(words.flat(), wordsOf(text))
  let from = 0
  words.forEach((own, at) => {
    if (own.length === 0) return
    let hits = 0
    for (let i = 0; i < own.length; i += 1) hits += aligned[from + i] as number
    from += own.length
    const part = hits / own.length
    labels[at] = part < 0.35 ? 0 : part > 0.7 ? 1 : part
  })
  return labels
}

function preparedOf(
  source: Source,
  { canonical, elements, words, headings, said, pageWords, features, page }: ReadPage,
  { labels, weight, truthWords }: Pick<PreparedPage, 'labels' | 'weight' | 'truthWords'>,
): PreparedPage {
  const captions = new Uint8Array(elements.length)
  const near: Int32Array[] = []
  const chain: Int32Array[] = []
  for (const [at, element] of elements.entries()) {
    const nearBy: number[] = []
    const above: number[] = []
    let step = 0
    for (let e: HtmlElement | null = element; e !== null; e = e.parent) {
      if (e.name === 'figcaption') captions[at] = 1
      eachNameWord(e, (hash) => {
        if (step < 4) nearBy.push(hash)
        above.push(hash)
      })
      step += 1
    }
    near.push(Int32Array.from(nearBy))
    chain.push(Int32Array.from(above))
  }
  const domain = domainOf(source.url ?? canonical, source.site)
  return {
    set: source.set,
    id: source.id,
    kind: source.kind,
    domain,
    percent: percentOf(domain),
    weight,
    lines: elements.length,
    features,
    page,
    labels,
    wordCounts: Uint16Array.from(words, (own) => Math.min(65_535, own.length)),
    captions,
    near,
    chain,
    said,
    headings,
    words: pageWords,
    truthWords,
  }
}

/** The text of each line by the order of the element that starts it, in reading order. */
function textsOf(
  root: HtmlElement,
  view: { readonly isVisible: (element: HtmlElement) => boolean },
  lineOf: Uint32Array,
  count: number,
): string[] {
  const texts = Array.from({ length: count }, () => '')
  const visit = (element: HtmlElement): void => {
    const line = lineOf[element.order] as number
    for (const child of element.children) {
      if (child.kind === 'text') texts[line] += child.text
      else if (view.isVisible(child)) visit(child)
      if (child.kind === 'element' && child.name === 'br') texts[line] += '\n'
    }
  }
  visit(root)
  return texts
}
