// The header block of a .osm.pbf file: required reader features, covered area, age.
import { PbfReader } from 'pbf'
import type { SourceHeader } from './element-source.ts'
import { unsupportedSource } from './source-errors.ts'

const READABLE = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** Throws `unsupported_document` for a file that needs more than this reader can do. */
export function readPbfHeader(data: Uint8Array, file: string): SourceHeader {
  const required: string[] = []
  const box: Record<number, number> = {}
  let seconds: number | null = null
  const reader = new PbfReader(data)
  reader.readFields((field, _result, pbf) => {
    if (field === 1) {
      const bytes = pbf.readBytes()
      new PbfReader(bytes).readFields((side, _sides, inner) => {
        box[side] = inner.readSVarint() / 1e9
      }, null)
    } else if (field === 4) required.push(pbf.readString())
    else if (field === 32) seconds = pbf.readVarint(true)
  }, null)
  if (reader.pos !== data.length) throw new RangeError('the header ends inside one of its fields')
  const missing = required.filter((feature) => !READABLE.has(feature))
  if (missing.includes('HistoricalInformation')) {
    throw unsupportedSource(
      file,
      'it holds the history of its elements; a file with one version of each is needed',
    )
  }
  if (missing.length > 0) {
    throw unsupportedSource(file, `it needs features that are not read here: ${missing.join(', ')}`)
  }
  const [west, east, north, south] = [box[1], box[2], box[3], box[4]]
  return {
    bbox:
      west !== undefined && east !== undefined && north !== undefined && south !== undefined
        ? [west, south, east, north]
        : null,
    snapshotAt: seconds === null ? null : new Date(seconds * 1_000),
    // The format has no field for it.
    rights: null,
  }
}
