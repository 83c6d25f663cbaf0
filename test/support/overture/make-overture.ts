// Makes small files of Overture places for tests, in the schema that Overture publishes (docs.overturemaps.org/schema).
import { zstdCompressSync } from 'node:zlib'
import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer'

interface Names {
  readonly primary: string
  readonly common?: Readonly<Record<string, string>>
  readonly rules?: readonly {
    readonly variant: string
    readonly language?: string | null
    readonly value: string
  }[]
}

/** A row; what is absent is null in the file. */
export interface OverturePlace {
  readonly id: string
  readonly lat: number
  readonly lng: number
  readonly names?: Names
  readonly categories?: { readonly primary: string; readonly alternate?: readonly string[] }
  readonly taxonomy?: {
    readonly primary: string
    readonly hierarchy: readonly string[]
    readonly alternates?: readonly string[]
  }
  readonly basicCategory?: string
  readonly confidence?: number
  readonly websites?: readonly string[]
  readonly socials?: readonly string[]
  readonly emails?: readonly string[]
  readonly phones?: readonly string[]
  readonly brand?: { readonly names?: Names; readonly wikidata?: string }
  readonly addresses?: readonly {
    readonly freeform?: string
    readonly locality?: string
    readonly postcode?: string
    readonly region?: string
    readonly country?: string
  }[]
  readonly operatingStatus?: 'open' | 'permanently_closed' | 'temporarily_closed'
  readonly sources?: readonly {
    readonly property?: string
    readonly dataset: string
    readonly license?: string
    readonly record_id?: string
    readonly update_time?: string
    readonly confidence?: number
  }[]
  readonly version?: number
}

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
})
const number = (name: string, type: 'DOUBLE' | 'FLOAT' | 'INT32'): SchemaElement => ({
  name,
  type,
  repetition_type: 'OPTIONAL',
})
const struct = (name: string, ...fields: SchemaElement[][]): SchemaElement[] => [
  { name, num_children: fields.length, repetition_type: 'OPTIONAL' },
  ...fields.flat(),
]
/** The three levels of a list, as Arrow and Spark write them. */
const list = (name: string, element: SchemaElement[]): SchemaElement[] => [
  { name, num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  ...element,
]
const texts = (name: string): SchemaElement[] => list(name, [text('element')])
const names = (name: string): SchemaElement[] =>
  struct(
    name,
    [text('primary')],
    [
      { name: 'common', num_children: 1, converted_type: 'MAP', repetition_type: 'OPTIONAL' },
      { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
      { name: 'key', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      text('value'),
    ],
    list('rules', struct('element', [text('variant')], [text('language')], [text('value')])),
  )

const COLUMNS: readonly (readonly [
  name: string,
  elements: SchemaElement[],
  of: (row: OverturePlace) => unknown,
])[] = [
  ['id', [text('id')], ({ id }) => id],
  ['geometry', [{ name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' }], wkb],
  [
    'bbox',
    struct(
      'bbox',
      [number('xmin', 'FLOAT')],
      [number('xmax', 'FLOAT')],
      [number('ymin', 'FLOAT')],
      [number('ymax', 'FLOAT')],
    ),
    ({ lat, lng }) => ({
      xmin: Math.fround(lng),
      xmax: Math.fround(lng),
      ymin: Math.fround(lat),
      ymax: Math.fround(lat),
    }),
  ],
  ['version', [number('version', 'INT32')], ({ version }) => version ?? 1],
  [
    'sources',
    list(
      'sources',
      struct(
        'element',
        [text('property')],
        [text('dataset')],
        [text('license')],
        [text('record_id')],
        [text('update_time')],
        [number('confidence', 'DOUBLE')],
      ),
    ),
    ({ sources }) => sources ?? null,
  ],
  ['names', names('names'), (row) => withMaps(row.names)],
  [
    'categories',
    struct('categories', [text('primary')], texts('alternate')),
    ({ categories }) => categories ?? null,
  ],
  ['basic_category', [text('basic_category')], ({ basicCategory }) => basicCategory ?? null],
  [
    'taxonomy',
    struct('taxonomy', [text('primary')], texts('hierarchy'), texts('alternates')),
    ({ taxonomy }) => taxonomy ?? null,
  ],
  ['confidence', [number('confidence', 'DOUBLE')], ({ confidence }) => confidence ?? null],
  ['websites', texts('websites'), ({ websites }) => websites ?? null],
  ['socials', texts('socials'), ({ socials }) => socials ?? null],
  ['emails', texts('emails'), ({ emails }) => emails ?? null],
  ['phones', texts('phones'), ({ phones }) => phones ?? null],
  [
    'brand',
    struct('brand', [text('wikidata')], names('names')),
    ({ brand }) => (brand === undefined ? null : { ...brand, names: withMaps(brand.names) }),
  ],
  [
    'addresses',
    list(
      'addresses',
      struct(
        'element',
        [text('freeform')],
        [text('locality')],
        [text('postcode')],
        [text('region')],
        [text('country')],
      ),
    ),
    ({ addresses }) => addresses ?? null,
  ],
  ['operating_status', [text('operating_status')], ({ operatingStatus }) => operatingStatus ?? null],
]

/** Compressed by Zstandard and with the metadata of GeoParquet, as the published files are. `rowsInGroup`: 1,000 by default. */
export function makeOverture(
  rows: readonly OverturePlace[],
  {
    rowsInGroup = 1_000,
    without = [],
  }: { readonly rowsInGroup?: number; readonly without?: readonly string[] } = {},
): Buffer {
  const columns = COLUMNS.filter(([name]) => !without.includes(name))
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Point'] } },
  }
  const bytes = parquetWriteBuffer({
    columnData: columns.map(([name, , of]) => ({ name, data: rows.map(of) })),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(([, elements]) => elements)],
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    rowGroupSize: rowsInGroup,
    kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
  })
  return Buffer.from(bytes)
}

function withMaps(of: Names | undefined): unknown {
  if (of === undefined) return null
  return {
    ...of,
    common:
      of.common === undefined ? null : Object.entries(of.common).map(([key, value]) => ({ key, value })),
  }
}

/** A point in well-known binary. */
function wkb({ lat, lng }: OverturePlace): Uint8Array {
  const bytes = Buffer.alloc(21)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt32LE(1, 1)
  bytes.writeDoubleLE(lng, 5)
  bytes.writeDoubleLE(lat, 13)
  return bytes
}
