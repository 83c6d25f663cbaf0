// Towns that people who know a country made up, as OpenStreetMap files, with what is typed there and what each query means.
import { readFile } from 'node:fs/promises'

type Position = readonly [lat: number, lng: number]
type Tags = Readonly<Record<string, string>>

/** A line of a town's file: an element with one of three shapes; a ring is closed by itself. */
export type TownElement = { readonly id: string; readonly tags: Tags } & (
  | { readonly at: Position }
  | { readonly line: readonly Position[] }
  | { readonly ring: readonly Position[] }
)

/** What is typed, and the ids of what has to be found and of what may be. */
export interface TownQuery {
  readonly query: string
  readonly must: readonly string[]
  readonly may: readonly string[]
}

/** A town as the text of an .osm file. Ids are those of the elements: `node/12` for `n12`. */
export interface Town {
  readonly osm: string
  readonly queries: readonly TownQuery[]
}

const TYPES: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' }

/** The id that a search gives what a town calls `n12`. */
export function osmIdOf(id: string): string {
  return `${TYPES[id.charAt(0)]}/${id.slice(1)}`
}

/** `file`: elements and queries as JSON, one a line. */
export async function readTown(file: URL): Promise<Town> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  const records = lines.map((line) => JSON.parse(line) as TownElement | TownQuery)
  const elements = records.filter((record) => 'id' in record)
  return { osm: osmFileOf(elements), queries: records.filter((record) => 'query' in record) }
}

/** Where ids of corners and of the outlines of relations begin, beyond those of the elements. */
const OWN_IDS = 1_000_000

/** The text of an .osm file. Nodes come before ways, and those before relations, as in every file of OpenStreetMap. */
export function osmFileOf(elements: readonly TownElement[]): string {
  const [nodes, ways, relations] = [[] as string[], [] as string[], [] as string[]]
  let used = OWN_IDS
  const corner = ([lat, lng]: Position): string => {
    used += 1
    nodes.push(`<node id="${used}" lat="${lat}" lon="${lng}"/>`)
    return `<nd ref="${used}"/>`
  }
  const closed = (ring: readonly Position[]): string => {
    const refs = ring.slice(0, isSame(ring[0], ring.at(-1)) ? -1 : undefined).map(corner)
    return [...refs, refs[0]].join('')
  }
  for (const element of elements) {
    const { id, tags } = element
    const number = id.slice(1)
    const inner = Object.entries(tags)
      .map(([k, v]) => `<tag k="${escaped(k)}" v="${escaped(v)}"/>`)
      .join('')
    if ('at' in element) {
      const [lat, lng] = element.at
      nodes.push(`<node id="${number}" lat="${lat}" lon="${lng}">${inner}</node>`)
    } else if ('line' in element) {
      ways.push(`<way id="${number}">${element.line.map(corner).join('')}${inner}</way>`)
    } else if (id.startsWith('w')) {
      ways.push(`<way id="${number}">${closed(element.ring)}${inner}</way>`)
    } else {
      used += 1
      const outline = used
      ways.push(`<way id="${outline}">${closed(element.ring)}</way>`)
      const type = 'type' in tags ? '' : '<tag k="type" v="boundary"/>'
      relations.push(
        `<relation id="${number}"><member type="way" ref="${outline}" role="outer"/>${type}${inner}</relation>`,
      )
    }
  }
  return `<osm version="0.6">${nodes.join('')}${ways.join('')}${relations.join('')}</osm>`
}

function isSame(one: Position | undefined, other: Position | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
