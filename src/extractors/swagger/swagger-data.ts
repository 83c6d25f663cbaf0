// The answer of the swagger extractor.
import { Type, type Static } from 'typebox'
import { ArtifactLink } from '#contract/crawl/artifact.ts'
import { Nullable, Words } from '#contract/schema.ts'
import { CHANGE_LEVELS } from '#extractors/swagger/diff/change.ts'
import { ATTEMPT_OUTCOMES, FOUND_BY } from '#extractors/swagger/hints/hint.ts'
import { KINDS } from '#extractors/swagger/read/name-kind.ts'

const Server = Type.Object({
  url: Type.String({
    description: 'Absolute where the address of the description is known; variables as `{name}`.',
  }),
  defaultUrl: Nullable(
    Type.String({ description: 'With each variable at its default; null where one has none.' }),
  ),
  description: Nullable(Type.String()),
  variables: Type.Record(
    Type.String(),
    Type.Object({ default: Nullable(Type.String()), enum: Type.Array(Type.String()) }),
  ),
})

const Parameter = Type.Object({
  name: Nullable(Type.String()),
  in: Nullable(
    Type.String({ description: 'Null where the parameter stands in another document that was not read.' }),
  ),
  required: Type.Boolean(),
  type: Nullable(Type.String({ description: 'In words: `array of Pet`, `string (date)`.' })),
  description: Nullable(Type.String()),
  deprecated: Type.Boolean(),
})

const Operation = Type.Object({
  method: Type.String({ description: 'Lower case.' }),
  path: Nullable(Type.String({ description: 'Null for a webhook.' })),
  webhook: Nullable(Type.String({ description: 'Its name where it is a webhook.' })),
  operationId: Nullable(Type.String()),
  summary: Nullable(Type.String()),
  description: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  deprecated: Type.Boolean(),
  parameters: Type.Array(Parameter),
  requestBody: Nullable(Type.Object({ required: Type.Boolean(), contentTypes: Type.Array(Type.String()) })),
  responses: Type.Array(
    Type.Object({
      status: Type.String({ description: '`200`, `4XX`, `default`.' }),
      description: Nullable(Type.String()),
      contentTypes: Type.Array(Type.String()),
    }),
  ),
  security: Nullable(
    Type.Array(Type.Array(Type.Object({ scheme: Type.String(), scopes: Type.Array(Type.String()) })), {
      description:
        'Any one of these will do, each with all of its schemes; an empty one means none is needed. Null where nothing is said.',
    }),
  ),
})

const Validation = Type.Object({
  valid: Type.Boolean(),
  errors: Type.Array(
    Type.Object({
      pointer: Type.String({ description: 'JSON Pointer into the description as it was published.' }),
      code: Type.String(),
      detail: Type.String(),
    }),
    { description: 'At most 200.' },
  ),
  errorCount: Type.Integer({ description: 'All of them.' }),
})

const Spec = Type.Object({
  url: Nullable(Type.String({ description: 'Null for one that stands in the page itself.' })),
  foundBy: Words(FOUND_BY),
  name: Nullable(Type.String({ description: 'What the page that leads to it calls it.' })),
  kind: Words(KINDS, { description: 'Only `openapi` is read further; the others are named.' }),
  format: Words(['json', 'yaml', 'xml', 'text']),
  specVersion: Nullable(Type.String({ description: 'As the description states it: `2.0`, `3.0.3`.' })),
  convertedTo: Nullable(Type.String({ description: 'The version of `spec` where it was converted.' })),
  title: Nullable(Type.String()),
  version: Nullable(Type.String({ description: "The API's own version." })),
  description: Nullable(Type.String()),
  servers: Type.Optional(Type.Array(Server)),
  counts: Type.Optional(
    Type.Object({
      paths: Type.Integer(),
      operations: Type.Integer({ description: 'Without webhooks.' }),
      webhooks: Type.Integer(),
      schemas: Type.Integer(),
      securitySchemes: Type.Integer(),
      tags: Type.Integer({ description: 'That operations have.' }),
      deprecated: Type.Integer({ description: 'Operations and webhooks.' }),
    }),
  ),
  tags: Type.Optional(Type.Array(Type.Object({ name: Type.String(), description: Nullable(Type.String()) }))),
  operations: Type.Optional(
    Type.Array(Operation, { description: 'At most 10,000; a longer list is cut with a warning.' }),
  ),
  securitySchemes: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'As in OpenAPI 3.1, whatever the version.' }),
  ),
  validation: Type.Optional(Nullable(Type.Unsafe<Static<typeof Validation>>(Validation))),
  spec: Type.Optional(
    Type.Unknown({
      description:
        'The description, filtered, converted and resolved as asked; a text where it is no data. Null where it is too large to stand here: then it is `specArtifact`.',
    }),
  ),
  specArtifact: Type.Optional(Nullable(ArtifactLink)),
  externalRefs: Type.Optional(
    Type.Array(
      Type.Object({
        url: Type.String(),
        outcome: Words(['read', 'failed', 'not_tried']),
        detail: Nullable(Type.String()),
      }),
      { description: 'The other documents that it points into, with `resolveRefs: external`.' },
    ),
  ),
})

const Change = Type.Object({
  code: Type.String(),
  level: Words(CHANGE_LEVELS),
  at: Type.String({ description: 'Where: `query parameter limit`, `Pet.name`.' }),
  detail: Type.String(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
  operations: Type.Array(Type.String(), {
    description: 'Those it concerns, at most 20; empty for the whole.',
  }),
  operationCount: Type.Integer(),
})

/** The descriptions, every address that was looked at, and the comparison where one was asked for. */
export const SwaggerData = Type.Object({
  url: Nullable(Type.String({ description: 'What was looked at; null for a text without `baseUrl`.' })),
  specs: Type.Array(Spec),
  probed: Type.Array(
    Type.Object({
      url: Type.String(),
      foundBy: Words(FOUND_BY, { description: 'What led there.' }),
      outcome: Words(ATTEMPT_OUTCOMES),
      statusCode: Nullable(Type.Integer()),
      detail: Nullable(Type.String()),
    }),
    { description: 'Every address that was asked, in order, and what came of it.' },
  ),
  diff: Type.Optional(
    Type.Object({
      specIndex: Type.Integer({ description: 'Which of `specs` was compared.' }),
      previous: Type.Object({
        title: Nullable(Type.String()),
        version: Nullable(Type.String()),
        specVersion: Nullable(Type.String()),
      }),
      compatible: Type.Boolean({ description: 'False as soon as one change is breaking.' }),
      breaking: Type.Array(Change),
      dangerous: Type.Array(Change, {
        description: 'What may break a client, depending on what client or server do with it.',
      }),
      safe: Type.Array(Change),
      counts: Type.Object({
        breaking: Type.Integer(),
        dangerous: Type.Integer(),
        safe: Type.Integer(),
      }),
      truncated: Type.Boolean(),
    }),
  ),
})
export type SwaggerData = Static<typeof SwaggerData>
/** One description in the answer. */
export type SpecData = Static<typeof Spec>
