// Contact enrichment: the available fields, and how the service describes them.
import { Type, type Static } from 'typebox'
import { ListOf, Nullable } from '#contract/schema.ts'

/** What can be looked for on the pages of a business. */
export const CONTACT_FIELDS = [
  'emails',
  'phones',
  'socials',
  'addresses',
  'people',
  'companyIds',
  'forms',
  'hours',
] as const
/** One of `CONTACT_FIELDS`. */
export type ContactField = (typeof CONTACT_FIELDS)[number]

/** One kind of enrichment: whether it is there, and the JSON Schema of its request. */
export const EnrichmentOption = Type.Object({
  kind: Type.String(),
  summary: Type.String(),
  available: Type.Boolean(),
  unavailableReason: Nullable(Type.String()),
  paths: Type.Object({ single: Type.String(), batch: Nullable(Type.String()) }),
  fields: Type.Array(Type.String(), { description: 'What it can look for.' }),
  limits: Type.Record(Type.String(), Type.Integer()),
  requestSchema: Type.Unknown(),
})
export type EnrichmentOption = Static<typeof EnrichmentOption>
/** A page of the list of enrichments. */
export const EnrichmentOptionList = ListOf(EnrichmentOption)
