// What a page says of others: who made and hosts it, authorities, useful numbers, neighbours, reviews, examples.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import {
  ABOUT_PLACE,
  AUTHORITY,
  CREDIT,
  EXAMPLE,
  OTHERS_HEADING,
  OTHERS_LIST,
  SERVICE,
} from './others-words.ts'
import type { LineFrame, PageLines } from './page-lines.ts'

export interface OthersOnPage {
  /** Whether what begins at `start` of a line is said of somebody else. */
  readonly hasAt: (line: number, start: number) => boolean
  /** The same for an element, such as a link. */
  readonly hasElement: (element: HtmlElement) => boolean
  /** Whether the words right before a number say that it is that of a service: `Taxi: 030 …`. */
  readonly isOfService: (before: string) => boolean
}

/** From a place in a line to another one. */
interface Part {
  readonly from: number
  readonly to: number
}

const WHOLE: readonly Part[] = [{ from: 0, to: Infinity }]
/** A title is short. */
const MAX_TITLE = 70
/** What an authority or a maker is said to have follows at once. */
const MAX_REACH = 300
const MAX_PARTS_OF_LINE = 20
/** Of somebody who praises or is asked, and not a word in quotes. */
const QUOTED = /[“„«][^“„”«»]{40,600}[”“»]/g

/**
 * What names the domain of the page itself is its own. A page whose title or host has the word of a kind, such as that of a
 * taxi or a web agency, is one of that kind.
 */
export function othersOnPage(page: PageLines, url: string | null, title: string): OthersOnPage {
  const domain = url === null ? null : registrableDomain(url)
  const self = `${title} ${domain?.replace(/[-.]/g, ' ') ?? ''}`
  const headed = [...OTHERS_LIST, ...OTHERS_HEADING.filter((form) => !form.test(self))]
  const inLine = [CREDIT, AUTHORITY, ABOUT_PLACE].filter((form) => self.search(form) < 0)
  const isOwn = (text: string): boolean => domain !== null && text.toLowerCase().includes(domain)
  const parts = new Map<number, readonly Part[]>()
  let until: Region | null = null
  for (const [at, line] of page.lines.entries()) {
    const frame = page.frames[at]
    if (frame === undefined) break
    const { heading, isReview, landmark, scopeEnd } = frame
    if (until !== null && isEnded(until, frame, line)) until = null
    if (until !== null || isReview) {
      parts.set(at, isOwn(line) ? [] : WHOLE)
      continue
    }
    if (line.length <= MAX_TITLE && headed.some((form) => form.test(line))) {
      const next = page.frames[at + 1]
      // A title that is none to programs is one of the lines below it.
      if (heading > 0) until = { heading, block: null, landmark, scopeEnd }
      else if (next !== undefined && next.heading === 0)
        until = { heading: 7, block: next.block, landmark, scopeEnd: Infinity }
      parts.set(at, [])
    }
  }
  // Few lines of a page have a contact: the words of the others are looked for only where one asks.
  const partsIn = (at: number): readonly Part[] => {
    const known = parts.get(at)
    if (known !== undefined) return known
    const found = partsOf(page.lines[at] ?? '', inLine, isOwn)
    parts.set(at, found)
    return found
  }
  const hasAt = (line: number, start: number): boolean =>
    partsIn(line).some(({ from, to }) => start >= from && start < to)
  return {
    hasAt,
    hasElement: ({ order }) => hasAt(page.lineOf[order] ?? -1, page.offsetOf(order)),
    isOfService: (before) => {
      const word = SERVICE.exec(before)?.[1]
      return word !== undefined && !self.toLowerCase().includes(word.toLowerCase().slice(0, 4))
    },
  }
}

/** What a title is over. */
interface Region {
  readonly heading: number
  /** Null for more than one. */
  readonly block: number | null
  readonly landmark: number
  readonly scopeEnd: number
}

const isEnded = (region: Region, frame: LineFrame, line: string): boolean =>
  (frame.heading > 0 && frame.heading <= region.heading) ||
  (region.block !== null && region.block !== frame.block) ||
  region.landmark !== frame.landmark ||
  frame.order > region.scopeEnd ||
  /^(?:©|copyright)/i.test(line)

function partsOf(line: string, forms: readonly RegExp[], isOwn: (text: string) => boolean): Part[] {
  const found: Part[] = []
  for (const form of forms) {
    for (const { index } of line.matchAll(form)) {
      if (found.length >= MAX_PARTS_OF_LINE) return found
      const rest = line.slice(index, index + MAX_REACH)
      const end = form === CREDIT ? rest.search(/\s[|·•]\s/) : -1
      const to = end < 0 ? index + MAX_REACH : index + end
      if (!isOwn(line.slice(index, to))) found.push({ from: index, to })
    }
  }
  for (const form of [QUOTED, EXAMPLE])
    for (const { index, 0: text } of line.matchAll(form))
      if (found.length < MAX_PARTS_OF_LINE && !isOwn(text))
        found.push({ from: index, to: index + text.length })
  return found
}
