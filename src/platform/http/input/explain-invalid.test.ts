// The messages about invalid inputs, shape by shape.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type, type TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import { MapsExtractInput } from '#contract/places/maps.ts'
import { Location } from '#contract/places/location.ts'
import { Nullable, Words } from '#contract/schema.ts'
import { explainInvalid } from './explain-invalid.ts'
import { asSchema } from './json-schema.ts'

const explain = (schema: TSchema, value: unknown) =>
  explainInvalid(asSchema(schema), value, (path) => path.map((part) => `/${part}`).join('')).map(
    ({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`,
  )

const Strict = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    mode: Type.Optional(Words(['auto', 'http', 'browser'])),
    tags: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z]+$' }), { minItems: 1, maxItems: 2, uniqueItems: true }),
    ),
    note: Type.Optional(Nullable(Type.String())),
    labels: Type.Optional(Type.Record(Type.String(), Type.Integer())),
    onlyMainContent: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

test('each constraint has its own words', () => {
  const cases: readonly (readonly [unknown, ...string[]])[] = [
    [{}, '/name required: This is required.'],
    [{ name: '' }, '/name too_short: Must not be empty.'],
    [{ name: '123456' }, '/name too_long: Must have at most 5 characters; it has 6.'],
    [{ name: 5 }, '/name wrong_type: Must be a string.'],
    [{ name: 'a', size: 0 }, '/size too_small: Must be at least 1.'],
    [{ name: 'a', size: 10 }, '/size too_large: Must be at most 9.'],
    [{ name: 'a', size: 1.5 }, '/size wrong_type: Must be a whole number.'],
    [{ name: 'a', size: '1' }, '/size wrong_type: Must be a whole number.'],
    [{ name: 'a', ratio: 0 }, '/ratio too_small: Must be more than 0.'],
    [{ name: 'a', ratio: 1 }, '/ratio too_large: Must be less than 1.'],
    [{ name: 'a', ratio: Infinity }, '/ratio wrong_type: Must be a number.'],
    [
      { name: 'a', mode: 'browsr' },
      '/mode not_allowed_value: Must be one of "auto", "http", "browser"; did you mean "browser"?',
    ],
    [{ name: 'a', mode: 'zzz' }, '/mode not_allowed_value: Must be one of "auto", "http", "browser".'],
    [{ name: 'a', tags: ['b', 'b'] }, '/tags repeated: Must hold each value once.'],
    [{ name: 'a', tags: [] }, '/tags too_few: Must have at least 1 items; it has 0.'],
    [
      { name: 'a', tags: ['A'] },
      '/tags/0 pattern: Must be of the form that the description of the field tells.',
    ],
    [{ name: 'a', note: 5 }, '/note wrong_type: Must be a string or null.'],
    [{ name: 'a', labels: { x: 'y' } }, '/labels/x wrong_type: Must be a whole number.'],
    [{ name: 'a', labels: [] }, '/labels wrong_type: Must be an object.'],
    [{ name: 'a', onlyMain: true }, '/onlyMain unknown_key: Unknown key; did you mean "onlyMainContent"?'],
    [{ name: 'a', only: { main: true } }, '/only unknown_key: Unknown key; did you mean "onlyMainContent"?'],
    [{ name: 'a', max: 3 }, '/max unknown_key: Unknown key; did you mean "size"?'],
    [
      { name: 'a', onlyMainContnt: true },
      '/onlyMainContnt unknown_key: Unknown key; did you mean "onlyMainContent"?',
    ],
    [{ name: 'a', constructor: 1 }, '/constructor unknown_key: Unknown key.'],
    [null, ' required: A value is needed.'],
    [[], ' wrong_type: Must be {name, size, ratio, mode, tags, note, labels, onlyMainContent}.'],
    [
      { size: 0, x: 1 },
      '/name required: This is required.',
      '/size too_small: Must be at least 1.',
      '/x unknown_key: Unknown key.',
    ],
  ]
  for (const [value, ...expected] of cases) assert.deepEqual(explain(Strict, value), expected)
})

const SHAPES = '"Polygon", "MultiPolygon", "Point", "Feature", "FeatureCollection"'

test('a union is explained by the form that was meant', () => {
  const cases: readonly (readonly [unknown, ...string[]])[] = [
    ['', ' too_short: Must not be empty.'],
    [{ lat: 1, lng: 2 }, '/radiusM required: This is required.'],
    [{ lat: 91, lng: 2, radiusM: 5 }, '/lat too_large: Must be at most 90.'],
    [
      { lat: 1, lng: 2, radius: 5 },
      '/radiusM required: This is required.',
      '/radius unknown_key: Unknown key; did you mean "radiusM"?',
    ],
    [{ bbox: [1, 2, 3] }, '/bbox too_few: Must have at least 4 items; it has 3.'],
    [{ type: 'Polygon' }, '/coordinates required: This is required.'],
    [
      { type: 'MultiPolygon', coordinates: [] },
      '/coordinates too_few: Must have at least 1 items; it has 0.',
    ],
    [
      { type: 'Polgon', coordinates: [] },
      `/type not_allowed_value: Must be one of ${SHAPES}; did you mean "Polygon"?`,
    ],
    [{ type: 'LineString', coordinates: [[7, 43]] }, `/type not_allowed_value: Must be one of ${SHAPES}.`],
    [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [7, 43] } },
      '/geometry/type not_allowed_value: Must be one of "Polygon", "MultiPolygon".',
    ],
    [
      { centre: 1 },
      ' no_form_fits: Must be a string, {lat, lng, radiusM}, {bbox}, {type, coordinates}, {type, coordinates, radiusM}, {type, geometry} or {type, features}.',
    ],
    [
      7,
      ' wrong_type: Must be a string, {lat, lng, radiusM}, {bbox}, {type, coordinates}, {type, coordinates, radiusM}, {type, geometry} or {type, features}.',
    ],
  ]
  for (const [value, ...expected] of cases) assert.deepEqual(explain(Location, value), expected)

  // Two forms of one kind: what is wrong is another key.
  const ofKind = (key: string) => Type.Object({ kind: Type.Literal('a'), [key]: Type.Number() })
  assert.deepEqual(explain(Type.Union([ofKind('one'), ofKind('two')]), { kind: 'a' }), [
    '/one required: This is required.',
  ])
})

test('keys that exclude each other are named, and so is everything else', () => {
  const either = [{ required: ['id'] }, { required: ['url'] }]
  const keys = { id: Type.Optional(Type.String()), url: Type.Optional(Type.String()) }
  const OneOf = Type.Object(keys, { additionalProperties: false, oneOf: either })
  const AnyOf = Type.Object(keys, { additionalProperties: false, anyOf: either })
  const Page = Type.Object(
    { ...keys, html: keys.url, baseUrl: keys.url },
    {
      additionalProperties: false,
      oneOf: [{ required: ['url'] }, { required: ['html'] }],
      not: { required: ['url', 'baseUrl'] },
    },
  )
  const Holder = Type.Object({ center: Type.Optional(Location) }, { additionalProperties: false })
  const url = 'https://example.com/'
  const cases: readonly (readonly [TSchema, unknown, ...string[]])[] = [
    [OneOf, { id: 'a' }],
    [OneOf, {}, ' required: Must have exactly one of id, url.'],
    [
      OneOf,
      { id: 'a', url: 'b' },
      ' not_together: Must have exactly one of id, url; more than one is given.',
    ],
    [OneOf, { id: 5 }, '/id wrong_type: Must be a string.'],
    [
      OneOf,
      { idd: 'a' },
      '/idd unknown_key: Unknown key; did you mean "id"?',
      ' required: Must have exactly one of id, url.',
    ],
    [AnyOf, {}, ' required: Must have at least one of id, url.'],
    [AnyOf, { id: 'a', url: 'b' }],
    [Type.Array(OneOf), [{ id: 'a' }, {}], '/1 required: Must have exactly one of id, url.'],
    [Type.Union([OneOf, Type.String()]), { id: 'a', x: 1 }, '/x unknown_key: Unknown key.'],
    [
      MapsExtractInput,
      { id: 'a', providr: 'osm-file' },
      '/providr unknown_key: Unknown key; did you mean "provider"?',
    ],
    [
      Holder,
      { radius: 5, center: { lat: 1, lon: 2, radiusM: 3 } },
      '/radius unknown_key: Unknown key; did you mean "radiusM" in "center"?',
      '/center/lng required: This is required.',
      '/center/lon unknown_key: Unknown key; did you mean "lng"?',
    ],
    [Page, { url }],
    [Page, {}, ' required: Must have exactly one of url, html.'],
    [Page, { url, onlyMain: true }, '/onlyMain unknown_key: Unknown key.'],
    [Page, { url, baseUrl: url }, '/baseUrl not_together: This does not go with url.'],
    [Page, { url, html: 'x' }, ' not_together: Must have exactly one of url, html; more than one is given.'],
    [
      Page,
      { url, html: 'x', baseUrl: url },
      '/baseUrl not_together: This does not go with url.',
      ' not_together: Must have exactly one of url, html; more than one is given.',
    ],
  ]
  for (const [schema, value, ...expected] of cases) {
    assert.deepEqual(explain(schema, value), expected)
    assert.equal(Check(schema, value), expected.length === 0, JSON.stringify(value))
  }
})

test('a hostile body gets twenty problems, not a million, and its keys do not come back whole', () => {
  assert.equal(
    explain(
      Type.Array(Type.Integer()),
      Array.from({ length: 500_000 }, () => 'x'),
    ).length,
    20,
  )
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]))
  assert.equal(explain(Strict, keys).length, 20)
  const deep = Type.Array(Location)
  assert.equal(
    explain(
      deep,
      Array.from({ length: 50_000 }, () => ({ lat: 'x' })),
    ).length,
    20,
  )
})
