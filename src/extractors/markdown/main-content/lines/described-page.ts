// Gathers, in one pass over its lines, all that the lines of a page are described from.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { readElements, type ElementTables, type Landmarks } from './element-tables.ts'
import type { PageLines } from './page-lines.ts'

/** Levels above a line that it is described by: three by text, and the outermost one. */
export const LEVELS = 4

/** Sums over all lines before each, one longer than the lines. */
export interface LineSums {
  readonly chars: Float64Array
  readonly links: Float64Array
  readonly worth: Float64Array
}

function sumUp({ ownText, ownLinks, ownProse }: PageView, { orders }: PageLines): LineSums {
  const count = orders.length
  const chars = new Float64Array(count + 1)
  const links = new Float64Array(count + 1)
  const worth = new Float64Array(count + 1)
  for (let at = 0; at < count; at += 1) {
    const i = orders[at] as number
    chars[at + 1] = (chars[at] as number) + (ownText[i] as number)
    links[at + 1] = (links[at] as number) + (ownLinks[i] as number)
    worth[at + 1] = (worth[at] as number) + (ownProse[i] as number)
  }
  return { chars, links, worth }
}

/** All that the lines of a page are described from. */
export interface DescribedPage {
  readonly all: readonly HtmlElement[]
  readonly view: PageView
  readonly lines: PageLines
  readonly tables: ElementTables
  readonly sums: LineSums
  /** The elements at three levels above each line, and the outermost one: four for each line. */
  readonly levels: Uint32Array
  /** Of the group of lines of one shape that each line is in, by `tables.group`. */
  readonly groupLines: Uint32Array
  readonly groupChars: Uint32Array
  readonly groupLinks: Uint32Array
  readonly copies: Uint32Array
  readonly copiesBefore: Uint32Array
  readonly sinceContent: Uint32Array
  /** The first line at or after the title; -1 without one. */
  readonly titleAt: number
  readonly core: HtmlElement | null
}

export function describedPage(
  all: readonly HtmlElement[],
  view: PageView,
  lines: PageLines,
  landmarks: Landmarks,
): DescribedPage {
  const { title, core } = landmarks
  const tables = readElements(all, view, lines, landmarks)
  const { orders } = lines
  const count = orders.length
  const levels = new Uint32Array(count * LEVELS)
  const groupLines = new Uint32Array(tables.groups)
  const groupChars = new Uint32Array(tables.groups)
  const groupLinks = new Uint32Array(tables.groups)
  const copies = new Uint32Array(count)
  const copiesBefore = new Uint32Array(count)
  const sinceContent = new Uint32Array(count)
  const firsts = new Map<number, number>()
  let since = 0
  for (let at = 0; at < count; at += 1) {
    const i = orders[at] as number
    for (let level = i, step = 0; step < LEVELS; step += 1) {
      level = step < LEVELS - 1 ? (tables.up[level] as number) : (tables.top[i] as number)
      levels[at * LEVELS + step] = level
    }
    const group = tables.group[i] as number
    groupLines[group] = (groupLines[group] as number) + 1
    groupChars[group] = (groupChars[group] as number) + (view.ownText[i] as number)
    groupLinks[group] = (groupLinks[group] as number) + (view.ownLinks[i] as number)
    const hash = view.texts.hash[i] as number
    const first = firsts.get(hash)
    if (first === undefined) firsts.set(hash, at)
    else copiesBefore[at] = copies[first] as number
    copies[first ?? at] = (copies[first ?? at] as number) + 1
    sinceContent[at] = since
    since = (view.ownProse[i] as number) > 0 ? 0 : since + 1
  }
  for (let at = 0; at < count; at += 1)
    if ((copiesBefore[at] as number) > 0)
      copies[at] = copies[firsts.get(view.texts.hash[orders[at] as number] as number) as number] as number
  return {
    all,
    view,
    lines,
    tables,
    levels,
    groupLines,
    groupChars,
    groupLinks,
    copies,
    copiesBefore,
    sinceContent,
    sums: sumUp(view, lines),
    titleAt: title === null ? -1 : orders.findIndex((order) => order >= title.order),
    core,
  }
}
