// The photos of a listing, each once.
import { isJsonObject, type JsonObject } from '#parsing/json/json-value.ts'
import {
  addressAt,
  listAt,
  objectAt,
  objectsAt,
  textAt,
  textOf,
} from '#extractors/airbnb/state/payload-fields.ts'

/** One photo; the words are those for people who do not see it. */
export interface Photo {
  readonly url: string
  readonly caption: string | null
}

/** Lists of photos, the whole tour before previews. */
const LISTS = ['mediaItems', 'images', 'contextualPictures', 'photos', 'previewImages'] as const

/** All photos of the lists that `objects` hold; the words of a later copy are taken where the first has none. */
export function readPhotos(objects: readonly JsonObject[]): Photo[] {
  const photos = new Map<string, Photo>()
  const add = (item: JsonObject): void => {
    const url = addressAt(
      item,
      'baseUrl',
      'xlPicture',
      'picture',
      'originalPicture',
      'uri',
      'url',
      'imageUrl',
    )
    if (url === null) return
    // The size of a copy is in its query.
    const key = url.slice(0, url.search(/[?#]|$/))
    const before = photos.get(key)
    const caption = before?.caption ?? captionOf(item)
    photos.set(key, { url: before?.url ?? url, caption })
  }
  for (const name of LISTS)
    for (const object of objects) for (const item of objectsAt(object, name)) add(item)
  for (const object of objects) {
    for (const edge of objectsAt(objectAt(object, 'heroMedia'), 'edges')) {
      const image = objectAt(objectAt(edge, 'node'), 'image')
      if (image !== null) add(image)
    }
  }
  return [...photos.values()]
}

function captionOf(item: JsonObject): string | null {
  const caption = objectAt(item, 'caption')
  const messages = listAt(caption, 'messages').flatMap((line) => textOf(line) ?? [])
  if (messages.length > 0) return messages.join(', ')
  const own = textAt(item, 'accessibilityLabel', 'altText', 'caption', 'imageCaption')
  return own ?? (isJsonObject(caption) ? textAt(caption, 'localizedString') : null)
}
