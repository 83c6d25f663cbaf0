// The options of the json extractor, and its answer.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'
import { PageInput } from '#extract/page/page-request.ts'
import { RulesInput } from '#extractors/json/rules/rule-input.ts'
import { SOURCES } from '#extractors/json/sources/found.ts'

/** What to read, and in which form the answer is wanted. */
export const JsonInput = PageInput({
  schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'JSON Schema 2020-12 of the wanted value. Its fields are looked for under their names and those that schema.org ' +
        'and its like have for them; a missing one is null. Patterns are RE2, references stay inside the schema.',
    }),
  ),
  rules: Type.Optional({
    ...RulesInput,
    description:
      'Fields by CSS selector or JSONPath. With a schema they come before everything that is found otherwise.',
  }),
  jsonPath: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'RFC 9535 over `found`, or over the document where the target is data; its matches are in `matches`.',
    }),
  ),
  sources: Type.Optional(
    Type.Array(Words(SOURCES), {
      minItems: 1,
      maxItems: SOURCES.length,
      uniqueItems: true,
      description:
        'Where to look; absent is everywhere but `llm`. `feeds` given by name also fetches linked feeds, three at most. ' +
        '`xhr` is JSON that scripts of the page fetch; by name it asks for a browser. `llm` asks the model of the operator for fields of the schema that nothing else filled.',
    }),
  ),
  coerce: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Makes numbers, dates, truth values and absolute addresses of texts where the schema asks for them.',
    }),
  ),
  found: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether everything that was found stands in the answer.' }),
  ),
  maxRows: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 10_000,
      description: 'Rows of a table, a CSV or an NDJSON document; what is cut is a warning.',
    }),
  ),
  instructions: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'For the model of the operator, where one is set up: what to look for, in words.',
    }),
  ),
  capture: Type.Optional(
    Type.Object(
      {
        urlPattern: Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'RE2, anywhere in the address of a response.',
          examples: ['/api/products'],
        }),
        max: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 20 })),
      },
      {
        additionalProperties: false,
        description:
          'Which JSON that scripts of the page fetch is kept as `found.xhr`; asks for a browser. Of 2 MiB each and 8 MiB ' +
          'together.',
      },
    ),
  ),
})
export type JsonInput = Static<typeof JsonInput>

const Problem = Type.Object({
  pointer: Type.String({ description: 'JSON Pointer into `value`.' }),
  code: Type.String({ description: 'The keyword that is not kept: `required`, `type`, `format`.' }),
  detail: Type.String(),
})

const Origin = Type.Object({
  source: Type.String({ description: 'A key of `found`, `rules` or `llm`.' }),
  path: Type.Optional(Type.String({ description: 'JSON Pointer into `found`.' })),
  selector: Type.Optional(Type.String({ description: 'Of the rule.' })),
  snippet: Type.String({ description: 'What stood there, at most 200 characters.' }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
})

/** The value, how it fits its schema, and where each part is from. */
export const JsonData = Type.Object({
  url: Nullable(
    Type.String({ description: 'Where it came from; null for a page handed in without `baseUrl`.' }),
  ),
  kind: Words(['page', 'json', 'ndjson', 'csv', 'xml', 'feed'], { description: 'What the target is.' }),
  value: Type.Unknown({
    description:
      'By the schema; without one by the rules; without either the document itself where the target is data. Null where ' +
      'nothing of it was found. A field that was not found is null and has no provenance.',
  }),
  valid: Nullable(
    Type.Boolean({
      description: 'Whether it fits the schema, nulls taken for absent; null without a schema.',
    }),
  ),
  errors: Type.Array(Problem),
  provenance: Type.Record(Type.String(), Origin, { description: 'By JSON Pointer into `value`.' }),
  matches: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), value: Type.Unknown() }), {
      description: 'Of `jsonPath`.',
    }),
  ),
  found: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'By source: `jsonLd`, `microdata`, `rdfa`, `microformats` (lists of nodes with `@type`), `openGraph`, `twitter`, ' +
        '`meta` (by name), `state` (by variable or script), `tables`, `pairs`, `feeds`, `xhr`, `document` (where it is not `value` already).',
    }),
  ),
})
export type JsonData = Static<typeof JsonData>
