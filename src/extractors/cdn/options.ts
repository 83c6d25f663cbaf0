// What a check of a CDN takes and gives.
import { Type, type Static } from 'typebox'
import { CDN_OUTCOMES, EVIDENCE_KINDS, PROVIDER_KINDS } from '#contract/crawl/learned/cdn.ts'
import { Nullable, Words } from '#contract/schema.ts'

/** One address of the site to look at. */
export const CdnCheckInput = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
      maxLength: 8_000,
      description: 'Asked for by HEAD; redirects are not followed.',
    }),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 60_000, default: 15_000 })),
    robots: Type.Optional(
      Words(['obey', 'ignore'], {
        default: 'obey',
        description: '`ignore` needs the scope `robots:ignore`.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type CdnCheckInput = Static<typeof CdnCheckInput>

/** What the answer shows. */
export const CdnCheckData = Type.Object({
  domain: Type.String(),
  statusCode: Type.Integer(),
  outcome: Nullable(Words(CDN_OUTCOMES, { description: 'Null: the status says nothing of a wall.' })),
  providers: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Words(PROVIDER_KINDS),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      evidence: Type.Array(Type.Object({ kind: Words(EVIDENCE_KINDS), detail: Type.String() })),
    }),
    { description: 'The surest first.' },
  ),
})
