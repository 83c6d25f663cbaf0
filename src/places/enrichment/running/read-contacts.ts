// What a place takes from an answer of contact enrichment: the values that are sure enough.
import { Type, type Static, type TProperties } from 'typebox'
import { Compile } from 'typebox/compile'
import { Nullable } from '#contract/schema.ts'
import type { WebsiteContacts } from '#places/content/merge-contacts.ts'

/** Below it one mention in plain text without any other evidence stands behind a value. */
const MIN_CONFIDENCE = 0.5
/** A page with a directory of others has more; a place has no use for them. */
const MAX_VALUES = 20

const Found = <const T extends TProperties>(properties: T) =>
  Type.Optional(Type.Array(Type.Object({ ...properties, confidence: Type.Number() })))

/** The part of the answer that is read. Every other field is kept as it came. */
const ContactAnswer = Type.Object({
  emails: Found({ value: Type.String() }),
  phones: Found({
    e164: Type.String(),
    national: Type.String(),
    type: Nullable(Type.String()),
    isFax: Type.Boolean(),
    whatsapp: Type.Boolean(),
  }),
  socials: Found({ network: Type.String(), handle: Type.String(), url: Type.String() }),
})
type ContactAnswer = Static<typeof ContactAnswer>

const answerShape = Compile(ContactAnswer)

/** Null for an answer of another shape, which only another version of crawl gives. */
export function readContacts(answer: unknown, fetchedAt: string): WebsiteContacts | null {
  if (!answerShape.Check(answer)) return null
  const { emails = [], phones = [], socials = [] } = answer
  return {
    emails: sure(emails).map(({ value }) => value),
    phones: sure(phones).map(({ e164, national, ...phone }) => ({
      e164,
      raw: national,
      kind: kindOf(phone),
    })),
    socials: sure(socials).map(({ network, handle, url }) => ({ network, url, handle })),
    fetchedAt,
  }
}

function sure<Value extends { readonly confidence: number }>(values: readonly Value[]): Value[] {
  return values.filter(({ confidence }) => confidence >= MIN_CONFIDENCE).slice(0, MAX_VALUES)
}

function kindOf({
  isFax,
  whatsapp,
  type,
}: Pick<NonNullable<ContactAnswer['phones']>[number], 'isFax' | 'whatsapp' | 'type'>) {
  if (isFax) return 'fax'
  if (whatsapp) return 'whatsapp'
  return type === 'MOBILE' ? 'mobile' : 'phone'
}
