// DoclingDocument 1.10.0 as strictly as docling-core reads it: closed items, the fields that each label has, its words.
//
// Written from the published facts (field names, types, closed objects, enumerations), because no package that can be
// installed here has the schema of that version. The documents that docling itself wrote are checked by it, too.

const REF = '^#(?:/[\\w-]+(?:/\\d+)?)?$'
const ref = closed({ $ref: { type: 'string', pattern: REF } }, ['$ref'])
const refs = { type: 'array', items: ref }
const text = { type: 'string' }
const integer = { type: 'integer' }
const flag = { type: 'boolean' }
const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] })

function closed(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false }
}

const bbox = closed(
  {
    l: { type: 'number' },
    t: { type: 'number' },
    r: { type: 'number' },
    b: { type: 'number' },
    coord_origin: { enum: ['TOPLEFT', 'BOTTOMLEFT'] },
  },
  ['l', 't', 'r', 'b'],
)
const size = closed({ width: { type: 'number' }, height: { type: 'number' } })
const prov = {
  type: 'array',
  items: closed(
    {
      page_no: integer,
      bbox,
      charspan: { type: 'array', items: integer, minItems: 2, maxItems: 2 },
    },
    ['page_no', 'bbox', 'charspan'],
  ),
}
const image = closed({ mimetype: text, dpi: integer, size, uri: text }, ['mimetype', 'dpi', 'size', 'uri'])
const node = {
  self_ref: { type: 'string', pattern: REF },
  parent: orNull(ref),
  children: refs,
  content_layer: { enum: ['body', 'furniture', 'background', 'invisible', 'notes'] },
  meta: orNull({ type: 'object' }),
}
const item = { ...node, prov, source: { type: 'array' }, comments: { type: 'array' } }
const formatting = closed({
  bold: flag,
  italic: flag,
  underline: flag,
  strikethrough: flag,
  script: { enum: ['baseline', 'sub', 'super'] },
})
const words = { ...item, orig: text, text, formatting: orNull(formatting), hyperlink: orNull(text) }
const floating = { ...item, captions: refs, references: refs, footnotes: refs, image: orNull(image) }
const textOf = (label: object, more: object = {}): object =>
  closed({ ...words, label, ...more }, ['self_ref', 'label', 'orig', 'text'])

/** The names of programming languages that a code item may have. */
const LANGUAGES =
  'Ada Awk Bash bc C C# C++ CMake COBOL CSS Ceylon Clojure Crystal Cuda Cython D Dart dc Dockerfile Elixir Erlang FORTRAN Forth Go HTML Haskell Haxe Java JavaScript JSON Julia Kotlin Latex Lisp Lua Matlab MoonScript Nim OCaml ObjectiveC Octave PHP Pascal Perl Prolog Python Racket Ruby Rust SML SQL Scala Scheme Swift Tikz TypeScript unknown VisualBasic XML YAML'.split(
    ' ',
  )
const texts = {
  anyOf: [
    textOf({ const: 'title' }),
    textOf({ const: 'section_header' }, { level: { type: 'integer', minimum: 1, maximum: 100 } }),
    textOf({ const: 'list_item' }, { enumerated: flag, marker: text }),
    textOf(
      { const: 'code' },
      {
        captions: refs,
        references: refs,
        footnotes: refs,
        image: orNull(image),
        code_language: { enum: LANGUAGES },
      },
    ),
    textOf({ const: 'formula' }),
    textOf({
      enum: [
        'caption',
        'checkbox_selected',
        'checkbox_unselected',
        'footnote',
        'page_footer',
        'page_header',
        'paragraph',
        'reference',
        'text',
        'empty_value',
      ],
    }),
  ],
}
const group = closed(
  {
    ...node,
    name: text,
    label: {
      enum: [
        'unspecified',
        'list',
        'ordered_list',
        'chapter',
        'section',
        'sheet',
        'slide',
        'form_area',
        'key_value_area',
        'comment_section',
        'inline',
        'picture_area',
      ],
    },
  },
  ['self_ref'],
)
const OFFSETS = ['start_row_offset_idx', 'end_row_offset_idx', 'start_col_offset_idx', 'end_col_offset_idx']
const cell = closed(
  {
    bbox: orNull(bbox),
    row_span: integer,
    col_span: integer,
    ...Object.fromEntries(OFFSETS.map((name) => [name, integer])),
    text,
    column_header: flag,
    row_header: flag,
    row_section: flag,
    fillable: flag,
    ref,
  },
  [...OFFSETS, 'text'],
)
const tableData = {
  type: 'object',
  properties: {
    table_cells: { type: 'array', items: cell },
    num_rows: integer,
    num_cols: integer,
    grid: { type: 'array', items: { type: 'array', items: cell } },
  },
}
const chartMeta = {
  type: 'object',
  properties: {
    classification: {
      type: 'object',
      required: ['predictions'],
      properties: {
        predictions: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', required: ['class_name'], properties: { class_name: text } },
        },
      },
    },
    tabular_chart: { type: 'object', required: ['chart_data'], properties: { chart_data: tableData } },
  },
}
const table = closed(
  {
    ...floating,
    label: { enum: ['table', 'document_index'] },
    data: tableData,
    annotations: { type: 'array' },
  },
  ['self_ref', 'data'],
)
const picture = closed(
  {
    ...floating,
    label: { enum: ['picture', 'chart'] },
    meta: orNull(chartMeta),
    annotations: { type: 'array' },
  },
  ['self_ref'],
)
const page = closed({ page_no: integer, size, image: orNull(image) }, ['page_no', 'size'])
const origin = closed(
  {
    mimetype: text,
    binary_hash: { type: 'integer', minimum: 0, maximum: 2 ** 64 },
    filename: text,
    uri: orNull({ type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:.' }),
  },
  ['mimetype', 'binary_hash', 'filename'],
)

/** A JSON Schema (2020-12). */
export const STRICT_DOCLING_SCHEMA = {
  type: 'object',
  required: ['name'],
  properties: {
    schema_name: { const: 'DoclingDocument' },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    name: text,
    origin: orNull(origin),
    furniture: group,
    body: group,
    groups: { type: 'array', items: group },
    texts: { type: 'array', items: texts },
    pictures: { type: 'array', items: picture },
    tables: { type: 'array', items: table },
    key_value_items: { type: 'array' },
    form_items: { type: 'array' },
    pages: { type: 'object', additionalProperties: page },
  },
}
