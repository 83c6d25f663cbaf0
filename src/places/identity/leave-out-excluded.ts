// Contacts that crawl excludes are not stored, also where a map says them.
import { parseKnownJson } from '#kit/unknown-values.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { Queryable } from '#platform/db/database.ts'
import { contactColumns } from '#places/content/place-row.ts'
import type { StoredContent } from '#places/content/show-content.ts'
import { keptExclusions } from '#places/enrichment/exclusions/kept-exclusions.ts'
import { contentWithoutExcluded } from '#places/enrichment/exclusions/without-excluded.ts'
import type { ClaimedPlace } from './claim-places.ts'

/** To be called behind `storeLock`. Hashes stay those of the observations: the same one is not written each time. */
export async function leaveOutExcluded(
  tx: Queryable,
  places: readonly ClaimedPlace[],
): Promise<readonly ClaimedPlace[]> {
  const excluded = await keptExclusions(tx)
  if (excluded.rules.length === 0) return places
  return places.map((place) => {
    const content = parseKnownJson<StoredContent>(place.row.content)
    const left = contentWithoutExcluded(content, excluded)
    if (left === content) return place
    return { ...place, row: { ...place.row, ...contactColumns(left), content: storableJson(left) } }
  })
}
