// JSON as rows of a tree that is opened step by step: a row for each entry that is in view, however large the whole is.
import { isObject } from '#shared/format/unknown-values.ts'
import { cutText } from '#shared/format/visible-text.ts'

/** One line of the tree. */
export interface JsonRow {
  /** JSON Pointer; a range adds its bounds, such as `/items#100-199`. */
  readonly id: string
  /** How far it stands in. */
  readonly depth: number
  /** The name of the field, the place in a list, or the bounds of a range; null on the outermost. */
  readonly label: string | null
  readonly kind: 'object' | 'list' | 'range' | 'text' | 'number' | 'boolean' | 'null'
  /** What is shown of the value. */
  readonly text: string
  /** Characters of a long text that are not shown. */
  readonly cutChars: number
  /** Whether its entries are in view; null where it has none. */
  readonly isOpen: boolean | null
}

/** Of a larger list or object, ranges of this size are opened one by one. */
const RANGE = 100
const MAX_LABEL_CHARS = 80
const MAX_TEXT_CHARS = 300
/** The most rows that `openAll` brings into view. */
const MAX_OPENED_ROWS = 2_000
const MAX_OPENED_DEPTH = 32

/** The rows in view, in order. `open` has the ids whose entries are shown. */
export function jsonRows(root: unknown, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = []
  addRow(rows, open, { id: '', depth: 0, label: null, value: root })
  return rows
}

/** The ids to open so that as much as reasonable of a small tree is in view: breadth first, up to 2,000 rows. */
export function openAll(root: unknown): Set<string> {
  const open = new Set<string>()
  let level: Entry[] = [{ id: '', depth: 0, label: null, value: root }]
  let rows = 1
  for (let depth = 0; depth < MAX_OPENED_DEPTH && level.length > 0; depth += 1) {
    const next: Entry[] = []
    for (const entry of level) {
      const entries = entriesOf(entry)
      if (entries.length === 0 || rows + entries.length > MAX_OPENED_ROWS) continue
      rows += entries.length
      open.add(entry.id)
      next.push(...entries)
    }
    level = next
  }
  return open
}

interface Entry {
  readonly id: string
  readonly depth: number
  readonly label: string | null
  readonly value: unknown
  /** Set where the row stands for a part of `value`: from, and up to but without. */
  readonly range?: readonly [number, number]
}

function addRow(rows: JsonRow[], open: ReadonlySet<string>, entry: Entry): void {
  const hasEntries = sizeOf(entry.value) > 0
  const isOpen = hasEntries ? open.has(entry.id) : null
  rows.push({ ...shown(entry), isOpen })
  if (isOpen === true) for (const child of entriesOf(entry)) addRow(rows, open, child)
}

function shown({ id, depth, label, value, range }: Entry): Omit<JsonRow, 'isOpen'> {
  const head = { id, depth, label, cutChars: 0 }
  if (range !== undefined) return { ...head, kind: 'range', text: '' }
  if (Array.isArray(value)) return { ...head, kind: 'list', text: counted(value.length, 'entry', 'entries') }
  if (isObject(value)) return { ...head, kind: 'object', text: counted(sizeOf(value), 'field', 'fields') }
  if (typeof value === 'string') return { ...head, kind: 'text', ...cutText(value, MAX_TEXT_CHARS) }
  if (typeof value === 'number') return { ...head, kind: 'number', text: String(value) }
  if (typeof value === 'boolean') return { ...head, kind: 'boolean', text: String(value) }
  return { ...head, kind: 'null', text: 'null' }
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : 0
}

function entriesOf(entry: Entry): Entry[] {
  const { id, depth, value } = entry
  const [from, to] = entry.range ?? [0, sizeOf(value)]
  const names = isObject(value) ? Object.keys(value) : null
  const pointer = id.split('#', 1)[0] ?? ''
  if (to - from > RANGE) return rangesOf(entry, from, to, pointer)
  const entries: Entry[] = []
  for (let at = from; at < to; at += 1) {
    const name = names === null ? String(at) : (names[at] ?? '')
    const below = fieldAt(value, names === null ? at : name)
    const label = cutText(name, MAX_LABEL_CHARS).text
    entries.push({ id: `${pointer}/${escaped(name)}`, depth: depth + 1, label, value: below })
  }
  return entries
}

/** At most 100 of them, so that a list of a million opens in three steps. */
function rangesOf(entry: Entry, from: number, to: number, pointer: string): Entry[] {
  let size = RANGE
  while (to - from > size * RANGE) size *= RANGE
  const ranges: Entry[] = []
  for (let start = from; start < to; start += size) {
    const end = Math.min(start + size, to)
    const bounds = `${start}–${end - 1}`
    ranges.push({
      id: `${pointer}#${bounds}`,
      depth: entry.depth + 1,
      label: bounds,
      value: entry.value,
      range: [start, end],
    })
  }
  return ranges
}

function fieldAt(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
  return isObject(value) ? value[step] : undefined
}

/** As in a JSON Pointer; `#` is escaped as well, because it begins the bounds of a range. */
const escaped = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('#', '~2')
