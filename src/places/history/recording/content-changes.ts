// The fields in which two contents of a place differ, named as a reader of its history needs them.
import type { ChangeKind } from '#contract/places/changes/history.ts'
import { canonicalJson } from '#kit/canonical-json.ts'
import { comparedPhoto, comparedStatus } from '#places/content/place-row.ts'
import type { StoredContent } from '#places/content/show-content.ts'

/** A field that became another one; null stands for a value that is not known. */
export interface FieldChange {
  /** Path in the place: `phone`, `names.fr`. */
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly kind: ChangeKind
}

/** Fields that are compared as a whole, with the kind of their change. */
const WHOLE = {
  categories: 'category',
  location: 'moved',
  phone: 'phone',
  phones: 'phone',
  website: 'website',
  emails: 'email',
  socials: 'social',
  rating: 'rating',
  ratingCount: 'rating',
  ratingDistribution: 'rating',
  priceLevel: 'other',
  openingHours: 'hours',
  description: 'other',
  owner: 'other',
  brand: 'other',
  plusCode: 'moved',
  aliases: 'other',
} as const satisfies Partial<Record<keyof StoredContent, ChangeKind>>

/** Fields whose entries are compared one by one. */
const BY_ENTRY = {
  names: 'name',
  address: 'address',
  attributes: 'other',
  links: 'other',
} as const satisfies Partial<Record<keyof StoredContent, ChangeKind>>

/** Made of the other parts of the address, in a language. */
const DERIVED_PARTS = new Set(['formatted', 'country'])
const CLOSED = new Set<StoredContent['status']>(['temporarily_closed', 'permanently_closed'])

/**
 * In the order of the fields of a place. What depends only on how an observation was made is no change: provenance,
 * labels, and the language of the name.
 */
export function contentChanges(before: StoredContent, after: StoredContent): FieldChange[] {
  const changes: FieldChange[] = []
  const add = (field: string, from: unknown, to: unknown, kind: ChangeKind) => {
    if (!isSame(from, to)) changes.push({ field, from: from ?? null, to: to ?? null, kind })
  }
  if (!isTranslated(before, after)) add('name', before.name, after.name, 'name')
  for (const [field, kind] of entriesOf(BY_ENTRY)) {
    // Most fields of most places are as they were, which their text shows at once.
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) continue
    const [old, now] = [entries(before[field]), entries(after[field])]
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      if (field === 'address' && DERIVED_PARTS.has(key)) continue
      add(`${field}.${key}`, old.get(key), now.get(key), kind)
    }
  }
  for (const [field, kind] of entriesOf(WHOLE)) add(field, before[field], after[field], kind)
  if (!isSame(before.photos.map(comparedPhoto), after.photos.map(comparedPhoto)))
    add('photos', before.photos, after.photos, 'other')
  if (comparedStatus(before.status) !== comparedStatus(after.status)) {
    add('status', before.status, after.status, statusKind(before.status, after.status))
  }
  return changes
}

/**
 * Whose value the new one is, by the provenance of the field or of its entry; of a value that is gone, whose it was. Null
 * where the provenance does not say it.
 */
export function changedBy(
  { field, to }: Pick<FieldChange, 'field' | 'to'>,
  before: StoredContent,
  after: StoredContent,
): string | null {
  const [old, now] = [originOf(before, field), originOf(after, field)]
  const isGone = to === null || (Array.isArray(to) && to.length === 0)
  if (isGone) return (old ?? now)?.provider ?? null
  const { also = null } = now ?? {}
  const isFromOther = also !== null && old?.provider === now?.provider && !isSame(old?.also, also)
  return isFromOther ? also.provider : (now?.provider ?? null)
}

type Origin = StoredContent['provenance'][string]

/** Names have one provenance, and so may the entries of any other field. */
function originOf({ provenance }: StoredContent, field: string): Origin | null {
  const [whole = field] = field.split('.', 1)
  return provenance[field] ?? provenance[whole] ?? (whole === 'names' ? provenance['name'] : null) ?? null
}

function entriesOf<Key extends string>(record: Readonly<Record<Key, ChangeKind>>): [Key, ChangeKind][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the tables above
  return Object.entries(record) as [Key, ChangeKind][]
}

function entries(record: object): Map<string, unknown> {
  return new Map(Object.entries(record))
}

function isSame(a: unknown, b: unknown): boolean {
  const [one, other] = [a ?? null, b ?? null]
  if (one === other) return true
  if (Object(one) !== one) return false
  return JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other)
}

/** The names are one name in two languages, as a search in another language once gave them. */
function isTranslated(before: StoredContent, after: StoredContent): boolean {
  if (before.name === null || after.name === null) return false
  return Object.values(before.names).includes(after.name) && Object.values(after.names).includes(before.name)
}

function statusKind(from: StoredContent['status'], to: StoredContent['status']): ChangeKind {
  if (CLOSED.has(to)) return 'closed'
  return CLOSED.has(from) ? 'reopened' : 'other'
}
