// The readers: the same data out of every format, and a clear refusal of everything that is broken or not readable.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { headerBlock, makePbf, pbfBlob, type PbfData } from '#test/support/maps/make-pbf.ts'
import { openSource } from './open-source.ts'

const KEYS = new Set(['amenity', 'boundary'])
const NOTHING: ReadonlySet<number> = new Set()

const DATA = {
  nodes: [
    { id: 1, lat: 47.1, lng: 9.5, tags: { amenity: 'cafe', name: 'Café <b>&</b> "Bar"' } },
    { id: 2, lat: 47.2, lng: -9.6 },
    { id: 3, lat: -47.3, lng: 9.7, tags: { highway: 'crossing' } },
    { id: 12_345_678_901, lat: 47.2000001, lng: 179.9999999 },
  ],
  ways: [
    { id: 10, refs: [1, 2, 12_345_678_901, 1], tags: { amenity: 'school', name: '学校' } },
    { id: 11, refs: [2, 3], tags: { highway: 'path' } },
  ],
  relations: [
    {
      id: 20,
      members: [
        ['way', 10, 'outer'],
        ['node', 2, ''],
        ['relation', 20, 'self'],
      ],
      tags: { boundary: 'administrative' },
    },
    { id: 21, members: [], tags: { type: 'route' } },
  ],
} as const satisfies PbfData

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
 <note>About the data.</note>
 <meta osm_base="2021-01-02T03:04:05Z"/>
 <bounds minlat="47" minlon="9" maxlat="48" maxlon="10"/>
 <node id="1" lat="47.1" lon="9.5"><tag k="amenity" v="cafe"/><tag k="name" v="Café &lt;b>&amp;&lt;/b> &quot;Bar&quot;"/></node>
 <node id="2" lat="47.2" lon="-9.6"/>
 <node id="3" lat="-47.3" lon="9.7"><tag k="highway" v="crossing"/></node>
 <node id="12345678901" lat="47.2000001" lon="179.9999999"/>
 <node id="4" lat="1" lon="1" visible="false"><tag k="amenity" v="gone"/></node>
 <node id="5" lat="1" lon="1" action="delete"><tag k="amenity" v="gone"/></node>
 <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="12345678901"/><nd ref="1"/><tag k="amenity" v="school"/><tag k="name" v="学校"/></way>
 <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="path"/></way>
 <relation id="20"><member type="way" ref="10" role="outer"/><member type="node" ref="2" role=""/><member type="relation" ref="20" role="self"/><tag k="boundary" v="administrative"/></relation>
 <relation id="21"><tag k="type" v="route"/></relation>
</osm>
`

async function fileIn(t: TestContext, name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'osm-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

async function everything(file: string, wayIds = NOTHING) {
  await using source = await openSource(file)
  const seen: { relations: unknown[]; ways: unknown[]; nodes: unknown[]; points: unknown[] } = {
    relations: [],
    ways: [],
    nodes: [],
    points: [],
  }
  await source.readRelations({ keys: KEYS, ids: NOTHING }, (...relation) => seen.relations.push(relation))
  await source.readWays(
    { keys: KEYS, ids: wayIds },
    (...way) => seen.ways.push(way),
    (...point) => seen.points.push(point),
  )
  await source.readNodes(KEYS, (...node) => seen.nodes.push(node))
  return { header: source.header, ...seen }
}

const EXPECTED = {
  relations: [
    [
      20,
      { boundary: 'administrative' },
      [
        { type: 'way', ref: 10, role: 'outer' },
        { type: 'node', ref: 2, role: '' },
        { type: 'relation', ref: 20, role: 'self' },
      ],
    ],
  ],
  ways: [[10, { amenity: 'school', name: '学校' }, [1, 2, 12_345_678_901, 1]]],
  nodes: [
    [1, 471_000_000, 95_000_000, { amenity: 'cafe', name: 'Café <b>&</b> "Bar"' }],
    [2, 472_000_000, -96_000_000, null],
    [3, -473_000_000, 97_000_000, null],
    [12_345_678_901, 472_000_001, 1_799_999_999, null],
  ],
}

const SOUND: readonly (readonly [name: string, content: () => string | Uint8Array])[] = [
  ['dense.osm.pbf', () => makePbf(DATA)],
  ['plain-nodes.osm.pbf', () => makePbf(DATA, { dense: false })],
  ['uncompressed.osm.pbf', () => makePbf(DATA, { compression: 'raw' })],
  ['zstd.osm.pbf', () => makePbf(DATA, { compression: 'zstd' })],
  ['sorted-by-name-only.osm.pbf', () => makePbf(DATA, { optionalFeatures: ['Sort.Type_then_ID'] })],
  ['plain.osm', () => XML],
  ['packed.osm.gz', () => gzipSync(XML)],
]

for (const [name, content] of SOUND) {
  test(`${name} holds the elements that were written`, async (t) => {
    const { relations, ways, nodes } = await everything(await fileIn(t, name, content()))
    assert.deepEqual({ relations, ways, nodes }, EXPECTED)
  })
}

test('the order of the elements in a file does not matter', async (t) => {
  const [header, nodes, ways, relations] = [
    {},
    { nodes: DATA.nodes },
    { ways: DATA.ways },
    { relations: DATA.relations },
  ].map((part) => makePbf(part)) as [Buffer, Buffer, Buffer, Buffer]
  const body = (file: Buffer) => file.subarray(header.length)
  const file = await fileIn(
    t,
    'mixed.osm.pbf',
    Buffer.concat([header, body(relations), body(ways), body(nodes)]),
  )
  const seen = await everything(file)
  assert.deepEqual({ relations: seen.relations, ways: seen.ways, nodes: seen.nodes }, EXPECTED)
})

test('the header says what is covered and how old the data is', async (t) => {
  const snapshotAt = new Date('2021-01-02T03:04:05Z')
  const pbf = await everything(
    await fileIn(t, 'a.osm.pbf', makePbf(DATA, { bbox: [9, 47, 10, 48], snapshotAt })),
  )
  assert.deepEqual({ ...pbf.header }, { bbox: [9, 47, 10, 48], snapshotAt, rights: null })
  const xml = await everything(await fileIn(t, 'a.osm', XML))
  assert.deepEqual(xml.header, { bbox: [9, 47, 10, 48], snapshotAt, rights: null })
  const bare = await everything(await fileIn(t, 'b.osm.pbf', makePbf(DATA)))
  assert.deepEqual({ ...bare.header }, { bbox: null, snapshotAt: null, rights: null })
})

test('a file may say whose data it is, if it says all of it', async (t) => {
  const said = 'copyright="The town" license="CC0-1.0" attribution="https://town.test/terms"'
  const own = await everything(await fileIn(t, 'own.osm', XML.replace('<osm ', `<osm ${said} `)))
  assert.deepEqual(own.header.rights, {
    copyright: 'The town',
    license: 'CC0-1.0',
    url: 'https://town.test/terms',
  })
  const half = await everything(
    await fileIn(t, 'half.osm', XML.replace('<osm ', '<osm copyright="The town" ')),
  )
  assert.equal(half.header.rights, null)
})

test('a way that is asked for by id comes without tags that nobody asked for', async (t) => {
  const { ways } = await everything(await fileIn(t, 'a.osm.pbf', makePbf(DATA)), new Set([11]))
  assert.deepEqual(ways.at(-1), [11, {}, [2, 3]])
})

test('positions that are kept in the ways are handed on', async (t) => {
  const ways = [
    {
      id: 10,
      refs: [1, 2],
      tags: { amenity: 'school' },
      points: [
        [47.1, 9.5],
        [47.2, 9.6],
      ],
    },
  ] as const
  const { points } = await everything(
    await fileIn(t, 'a.osm.pbf', makePbf({ ways }, { optionalFeatures: ['LocationsOnWays'] })),
  )
  assert.deepEqual(points, [
    [1, 471_000_000, 95_000_000],
    [2, 472_000_000, 96_000_000],
  ])
})

test('bytes that are no UTF-8 become a mark, long values are cut visibly, long keys go', async (t) => {
  const name = `a${'x'.repeat(9_000)}`
  const pbf = makePbf(
    { nodes: [{ id: 1, lat: 0, lng: 0, tags: { amenity: 'QQ', name, ['k'.repeat(300)]: 'v' } }] },
    { compression: 'raw' },
  )
  pbf.set([0xff, 0xfe], pbf.indexOf('QQ'))
  const { nodes } = await everything(await fileIn(t, 'a.osm.pbf', pbf))
  const [, , , tags] = nodes[0] as [number, number, number, Record<string, string>]
  assert.equal(tags['amenity'], '\uFFFD\uFFFD')
  assert.equal(tags['name'], `${name.slice(0, 4_096)}…`)
  assert.deepEqual(Object.keys(tags), ['amenity', 'name'])
})

async function refusal(file: string): Promise<SurveyorError> {
  const error = await everything(file).then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SurveyorError, `${String(error)} is no SurveyorError`)
  assert.ok(!error.message.includes(tmpdir()), 'the text shows a path of this machine')
  return error
}

test('a PBF that is cut anywhere is damaged at the byte where the cut blob starts, or a whole shorter file', async (t) => {
  const whole = makePbf(DATA)
  const starts = [0]
  for (let at = 0; at < whole.length;) {
    const headerBytes = whole.readUInt32BE(at)
    const lengthField = whole.subarray(at + 4, at + 4 + headerBytes)
    const blobBytes = varint(lengthField, lengthField.indexOf(0x18, 2) + 1)
    at += 4 + headerBytes + blobBytes
    starts.push(at)
  }
  assert.equal(starts.at(-1), whole.length)
  const file = await fileIn(t, 'cut.osm.pbf', '')
  for (let cut = 0; cut < whole.length; cut += 1) {
    await writeFile(file, whole.subarray(0, cut))
    // The format has no end mark: a file that ends between two blobs is one with fewer elements.
    if (cut > 0 && starts.includes(cut)) {
      await everything(file)
      continue
    }
    const error = await refusal(file)
    assert.equal(error.code, 'source_broken')
    const start = starts.findLast((offset) => offset <= cut) ?? 0
    assert.match(error.message, new RegExp(`^The OSM file "cut.osm.pbf" is damaged at byte ${start}: .+\\.$`))
  }
})

function varint(bytes: Uint8Array, at: number): number {
  let value = 0
  for (let shift = 0; ; shift += 7, at += 1) {
    value += ((bytes[at] as number) & 0x7f) * 2 ** shift
    if ((bytes[at] as number) < 0x80) return value
  }
}

test('a PBF with any byte changed is read or refused, but never ends in anything else', async (t) => {
  const whole = makePbf(DATA, { compression: 'raw' })
  const file = await fileIn(t, 'changed.osm.pbf', '')
  let refused = 0
  for (let at = 0; at < whole.length; at += 1) {
    for (const flip of [0x01, 0xff]) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] as number) ^ flip
      await writeFile(file, changed)
      await everything(file).catch((error: unknown) => {
        assert.ok(error instanceof SurveyorError, `byte ${at}: ${String(error)}`)
        assert.match(error.code, /^(?:source_broken|unsupported_document)$/)
        refused += 1
      })
    }
  }
  assert.ok(refused > whole.length / 2, `${refused} of ${whole.length * 2} were refused`)
})

const header = () => pbfBlob('OSMHeader', headerBlock({}))
const REFUSED: readonly (readonly [
  name: string,
  content: () => string | Uint8Array,
  code: string,
  reason: RegExp,
])[] = [
  ['empty.osm.pbf', () => '', 'source_broken', /byte 0: it is empty/],
  [
    'text.osm.pbf',
    () => '<html>not found</html>'.repeat(10),
    'source_broken',
    /byte 0: a blob header of \d+ bytes/,
  ],
  [
    'no-header.osm.pbf',
    () => pbfBlob('OSMData', new Uint8Array(4)),
    'source_broken',
    /does not start with an OSM header/,
  ],
  [
    'two-gigabytes.osm.pbf',
    () => Buffer.concat([header(), pbfBlob('OSMData', new Uint8Array(4), { declaredLength: 2 ** 31 - 1 })]),
    'source_broken',
    /a blob of 2147483647 bytes is announced, 33554432 are allowed/,
  ],
  [
    'long-blob.osm.pbf',
    () => Buffer.concat([header(), pbfBlob('OSMData', new Uint8Array(4), { declaredLength: 1_000 })]),
    'source_broken',
    /the file ends after \d+ of them/,
  ],
  [
    'bomb.osm.pbf',
    () => Buffer.concat([header(), pbfBlob('OSMData', new Uint8Array(64 * 1024 * 1024))]),
    'source_broken',
    /a blob declares 67108864 bytes, 33554432 are allowed/,
  ],
  [
    'lying-bomb.osm.pbf',
    () =>
      Buffer.concat([
        header(),
        pbfBlob('OSMData', new Uint8Array(64 * 1024 * 1024), { declaredBytes: 1_000 }),
      ]),
    'source_broken',
    /holds more than the 1000 bytes it declares/,
  ],
  [
    'short-blob.osm.pbf',
    () => Buffer.concat([header(), pbfBlob('OSMData', new Uint8Array(4), { declaredBytes: 1_000 })]),
    'source_broken',
    /holds less than the 1000 bytes/,
  ],
  [
    'lzma.osm.pbf',
    () => Buffer.concat([header(), pbfBlob('OSMData', new Uint8Array(4), { compression: 'lzma' })]),
    'unsupported_document',
    /compressed with lzma/,
  ],
  [
    'history.osm.pbf',
    () => makePbf(DATA, { requiredFeatures: ['OsmSchema-V0.6', 'HistoricalInformation'] }),
    'unsupported_document',
    /holds the history/,
  ],
  [
    'future.osm.pbf',
    () => makePbf(DATA, { requiredFeatures: ['OsmSchema-V0.7'] }),
    'unsupported_document',
    /OsmSchema-V0\.7/,
  ],
  [
    'far-away.osm.pbf',
    () => makePbf({ nodes: [{ id: 1, lat: 91, lng: 0 }] }),
    'source_broken',
    /node 1 lies at 91, 0/,
  ],
  [
    'huge-id.osm.pbf',
    () => makePbf({ nodes: [{ id: 2 ** 52, lat: 1, lng: 0 }] }),
    'source_broken',
    /the id \d+ is too large/,
  ],
  ['packed.osm.bz2', () => 'BZh9', 'unsupported_document', /bzip2 is not read/],
  ['changes.osc', () => '', 'unsupported_document', /holds changes/],
  ['old.osh.pbf', () => '', 'unsupported_document', /history/],
  ['data.csv', () => '', 'unsupported_document', /its name ends in none of/],
  [
    'changes.osm',
    () => '<osmChange version="0.6"><create/></osmChange>',
    'unsupported_document',
    /holds changes/,
  ],
  [
    'page.osm',
    () => '<!doctype html><html><body>Not found</body></html>',
    'source_broken',
    /starts with <html>/,
  ],
  ['empty.osm', () => '', 'source_broken', /holds no OSM XML/],
  [
    'stray.osm',
    () => XML.replace(' <way id="11">', ' </node>\n <way id="11">'),
    'source_broken',
    /byte \d+: line 13 has an end tag that closes nothing/,
  ],
  [
    'stray-far.osm',
    () => XML.replace(' <way id="10">', `${' <!-- é </way> -->\n'.repeat(20_000)}<way id="10"></relation>`),
    'source_broken',
    /line 20012 has an end tag that closes nothing/,
  ],
  ['cut.osm', () => XML.slice(0, -20), 'source_broken', /ends before <\/osm>/],
  [
    'unclosed.osm',
    () => '<osm><node id="1" lat="1" lon="1"><tag k="amenity" v="x"/></osm>',
    'source_broken',
    /<node> is not closed/,
  ],
  ['no-id.osm', () => '<osm><node lat="1" lon="1"/></osm>', 'source_broken', /the id NaN/],
  [
    'far-away.osm',
    () => '<osm><node id="1" lat="1" lon="181"/></osm>',
    'source_broken',
    /node 1 lies at 1, 181/,
  ],
  ['nowhere.osm', () => '<osm><node id="1"/></osm>', 'source_broken', /node 1 lies at NaN/],
  [
    'endless.osm',
    () => `<osm><node id="1" lat="1" lon="1"><tag k="name" v="${'x'.repeat(40 * 1024 * 1024)}`,
    'source_broken',
    /32 MiB go by without a tag/,
  ],
  ['cut.osm.gz', () => gzipSync(XML).subarray(0, 200), 'source_broken', /the gzip stream ends too early/],
  ['plain.osm.gz', () => XML, 'source_broken', /incorrect header check/],
  [
    'bomb.osm.gz',
    () => gzipSync(Buffer.alloc(80 * 1024 * 1024, 0x20)),
    'source_broken',
    /32 MiB go by without a tag/,
  ],
]

for (const [name, content, code, reason] of REFUSED) {
  test(`${name} is refused: ${code}`, async (t) => {
    const error = await refusal(await fileIn(t, name, content()))
    assert.equal(error.code, code)
    assert.match(error.message, reason)
    assert.ok(error.message.includes(`"${name}"`))
  })
}

test('entities that a document declares itself are not expanded', async (t) => {
  const xml = `<!DOCTYPE osm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><osm><node id="1" lat="1" lon="1"><tag k="amenity" v="&b;"/></node></osm>`
  const { nodes } = await everything(await fileIn(t, 'laughs.osm', xml))
  assert.deepEqual(nodes, [[1, 10_000_000, 10_000_000, { amenity: '&b;' }]])
})

test('a file that is not there is named, and so is the setting', async () => {
  const error = await refusal('/nowhere/at/all/missing.osm.pbf')
  assert.equal(error.code, 'source_unavailable')
  assert.equal(
    error.message,
    'The OSM file "missing.osm.pbf" named by the setting SURVEYOR_OSM_FILE does not exist.',
  )
  const xml = await refusal('/nowhere/at/all/missing.osm')
  assert.equal(xml.code, 'source_unavailable')
})
