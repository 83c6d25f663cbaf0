// What was found on the websites of the places of a search, each contact with its page.
import type { Search } from '#contract/places/search.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { PlacesClient } from './places-client.ts'
import type { FoundContact } from './place-table.ts'

/** The kinds of contacts that are shown, and the field of a found value that names it. */
const KINDS = [
  ['emails', 'value'],
  ['phones', 'e164'],
  ['socials', 'url'],
] as const
/** What is less sure than this is in the answer of enrichment, but not on the screen. */
const MIN_CONFIDENCE = 0.5

/** By the name of the place; of the first `limit` places. */
export async function foundContacts(
  places: PlacesClient,
  { id, sessionId }: Search,
  limit: number,
): Promise<FoundContact[]> {
  const [enrichments, known] = await Promise.all([
    places.listEnrichments(id, limit),
    places.listPlaces(sessionId, limit),
  ])
  const enriched = new Set(enrichments.map(({ placeId }) => placeId))
  const found: FoundContact[] = []
  for (const { id: placeId, name } of known) {
    if (!enriched.has(placeId)) continue
    const { enrichment } = await places.getEnrichment(placeId)
    for (const contact of contactsIn(enrichment?.result)) found.push({ place: name, ...contact })
  }
  return found
}

function contactsIn(result: unknown): Omit<FoundContact, 'place'>[] {
  return KINDS.flatMap(([kind, field]) =>
    listOf(fieldsOf(result)[kind]).flatMap((entry) => {
      const { [field]: value, confidence, sources } = fieldsOf(entry)
      if (typeof value !== 'string' || typeof confidence !== 'number' || confidence < MIN_CONFIDENCE)
        return []
      const { url } = fieldsOf(listOf(sources)[0])
      return [{ value, page: typeof url === 'string' ? url : null }]
    }),
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
