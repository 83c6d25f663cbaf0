// Describes a line of a page by numbers: its text, its place, what it stands in, its neighbours.
import { LEVELS, type DescribedPage } from './described-page.ts'
import { INSIDE, LAYOUT_BITS } from './element-tables.ts'
import { writeNeighbours, NEIGHBOUR_COLUMNS } from './neighbours.ts'
import { LINE_GROUP } from '#extractors/markdown/main-content/view/tags.ts'

const EVIDENCE_BITS = 12
const TEXT_COLUMNS = [
  'chars',
  'words',
  'wordChars',
  'linked',
  'anchors',
  'stops',
  'digits',
  'capitals',
  'commas',
  'signs',
  'startsSmall',
  'startsDigit',
  'endsStop',
  'endsColon',
  'worth',
]
const PLACE_COLUMNS = [
  'tag',
  'tag above',
  'insides',
  'in layout',
  'depth',
  'at',
  'charsBefore',
  'lineOfTitle',
  'toTitle',
  'upToTitle',
  'isTitle',
  'toHeading',
  'headingLevel',
  'copies',
  'copyBefore',
  'sinceContent',
  'upToProse',
  'inCore',
  'upToCore',
  'coreFromThere',
  'group lines',
  'group chars',
  'group linked',
]
/** Columns of one level of containers. */
const LEVEL_COLUMNS = [
  'text',
  'linked',
  'share',
  'lines',
  'perLine',
  'prose',
  'headings',
  'alike',
  'from',
  'evidence',
]
const bitsOf = (name: string): string[] => Array.from({ length: EVIDENCE_BITS }, (_, bit) => `${name} ${bit}`)

/** The names of the columns, in the order in which `describeLine` writes them. */
export const LINE_FEATURES: readonly string[] = [
  ...TEXT_COLUMNS,
  ...PLACE_COLUMNS,
  ...INSIDE.map((group) => `in ${group}`),
  'hidden',
  ...bitsOf('evidence'),
  ...bitsOf('evidence above'),
  ...['1', '2', '3', 'top'].flatMap((level) => LEVEL_COLUMNS.map((column) => `${column} ${level}`)),
  ...NEIGHBOUR_COLUMNS,
]

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** Writes the numbers of one line into `row`, from its start. */
export function describeLine(page: DescribedPage, at: number, row: Float32Array): void {
  let k = writeText(page, at, row)
  k = writePlace(page, at, row, k)
  k = writeBits(page, at, row, k)
  k = writeLevels(page, at, row, k)
  writeNeighbours(page, at, row, k)
}

function writeText({ view, lines }: DescribedPage, at: number, row: Float32Array): number {
  const { texts, ownText, ownLinks, ownStops, ownProse, anchors } = view
  const i = lines.orders[at] as number
  const own = ownText[i] as number
  const words = texts.words[i] as number
  const first = texts.first[i] as number
  const last = texts.last[i] as number
  let k = 0
  row[k++] = own
  row[k++] = words
  row[k++] = share(own, words)
  row[k++] = share(ownLinks[i] as number, own)
  row[k++] = anchors[i] as number
  row[k++] = ownStops[i] as number
  row[k++] = share(texts.digits[i] as number, own)
  row[k++] = share(texts.capitals[i] as number, words)
  row[k++] = texts.commas[i] as number
  row[k++] = share(texts.signs[i] as number, own)
  row[k++] = first >= 0x61 && first <= 0x7a ? 1 : 0
  row[k++] = first >= 0x30 && first <= 0x39 ? 1 : 0
  row[k++] = last === 0x2e || last === 0x21 || last === 0x3f || last === 0x3002 ? 1 : 0
  row[k++] = last === 0x3a ? 1 : 0
  row[k++] = ownProse[i] as number
  return k
}

function writePlace(page: DescribedPage, at: number, row: Float32Array, from: number): number {
  const { view, lines, tables, titleAt, core } = page
  const { depth } = tables
  const { orders } = lines
  const count = orders.length
  const i = orders[at] as number
  const groupOf = (order: number): number => LINE_GROUP[view.tags[order] as number] as number
  const heading = lines.headings[at] as number
  const bits = tables.inside[i] as number
  const own = depth[i] as number
  const meeting = tables.nearCore[i] as number
  const group = tables.group[i] as number
  let k = from
  row[k++] = groupOf(i)
  row[k++] = i === 0 ? 0 : groupOf(view.parents[i] as number)
  row[k++] = bitCount(bits)
  row[k++] = (bits & LAYOUT_BITS) === 0 ? 0 : 1
  row[k++] = own
  row[k++] = at / count
  row[k++] = share(tables.charsBefore[i] as number, view.text[0] as number)
  row[k++] = titleAt < 0 ? -1 : titleAt / count
  row[k++] = titleAt < 0 ? -1_000 : Math.max(-100, Math.min(300, at - titleAt))
  row[k++] = titleAt < 0 ? -1 : own - (depth[tables.nearTitle[i] as number] as number)
  row[k++] = at === titleAt ? 1 : 0
  row[k++] = heading < 0 ? 99 : Math.min(99, at - heading)
  row[k++] = heading < 0 ? 0 : groupOf(orders[heading] as number)
  row[k++] = page.copies[at] as number
  row[k++] = page.copiesBefore[at] as number
  row[k++] = Math.min(99, page.sinceContent[at] as number)
  row[k++] = own - (depth[tables.nearProse[i] as number] as number)
  row[k++] = core !== null && meeting === core.order ? 1 : 0
  row[k++] = core === null ? -1 : own - (depth[meeting] as number)
  row[k++] = core === null ? -1 : (depth[core.order] as number) - (depth[meeting] as number)
  row[k++] = page.groupLines[group] as number
  row[k++] = share(page.groupChars[group] as number, page.groupLines[group] as number)
  row[k++] = share(page.groupLinks[group] as number, page.groupChars[group] as number)
  return k
}

function writeBits(
  { view, lines, tables }: DescribedPage,
  at: number,
  row: Float32Array,
  from: number,
): number {
  const i = lines.orders[at] as number
  const inside = tables.inside[i] as number
  const evidence = view.evidence[i] as number
  const above = tables.above[i] as number
  let k = from
  for (let bit = 0; bit <= INSIDE.length; bit += 1) row[k++] = (inside >> bit) & 1
  for (let bit = 0; bit < EVIDENCE_BITS; bit += 1) row[k++] = (evidence >> bit) & 1
  for (let bit = 0; bit < EVIDENCE_BITS; bit += 1) row[k++] = (above >> bit) & 1
  return k
}

function writeLevels(
  { view, tables, levels }: DescribedPage,
  at: number,
  row: Float32Array,
  from: number,
): number {
  const total = view.text[0] as number
  let k = from
  for (let step = 0; step < LEVELS; step += 1) {
    const level = levels[at * LEVELS + step] as number
    const text = view.text[level] as number
    const lineCount = tables.lineCount[level] as number
    row[k++] = text
    row[k++] = share(view.links[level] as number, text)
    row[k++] = share(text, total)
    row[k++] = lineCount
    row[k++] = share(text, lineCount)
    row[k++] = share(view.prose[level] as number, text)
    row[k++] = share(tables.headingCount[level] as number, lineCount)
    row[k++] = tables.alike[level] as number
    row[k++] = share(tables.charsBefore[level] as number, total)
    row[k++] = (view.evidence[level] as number) & 0xfff
  }
  return k
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
