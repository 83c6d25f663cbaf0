// Pages about a place and pictures of it.
import type { MapPlace } from '#contract/places/place.ts'
import { osmPage, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from './tag-values.ts'
import { webUrl } from './contacts-from-tags.ts'

const PAGE_KEYS: Readonly<Record<string, string>> = {
  'website:menu': 'menu',
  'reservation:website': 'reservation',
  'website:booking': 'reservation',
  'opening_hours:url': 'openingHours',
  'heritage:website': 'heritage',
}

/** Keyed by the linked site; `osm` is always present. */
export function linksFromTags(id: OsmId, tags: Tags): Record<string, string> {
  const links: Record<string, string> = { osm: osmPage(id) }
  const wikipedia = wikipediaPage(tags['wikipedia'])
  if (wikipedia !== null) links['wikipedia'] = wikipedia
  const wikidata = wikidataId(tags['wikidata'])
  if (wikidata !== null) links['wikidata'] = `https://www.wikidata.org/wiki/${wikidata}`
  const commons = tags['wikimedia_commons']
  if (commons !== undefined && /^(?:File|Category):/.test(commons)) {
    links['wikimediaCommons'] = `https://commons.wikimedia.org/wiki/${wikiTitle(commons)}`
  }
  for (const [key, name] of Object.entries(PAGE_KEYS)) {
    const url = webUrl(tags[key] ?? '')
    if (url !== null) links[name] = url
  }
  return links
}

/** `image` where it is a link, and files on Wikimedia Commons. */
export function photosFromTags(tags: Tags): MapPlace['photos'] {
  const photos: MapPlace['photos'] = []
  for (const value of listOf(tags['image'])) {
    const url = /^https?:\/\//i.test(value) ? webUrl(value) : null
    if (url !== null) photos.push({ url, credit: null })
  }
  for (const file of listOf(tags['wikimedia_commons'])) {
    if (!file.startsWith('File:')) continue
    const url = `https://commons.wikimedia.org/wiki/Special:FilePath/${wikiTitle(file.slice('File:'.length))}`
    photos.push({ url, credit: 'Wikimedia Commons' })
  }
  return photos
}

/** The first well-formed item id of a list. */
export function wikidataId(value: string | undefined): string | null {
  return listOf(value).find((entry) => /^Q[1-9]\d{0,12}$/.test(entry)) ?? null
}

/** `fr:Monaco`; a full address is taken as it is. */
function wikipediaPage(value: string | undefined): string | null {
  if (value === undefined) return null
  const [, language, title] = /^([a-z][a-z-]{1,14}):([^:].*)$/.exec(value) ?? []
  if (language !== undefined && title !== undefined && !title.startsWith('//')) {
    return `https://${language}.wikipedia.org/wiki/${wikiTitle(title)}`
  }
  const url = webUrl(value)
  return url !== null && new URL(url).hostname.endsWith('.wikipedia.org') ? url : null
}

function wikiTitle(title: string): string {
  return encodeURIComponent(title.trim().replaceAll(' ', '_').toWellFormed()).replace(
    /%(2F|3A|2C)/g,
    decodeURIComponent,
  )
}
