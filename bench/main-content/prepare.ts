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
import { eachNameWord } from '#extractors/markdown/main-content/lines/name-words.ts'
import { viewPage } from '#extractors/markdown/main-content/view/page-view.ts'
import { titleHeading } from '#extractors/markdown/main-content/title-heading.ts'
import { revealContent } from '#extractors/markdown/reveal-content.ts'
import { readSet, SET_NAMES, type Article, type SetName } from './article-sets.ts'
import type { PageKind } from '#extractors/markdown/main-content/model/page-kinds.ts'
import { domainOf, percentOf, readKinds, wordsOf } from './kinds-set.ts'
import { alignWords } from './align-words.ts'
import { truthOf } from './scores.ts'

export interface PreparedPage {
  readonly set: 'kinds' | SetName
  readonly id: string
  readonly kind: PageKind | null
  readonly domain: string
  readonly percent: number
  readonly lines: number
  readonly features: Float32Array
  readonly page: Float32Array
  /** Share of the words of each line that are content; -1 where unknown. */
  readonly labels: Float32Array
  readonly wordCounts: Uint16Array
  readonly captions: Uint8Array
  /** For each line the words, and the hashes of the names near and all above, and of the words of a short text. */
  readonly words: readonly (readonly string[])[]
  readonly near: readonly Int32Array[]
  readonly chain: readonly Int32Array[]
  readonly said: readonly Int32Array[]
  readonly headings: Int32Array
  readonly truth: readonly string[]
  readonly inside: readonly string[]
  readonly outside: readonly string[]
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

export function loadPrepared(folder: string): PreparedPage[] {
  const file = `${folder}/pages.bin`
  if (existsSync(file)) return deserialize(readFileSync(file)) as PreparedPage[]
  mkdirSync(folder, { recursive: true })
  const pages: PreparedPage[] = []
  for (const source of sources()) pages.push(prepare(source))
  writeFileSync(file, serialize(pages))
  return pages
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function prepare(source: Source): PreparedPage {
  const document = revealContent(parseHtml(source.html))
  const { all, root } = document
  const { title, description, canonical, og, jsonLdTypes } = readMetadata(document, source.url)
  const view = viewPage(document)
  const lines = linesOf(view)
  const heading = titleHeading(all, view, title)
  const described = describedPage(all, view, lines, {
    title: heading,
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
  const texts = textsOf(root, view, view.lineOf, all.length)
  const words: string[][] = []
  const captions = new Uint8Array(count)
  const near: Int32Array[] = []
  const chain: Int32Array[] = []
  const said: Int32Array[] = []
  for (let at = 0; at < count; at += 1) {
    const element = all[lines.orders[at] as number] as HtmlElement
    const text = texts[element.order] as string
    const own = wordsOf(text)
    words.push([...own])
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
    said.push(wordsOfLine(element, view))
  }
  const labels = new Float32Array(count).fill(-1)
  const truth = source.text === null ? [] : wordsOf(source.text)
  if (source.text === null) {
    const texted = lines.orders.subarray(0, count)
    texted.forEach((order, at) => {
      const text = oneLine(texts[order] as string)
      if (source.inside.some((segment) => text.includes(oneLine(segment)))) labels[at] = 1
      else if (source.outside.some((segment) => text.includes(oneLine(segment)))) labels[at] = 0
    })
  } else {
    const aligned = alignWords(words.flat(), truth)
    let from = 0
    words.forEach((own, at) => {
      if (own.length === 0) return
      let hits = 0
      for (let i = 0; i < own.length; i += 1) hits += aligned[from + i] as number
      from += own.length
      const part = hits / own.length
      labels[at] = part < 0.35 ? 0 : part > 0.7 ? 1 : part
    })
  }
  const domain = domainOf(source.url ?? canonical, source.site)
  return {
    set: source.set,
    id: source.id,
    kind: source.kind,
    domain,
    percent: percentOf(domain),
    lines: count,
    features,
    page,
    labels,
    wordCounts: Uint16Array.from(words, (own) => Math.min(65_535, own.length)),
    captions,
    words,
    near,
    chain,
    said,
    headings: lines.headings.slice(0, count),
    truth,
    inside: source.inside,
    outside: source.outside,
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
