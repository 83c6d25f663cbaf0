// Contact enrichment: the available fields, and how the service describes them.
import { Type, type Static } from 'typebox'
import { ListOf, Nullable, Words } from '#contract/schema.ts'

const CONTACT_FIELDS = [
  'emails',
  'phones',
  'socials',
  'addresses',
  'people',
  'companyIds',
  'forms',
  'hours',
] as const

const LIMITS = { maxPages: 30, timeoutMs: 300_000, batchItems: 1_000 }

const EnrichContactBody = Type.Object(
  {
    website: Type.String({ minLength: 1, maxLength: 2_048, description: 'A URL or a domain.' }),
    name: Type.Optional(Type.String({ maxLength: 300, description: 'Of the business.' })),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2}$', description: 'How national phone numbers are read.' }),
    ),
    fields: Type.Optional(
      Type.Array(Words(CONTACT_FIELDS), { minItems: 1, description: 'What to look for; default: all.' }),
    ),
    maxPages: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.maxPages, default: 5 })),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 1_000, maximum: LIMITS.timeoutMs, default: 60_000 })),
  },
  { additionalProperties: false },
)

/** One kind of enrichment: whether it is there, and the JSON Schema of its request. */
export const EnrichmentOption = Type.Object({
  kind: Type.String(),
  summary: Type.String(),
  available: Type.Boolean(),
  unavailableReason: Nullable(Type.String()),
  paths: Type.Object({ single: Type.String(), batch: Type.String() }),
  fields: Type.Array(Type.String(), { description: 'What it can look for.' }),
  limits: Type.Record(Type.String(), Type.Integer()),
  requestSchema: Type.Unknown(),
})
export type EnrichmentOption = Static<typeof EnrichmentOption>
/** A page of the list of enrichments. */
export const EnrichmentOptionList = ListOf(EnrichmentOption)

/** The only kind; its paths answer 501 until it is built. */
export const CONTACT_ENRICHMENT: EnrichmentOption = {
  kind: 'contact',
  summary: 'Finds the contacts of a business on its website.',
  available: false,
  unavailableReason: 'contact enrichment is not built yet',
  paths: { single: '/api/v1/enrich/contact', batch: '/api/v1/enrich/contact/batch' },
  fields: [...CONTACT_FIELDS],
  limits: LIMITS,
  requestSchema: EnrichContactBody,
}
