// Which files of an index answer a search, in words and as what must be named beside its places.
import type { Attribution, Provider } from '#contract/places/place.ts'
import { distinct } from '#kit/distinct.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { attributionOf, coverageOf } from '#extractors/maps/providers/osm-file/index/indexed-file.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { boxesMeet } from '#extractors/maps/geometry/box-cover.ts'

/** Of the files that may hold something in `bbox` (null: everywhere). */
export function attributionsIn({ files }: OpenIndex, bbox: Bbox | null, provider: Provider): Attribution[] {
  const isOneOfMany = files.length > 1
  const answering = files.filter((file) => bbox === null || boxesMeet(bbox, coverageOf(file)))
  return distinct(
    (answering.length === 0 ? files : answering).map((file) => attributionOf(file, provider, isOneOfMany)),
  )
}

/** `the extract, which covers 7.4090, 43.7248, 7.4395, 43.7519 (west, south, east, north)`. */
export function coverageInWords({ files }: OpenIndex): string {
  const boxes = files.map((file) =>
    coverageOf(file)
      .map((side) => side.toFixed(4))
      .join(', '),
  )
  const what = files.length === 1 ? 'the extract, which covers' : 'the extracts, which cover'
  return `${what} ${boxes.join(' and ')} (west, south, east, north)`
}
