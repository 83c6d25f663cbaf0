// Opens an OSM file by its name: .osm.pbf, .osm, .osm.gz.
import { basename } from 'node:path'
import type { ElementSource, OnRead } from './element-source.ts'
import { openPbf } from './open-pbf.ts'
import { openXml } from './open-xml.ts'
import { unsupportedSource } from './source-errors.ts'

const OTHER_KINDS: readonly (readonly [ending: string, reason: string])[] = [
  ['.bz2', 'bzip2 is not read; unpack it with bunzip2, or use the .osm.pbf of the same extract'],
  ['.osh.pbf', 'it holds the history of its elements; a file with one version of each is needed'],
  ['.osh', 'it holds the history of its elements; a file with one version of each is needed'],
  ['.osc', 'it holds changes, not the data itself'],
  ['.osc.gz', 'it holds changes, not the data itself'],
  ['.o5m', 'o5m is not read; convert it with osmium or osmconvert'],
  ['.zip', 'zip is not read; unpack it'],
]

/** Throws `source_unavailable`, `source_broken` or `unsupported_document`, each naming the file. */
export function openSource(file: string, onRead?: OnRead): Promise<ElementSource> {
  const name = basename(file).toLowerCase()
  const other = OTHER_KINDS.find(([ending]) => name.endsWith(ending))
  if (other !== undefined) return Promise.reject(unsupportedSource(file, other[1]))
  if (name.endsWith('.pbf')) return openPbf(file, onRead)
  if (name.endsWith('.osm.gz') || name.endsWith('.xml.gz')) return openXml(file, true, onRead)
  if (name.endsWith('.osm') || name.endsWith('.xml')) return openXml(file, false, onRead)
  return Promise.reject(unsupportedSource(file, 'its name ends in none of .osm.pbf, .osm.gz and .osm'))
}
