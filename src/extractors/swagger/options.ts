// The options of the swagger extractor.
import { Type, type Static } from 'typebox'
import { Words } from '#contract/schema.ts'
import { PageInput } from '#extract/page/page-request.ts'
import { METHODS } from '#extractors/swagger/spec/grammar.ts'

const Texts = (maxLength: number, description: string, pattern = '') =>
  Type.Array(Type.String({ minLength: 1, maxLength, ...(pattern === '' ? {} : { pattern }) }), {
    minItems: 1,
    maxItems: 20,
    description,
  })

/** What to look for, how far, and in which form. */
export const SwaggerInput = PageInput({
  probe: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether the well-known places of the same origin are asked where the page itself leads to no description.',
    }),
  ),
  maxProbes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 40,
      default: 20,
      description: 'Most well-known places that are asked, one after the other, until one has a description.',
    }),
  ),
  maxSpecs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 10,
      description: 'Most descriptions that are read; the others are listed in `probed` as `not_tried`.',
    }),
  ),
  output: Type.Optional(
    Words(['both', 'full', 'summary'], {
      default: 'both',
      description:
        '`summary` lists operations, servers and security schemes, `full` gives the description itself.',
    }),
  ),
  validate: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Checks against the official schema of the version and the rules beyond it.',
    }),
  ),
  convertTo: Type.Optional(
    Words(['none', '3.1'], {
      default: 'none',
      description:
        'Gives OpenAPI 2.0 and 3.0 as 3.1; what cannot be carried over is a warning. Lists are in terms of 3.1 either way.',
    }),
  ),
  resolveRefs: Type.Optional(
    Words(['none', 'internal', 'external'], {
      default: 'none',
      description:
        'Puts what a `$ref` points at in its place: within the description, or also out of other documents, which are fetched. ' +
        'A reference that leads back into itself stays.',
    }),
  ),
  filter: Type.Optional(
    Type.Object(
      {
        tags: Type.Optional(Texts(200, 'Operations with any of these tags; case does not count.')),
        paths: Type.Optional(
          Texts(
            500,
            'Operations of these paths: `/pets/*` (one segment), `/pets/**` (any number), else exactly. At most four stars.',
            '^(?:[^*]*\\*{1,2}){0,4}[^*]*$',
          ),
        ),
        methods: Type.Optional(
          Type.Array(Words(METHODS), { minItems: 1, maxItems: METHODS.length, uniqueItems: true }),
        ),
      },
      {
        additionalProperties: false,
        description: 'Each part that is given must fit; components that nothing uses any more are left out.',
      },
    ),
  ),
  compareTo: Type.Optional(
    Type.Union(
      [
        Type.String({ minLength: 5, maxLength: 10_000_000 }),
        Type.Object({}, { additionalProperties: true, description: 'The older description itself.' }),
      ],
      {
        description:
          'An older version to compare with: its URL, its text, an artifact (`art_…`), or the description as an object. ' +
          'Compared is the description with the same title, else the first one.',
      },
    ),
  ),
})
export type SwaggerInput = Static<typeof SwaggerInput>
