// The opening hours in OpenStreetMap extracts.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { openSource } from '#extractors/maps/providers/osm-file/reader/open-source.ts'
import { sharedPath } from '#test/support/shared-data.ts'

const KEY = 'opening_hours'

/** Each value once, in order of the files. */
export async function distinctHours(paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const take = (tags: Tags | null) => {
    const value = tags?.[KEY]
    if (value !== undefined) found.add(value)
  }
  const keys = new Set([KEY])
  const filter = { keys, ids: new Set<number>() }
  for (const path of paths) {
    await using source = await openSource(sharedPath(path))
    await source.readRelations(filter, (_id, tags) => take(tags))
    await source.readWays(
      filter,
      (_id, tags) => take(tags),
      () => undefined,
    )
    await source.readNodes(keys, (_id, _lat, _lng, tags) => take(tags))
  }
  return [...found]
}
