// Writes a document as DoclingDocument 1.10.0, the JSON of docling-core, so that its tools load it.
import { codeLanguageLabel } from './code-language.ts'
import type {
  Block,
  GroupBlock,
  Layer,
  ListBlock,
  PageSize,
  PictureBlock,
  Place,
  ReadDocument,
  Span,
  TableBlock,
  TableCell,
  TextBlock,
} from './document-blocks.ts'
import { textOfSpans } from './document-blocks.ts'
import { gridOf } from './table-grid.ts'

interface Ref {
  readonly $ref: string
}

interface Node {
  readonly self_ref: string
  readonly parent?: Ref
  readonly children: Ref[]
  readonly content_layer: Layer
  readonly label: string
}

/** An item with the fields of its label, as docling-core names them. */
export interface DoclingItem extends Node {
  readonly [field: string]: unknown
}

export interface DoclingOrigin {
  readonly mimetype: string
  /** 52 bits of the SHA-256 of the file: docling allows 64, JSON carries no more exactly. */
  readonly binary_hash: number
  readonly filename: string
  readonly uri?: string
}

export interface DoclingDocument {
  readonly schema_name: 'DoclingDocument'
  readonly version: '1.10.0'
  readonly name: string
  readonly origin: DoclingOrigin
  readonly furniture: DoclingItem
  readonly body: DoclingItem
  readonly groups: readonly DoclingItem[]
  readonly texts: readonly DoclingItem[]
  readonly pictures: readonly DoclingItem[]
  readonly tables: readonly DoclingItem[]
  readonly key_value_items: readonly DoclingItem[]
  readonly form_items: readonly DoclingItem[]
  readonly pages: Readonly<Record<string, object>>
}

export interface DoclingNames {
  readonly name: string
  readonly origin: DoclingOrigin
  /** The address of the bytes of a picture; null where they are not given. */
  readonly pictureUrl: (picture: PictureBlock) => string | null
}

type List = 'groups' | 'texts' | 'pictures' | 'tables'

/** The refs of the items that a block became, for chunks that name their items. */
export type RefsOfBlocks = ReadonlyMap<object, string>

/** The document, and under which `self_ref` each block and list item is in it. */
export function toDoclingDocument(
  { blocks, pages }: Pick<ReadDocument, 'blocks' | 'pages'>,
  { name, origin, pictureUrl }: DoclingNames,
): { readonly document: DoclingDocument; readonly refs: RefsOfBlocks } {
  const root = (at: 'body' | 'furniture'): DoclingItem => ({
    self_ref: `#/${at}`,
    children: [],
    content_layer: at,
    name: '_root_',
    label: 'unspecified',
  })
  const writer = new ItemWriter(pictureUrl)
  const body = root('body')
  for (const block of blocks) writer.add(block, body, 'body')
  return {
    document: {
      schema_name: 'DoclingDocument',
      version: '1.10.0',
      name,
      origin,
      furniture: root('furniture'),
      body,
      ...writer.lists,
      key_value_items: [],
      form_items: [],
      pages: Object.fromEntries(pages.map((page) => [String(page.page), pageItem(page)])),
    },
    refs: writer.refs,
  }
}

const pageItem = ({ page, width, height }: PageSize): object => ({ size: { width, height }, page_no: page })

/** Holds the lists of items while a document is written. */
class ItemWriter {
  readonly lists: Record<List, DoclingItem[]> = { groups: [], texts: [], pictures: [], tables: [] }
  readonly refs = new Map<object, string>()
  readonly #pictureUrl: DoclingNames['pictureUrl']

  constructor(pictureUrl: DoclingNames['pictureUrl']) {
    this.#pictureUrl = pictureUrl
  }

  add(block: Block, parent: Node, layer: Layer): Ref {
    const own = block.layer ?? layer
    switch (block.kind) {
      case 'text':
        return this.#text(block, parent, own)
      case 'list':
        return this.#list(block, parent, own)
      case 'table':
        return this.#table(block, parent, own)
      case 'picture':
        return this.#picture(block, parent, own)
      case 'group':
        return this.#group(block, parent, own)
    }
  }

  #item(list: List, parent: Node, layer: Layer, label: string, fields: object, block?: object): DoclingItem {
    const self_ref = `#/${list}/${this.lists[list].length}`
    const item: DoclingItem = {
      self_ref,
      parent: { $ref: parent.self_ref },
      children: [],
      content_layer: layer,
      label,
      ...fields,
    }
    this.lists[list].push(item)
    parent.children.push({ $ref: self_ref })
    if (block !== undefined) this.refs.set(block, self_ref)
    return item
  }

  #text(block: TextBlock, parent: Node, layer: Layer): Ref {
    const { label, spans, level, language, place } = block
    const isCode = label === 'code'
    if (label === 'text' || label === 'paragraph') {
      const only = oneLook(spans)
      if (only === null) return this.#inline(spans, parent, layer, place, block)
      // A paragraph that is one formula is a formula.
      const word = only.formula === true ? 'formula' : only.code === true ? 'code' : label
      return refOf(this.#item('texts', parent, layer, word, textFields([only], place, word), block))
    }
    const extra = label === 'section_header' ? { level: level ?? 1 } : isCode ? codeFields(language) : {}
    return refOf(
      this.#item('texts', parent, layer, label, { ...textFields(spans, place, label), ...extra }, block),
    )
  }

  /** Runs with different looks are texts of their own in a group. */
  #inline(spans: readonly Span[], parent: Node, layer: Layer, place: Place | undefined, block?: object): Ref {
    const group = this.#item('groups', parent, layer, 'inline', { name: 'group' }, block)
    for (const span of spans) {
      if (span.text.trim() === '') continue
      const label = span.formula === true ? 'formula' : span.code === true ? 'code' : 'text'
      this.#item('texts', group, layer, label, textFields([span], place, label))
    }
    return refOf(group)
  }

  #list(block: ListBlock, parent: Node, layer: Layer): Ref {
    const group = this.#item('groups', parent, layer, 'list', { name: 'list' }, block)
    for (const item of block.items) {
      const { enumerated, marker, spans, place, children } = item
      const only = oneLook(spans)
      const fields = { ...textFields(only === null ? [] : [only], place, 'list_item'), enumerated, marker }
      const node = this.#item('texts', group, layer, 'list_item', fields, item)
      if (only === null) this.#inline(spans, node, layer, place)
      for (const child of children) this.add(child, node, layer)
    }
    return refOf(group)
  }

  #group(block: GroupBlock, parent: Node, layer: Layer): Ref {
    const group = this.#item(
      'groups',
      parent,
      layer,
      block.label === 'slide' ? 'chapter' : block.label,
      { name: block.name },
      block,
    )
    for (const child of block.children) this.add(child, group, layer)
    return refOf(group)
  }

  #table(block: TableBlock, parent: Node, layer: Layer): Ref {
    const captions: Ref[] = []
    const fields = { prov: provOf(block.place, 0), captions, references: [], footnotes: [] }
    const data = {
      table_cells: [] as object[],
      num_rows: block.rows,
      num_cols: block.columns,
      grid: [] as object[],
    }
    const table = this.#item('tables', parent, layer, 'table', { ...fields, data, annotations: [] }, block)
    for (const caption of block.captions) captions.push(this.#text(caption, table, layer))
    const written = new Map<TableCell, object>()
    for (const cell of block.cells) {
      const item = { ...cellFields(cell), ...this.#richCell(cell, table, layer) }
      written.set(cell, item)
      data.table_cells.push(item)
    }
    for (const [row, line] of gridOf(block).entries())
      data.grid.push(
        line.map((cell, column) => (cell === null ? emptyCell(row, column) : (written.get(cell) ?? {}))),
      )
    return refOf(table)
  }

  #richCell({ blocks, row, column }: TableCell, table: Node, layer: Layer): object {
    if (blocks === undefined || blocks.length === 0) return {}
    const name = `rich_cell_group_${column}_${row}`
    const group = this.#item('groups', table, layer, 'unspecified', { name })
    for (const block of blocks) this.add(block, group, layer)
    return { ref: refOf(group) }
  }

  #picture(block: PictureBlock, parent: Node, layer: Layer): Ref {
    const { image, chart, place } = block
    const captions: Ref[] = []
    const meta =
      chart === undefined
        ? {}
        : {
            meta: {
              classification: { predictions: [{ class_name: chart.type }] },
              ...(chart.data === null ? {} : { tabular_chart: { chart_data: chartData(chart.data) } }),
            },
          }
    const size = image === null ? null : { width: image.width, height: image.height }
    const uri = this.#pictureUrl(block)
    const shown =
      image === null || uri === null ? {} : { image: { mimetype: image.mediaType, dpi: 72, size, uri } }
    const fields = {
      prov: provOf(place, 0),
      captions,
      references: [],
      footnotes: [],
      ...shown,
      annotations: [],
    }
    const picture = this.#item('pictures', parent, layer, 'picture', { ...meta, ...fields }, block)
    for (const caption of block.captions) captions.push(this.#text(caption, picture, layer))
    return refOf(picture)
  }
}

const refOf = ({ self_ref }: Node): Ref => ({ $ref: self_ref })

/** The span when all of the text has one look; null for several. */
function oneLook(spans: readonly Span[]): Span | null {
  const [first, ...rest] = spans.filter(({ text }) => text.trim() !== '')
  if (first === undefined) return { text: '' }
  const look = lookOf(first)
  return rest.every((span) => lookOf(span) === look) ? { ...first, text: textOfSpans(spans).trim() } : null
}

const lookOf = (span: Span): string => JSON.stringify({ ...span, text: '' }, Object.keys(span).toSorted())

function textFields(spans: readonly Span[], place: Place | undefined, label: string): object {
  const text = label === 'code' ? textOfSpans(spans) : textOfSpans(spans).trim()
  const [first] = spans
  const same = first !== undefined && oneLook(spans) !== null ? first : null
  return {
    prov: provOf(place, text.length),
    orig: text,
    text,
    ...(same !== null && hasFormat(same) ? { formatting: formatOf(same) } : {}),
    ...(same?.href === undefined ? {} : { hyperlink: same.href }),
    ...(label === 'code' ? codeFields(undefined) : {}),
  }
}

const codeFields = (language: string | undefined): object => ({
  captions: [],
  references: [],
  footnotes: [],
  code_language: codeLanguageLabel(language),
})

const hasFormat = ({ bold, italic, underline, strikethrough, script }: Span): boolean =>
  bold === true || italic === true || underline === true || strikethrough === true || script !== undefined

const formatOf = ({ bold, italic, underline, strikethrough, script }: Span): object => ({
  bold: bold ?? false,
  italic: italic ?? false,
  underline: underline ?? false,
  strikethrough: strikethrough ?? false,
  script: script ?? 'baseline',
})

function provOf(place: Place | undefined, length: number): object[] {
  if (place === undefined) return []
  const { page, left, top, right, bottom, origin } = place
  const bbox = { l: left, t: top, r: right, b: bottom, coord_origin: origin }
  return [{ page_no: page, bbox, charspan: [0, length] }]
}

const cellFields = ({
  row,
  column,
  rowSpan,
  columnSpan,
  text,
  columnHeader,
  rowHeader,
}: TableCell): object => ({
  row_span: rowSpan,
  col_span: columnSpan,
  start_row_offset_idx: row,
  end_row_offset_idx: row + rowSpan,
  start_col_offset_idx: column,
  end_col_offset_idx: column + columnSpan,
  text,
  column_header: columnHeader ?? false,
  row_header: rowHeader ?? false,
  row_section: false,
  fillable: false,
})

const emptyCell = (row: number, column: number): object =>
  cellFields({ row, column, rowSpan: 1, columnSpan: 1, text: '' })

const chartData = (table: TableBlock): object => ({
  table_cells: table.cells.map(cellFields),
  num_rows: table.rows,
  num_cols: table.columns,
})
