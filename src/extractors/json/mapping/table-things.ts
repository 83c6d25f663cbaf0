// The things in a table: in its rows, or in its columns where the rows are their properties; with the addresses and
// pictures in their cells.
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { foldName, relatedNames, wordsOfName } from '#extractors/json/mapping/names/field-names.ts'
import type { Match } from './field-lookup.ts'
import { recordOf, type PageRecord } from './record.ts'
import { labelKey } from '#extractors/json/mapping/names/label-words.ts'
import { matchLabels, type LabelMatch } from '#extractors/json/mapping/names/match-labels.ts'

/** The things of one reading of a table; each is made when it is asked for. */
export interface TableThings {
  readonly count: number
  readonly thing: (index: number) => PageRecord
}

/** Rows that add up the others, by the beginning of their first text. */
const TOTALS =
  /^(?:(?:grand |sub-?)?totals?|sum|summe|gesamt\p{L}*|insgesamt|total\p{L}*|ensemble|somme|suma|totale|totaal|totalt|i alt|ialt|sammanlagt|yht|summa|yhteensä|razem|ogółem|celkem|összesen|toplam|итого|всего|разом|усього|σύνολο|合計|総計|合计|总计|總計|합계|المجموع)(?:[\s:.]|$)/iu

/** The readings of a table of `found`; none where no field has a label in it. */
export function tableThings(table: JsonObject, pointer: string, names: readonly string[]): TableThings[] {
  const rows = table['rows']
  if (!Array.isArray(rows)) return []
  const headers = table['headers']
  if (!Array.isArray(headers)) return headless(rows, pointer, names)
  const heads = headers.map(String)
  const things: TableThings[] = []
  const labels = matchLabels(names, heads, true, headers)
  const links = cellsIn(table, 'links', heads, names, labels)
  const images = cellsIn(table, 'images', heads, names, labels)
  const end = rows.length - footOf(table, rows, heads)
  if (labels.size > 0)
    things.push({
      count: end,
      thing: (index) => {
        const row = rows[index] ?? null
        return recordOf('tables', `${pointer}/rows/${index}`, isJsonObject(row) ? row : {}, 0, {
          labelled: (folded) =>
            links(folded, index, pointer) ??
            images(folded, index, pointer) ??
            cell(labels.get(folded), row, `${pointer}/rows/${index}`),
        })
      },
    })
  const columns = inColumns(rows, heads, pointer, names, labels.size)
  return columns === null ? things : [...things, columns]
}

function cell(match: LabelMatch | undefined, row: JsonValue, pointer: string): Match | null {
  if (match === undefined || !isJsonObject(row)) return null
  const value = row[match.label] ?? null
  return value === null
    ? null
    : { value, pointer: pointer + pointerStep(match.label), quality: match.quality }
}

/** How many rows at the end are no things. */
function footOf(table: JsonObject, rows: readonly JsonValue[], heads: readonly string[]): number {
  const foot = table['footRows']
  if (typeof foot === 'number') return foot
  const last = rows.at(-1)
  if (rows.length < 3 || !isJsonObject(last)) return 0
  const [first] = heads.flatMap((head) => (typeof last[head] === 'string' ? [last[head]] : []))
  return first !== undefined && TOTALS.test(first) ? 1 : 0
}

/** A table without marked heads: its first row may be the heads all the same. */
function headless(rows: readonly JsonValue[], pointer: string, names: readonly string[]): TableThings[] {
  const [first] = rows
  if (!Array.isArray(first) || rows.length < 2) return []
  const heads = first.map((head) => (typeof head === 'string' ? head : ''))
  const labels = matchLabels(names, heads, true, first)
  const sure = [...labels.values()].filter(({ quality }) => quality > 0.8).length
  if (sure < 2) return []
  const thing = (index: number): PageRecord =>
    recordOf('tables', `${pointer}/rows/${index + 1}`, {}, 0, {
      labelled: (folded) => {
        const match = labels.get(folded)
        const at = match === undefined ? -1 : heads.indexOf(match.label)
        const row = rows[index + 1]
        const value = Array.isArray(row) && at >= 0 ? (row[at] ?? null) : null
        if (value === null || match === undefined) return null
        return { value, pointer: `${pointer}/rows/${index + 1}/${at}`, quality: match.quality * 0.95 }
      },
    })
  return [{ count: rows.length - 1, thing }]
}

/** The things in the columns: the first cell of a row names a property, the heads name the things. */
function inColumns(
  rows: readonly JsonValue[],
  heads: readonly string[],
  pointer: string,
  names: readonly string[],
  inRows: number,
): TableThings | null {
  const [corner] = heads
  if (corner === undefined || heads.length < 3 || rows.length > 200) return null
  const properties = rows.map((row) => {
    const property = isJsonObject(row) ? row[corner] : null
    return typeof property === 'string' ? property : ''
  })
  const labels = matchLabels(names, properties, true, rows)
  const sure = [...labels.values()].filter(({ quality }) => quality > 0.8).length
  if (sure < 2 || labels.size <= inRows) return null
  const thing = (index: number): PageRecord => {
    const head = heads[index + 1] ?? ''
    return recordOf('tables', pointer, {}, 0, {
      labelled: (folded) => {
        const match = labels.get(folded)
        if (match === undefined)
          return NAMES.has(folded)
            ? { value: head, pointer: `${pointer}/headers/${index + 1}`, quality: 0.9 }
            : null
        const at = properties.indexOf(match.label)
        return cell({ ...match, label: head }, rows[at] ?? null, `${pointer}/rows/${at}`)
      },
    })
  }
  return { count: heads.length - 1, thing }
}

const NAMES = new Set(['name', ...relatedNames('name').map(([first]) => first), 'plan', 'product', 'tier'])

const ADDRESS = new Set(['url', 'link', 'href', 'uri'])
const PICTURE = new Set([
  'image',
  'photo',
  'picture',
  'logo',
  'thumbnail',
  'flag',
  'crest',
  'icon',
  'img',
  'avatar',
  'cover',
])

/** Looks up the addresses (`url`, `club_url`) or the pictures in the cells of a row; a column of that name comes first. */
function cellsIn(
  table: JsonObject,
  key: 'links' | 'images',
  heads: readonly string[],
  names: readonly string[],
  labels: ReadonlyMap<string, LabelMatch>,
): (folded: string, index: number, pointer: string) => Match | null {
  const cells = table[key]
  if (!Array.isArray(cells)) return () => null
  const linked = new Set(cells.slice(0, 50).flatMap((row) => (isJsonObject(row) ? Object.keys(row) : [])))
  const columns = new Map<string, { readonly label: string; readonly quality: number }>()
  for (const name of names) {
    const words = wordsOfName(name).map(foldName)
    const folded = foldName(name)
    const tail = words.at(-1) ?? ''
    const wanted = key === 'links' ? ADDRESS : PICTURE
    // `photo_url` is the address of a picture, `logo` the picture itself.
    const isPicture = words.some((word) => PICTURE.has(word))
    if (!words.some((word) => wanted.has(word)) || (key === 'links' && (isPicture || !ADDRESS.has(tail))))
      continue
    if ((labels.get(folded)?.quality ?? 0) > 0.8) continue
    const rest = words.filter((word) => !ADDRESS.has(word) && !PICTURE.has(word)).join('')
    const own = rest === '' ? undefined : heads.find((head) => linked.has(head) && labelKey(head) === rest)
    const first = heads.find((head) => linked.has(head))
    const label = own ?? first
    if (label !== undefined)
      columns.set(folded, { label, quality: own === undefined && rest !== '' ? 0.7 : 0.9 })
  }
  return (folded, index, pointer) => {
    const column = columns.get(folded)
    const row = cells[index] ?? null
    return column === undefined ? null : cell(column, row, `${pointer}/${key}/${index}`)
  }
}
