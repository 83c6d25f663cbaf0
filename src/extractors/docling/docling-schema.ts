// The shape of DoclingDocument 1.10.0 as docling-core writes it, for the interface description and for checking results.
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'

const Ref = Type.Object({ $ref: Type.String({ pattern: '^#(?:/[\\w.-]+)+$' }) })
const Bbox = Type.Object({
  l: Type.Number(),
  t: Type.Number(),
  r: Type.Number(),
  b: Type.Number(),
  coord_origin: Words(['TOPLEFT', 'BOTTOMLEFT']),
})
const Prov = Type.Object({
  page_no: Type.Integer(),
  bbox: Bbox,
  charspan: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
})
const node = {
  self_ref: Type.String({ pattern: '^#(?:/[\\w.-]+)+$' }),
  parent: Type.Optional(Ref),
  children: Type.Array(Ref),
  content_layer: Words(['body', 'furniture', 'background', 'invisible', 'notes']),
}
const Root = Type.Object({ ...node, name: Type.String(), label: Type.String() })
const Text = Type.Object({
  ...node,
  label: Words([
    'title',
    'section_header',
    'paragraph',
    'text',
    'list_item',
    'caption',
    'footnote',
    'page_header',
    'page_footer',
    'code',
    'formula',
    'checkbox_selected',
    'checkbox_unselected',
    'reference',
    'marker',
    'handwritten_text',
    'empty_value',
    'grading_scale',
    'field_heading',
    'field_hint',
    'field_key',
    'field_value',
  ]),
  prov: Type.Array(Prov),
  orig: Type.String(),
  text: Type.String(),
  level: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  enumerated: Type.Optional(Type.Boolean()),
  marker: Type.Optional(Type.String()),
  code_language: Type.Optional(Type.String()),
  hyperlink: Type.Optional(Type.String()),
  formatting: Type.Optional(
    Type.Object({
      bold: Type.Boolean(),
      italic: Type.Boolean(),
      underline: Type.Boolean(),
      strikethrough: Type.Boolean(),
      script: Words(['baseline', 'sub', 'super']),
    }),
  ),
})
const Cell = Type.Object({
  row_span: Type.Integer(),
  col_span: Type.Integer(),
  start_row_offset_idx: Type.Integer(),
  end_row_offset_idx: Type.Integer(),
  start_col_offset_idx: Type.Integer(),
  end_col_offset_idx: Type.Integer(),
  text: Type.String(),
  column_header: Type.Boolean(),
  row_header: Type.Boolean(),
  row_section: Type.Boolean(),
  fillable: Type.Boolean(),
  ref: Type.Optional(Ref),
})
const floating = {
  ...node,
  prov: Type.Array(Prov),
  captions: Type.Array(Ref),
  references: Type.Array(Ref),
  footnotes: Type.Array(Ref),
}
const Table = Type.Object({
  ...floating,
  label: Words(['table', 'document_index']),
  data: Type.Object({ table_cells: Type.Array(Cell), num_rows: Type.Integer(), num_cols: Type.Integer() }),
})
const Picture = Type.Object({
  ...floating,
  label: Words(['picture', 'chart']),
  image: Type.Optional(
    Type.Object({
      mimetype: Type.String(),
      dpi: Type.Integer(),
      size: Type.Object({ width: Type.Number(), height: Type.Number() }),
      uri: Type.String(),
    }),
  ),
})
const Page = Type.Object({
  page_no: Type.Integer(),
  size: Type.Object({ width: Type.Number(), height: Type.Number() }),
})

export const DoclingJson = Type.Object(
  {
    schema_name: Type.Literal('DoclingDocument'),
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    name: Type.String(),
    origin: Type.Object({ mimetype: Type.String(), binary_hash: Type.Number(), filename: Type.String() }),
    furniture: Root,
    body: Root,
    groups: Type.Array(Root),
    texts: Type.Array(Text),
    pictures: Type.Array(Picture),
    tables: Type.Array(Table),
    key_value_items: Type.Array(Type.Unknown()),
    form_items: Type.Array(Type.Unknown()),
    pages: Type.Record(Type.String(), Page),
  },
  { description: 'DoclingDocument 1.10.0, as the tools of docling-core load it.' },
)
