// The objects of a page that are about its own listing: those of other listings on it are left out.
import type { JsonObject } from '#parsing/json/json-value.ts'
import type { Payload } from '#extractors/airbnb/state/deferred-state.ts'
import { listingIdOf } from '#extractors/airbnb/state/global-id.ts'
import { fieldAt, firstOf, objectAt, objectsIn, textAt } from '#extractors/airbnb/state/payload-fields.ts'

/** The objects by what they are. */
export interface ListingObjects {
  readonly listingId: string | null
  readonly all: readonly JsonObject[]
  /** Parts of the page with the word for their kind: `BOOK_IT_SIDEBAR`. */
  readonly sections: readonly { readonly type: string; readonly section: JsonObject }[]
  /** What the page writes into its log. */
  readonly logs: readonly JsonObject[]
  /** What the page gives to who shares it. */
  readonly shares: readonly JsonObject[]
}

const ID_NAMES = ['listingId', 'demandStayListingId', 'stayListingId', 'id']

/** `wantedId` is the number in the address; null: as the page names it. Null for a page that shows no listing. */
export function listingObjects(payloads: readonly Payload[], wantedId: string | null): ListingObjects | null {
  const listingId = wantedId ?? askedId(payloads)
  const all = payloads.flatMap(({ data }) => [...objectsIn(data, (each) => isOther(each, listingId))])
  const sections = all.flatMap((object) => {
    const type = textAt(object, 'sectionComponentType', 'sectionId', 'pluginPointId')
    const section = objectAt(object, 'section') ?? objectAt(object, 'sectionData')
    return type === null || section === null ? [] : [{ type, section }]
  })
  const named = (name: string): JsonObject[] =>
    all.map((object) => objectAt(object, name)).filter((each) => each !== null)
  const [logs, shares] = [named('eventDataLogging'), [...named('sharingConfig'), ...named('embedData')]]
  const isListing = logs.length + shares.length > 0 || named('pdpPresentation').length > 0
  if (
    !isListing &&
    !sections.some(({ type }) => /^(?:PDP|TITLE|PHOTO|AMENITIES|BOOK_IT|MEET_YOUR)/.test(type))
  )
    return null
  const shownId = firstOf([...logs, ...shares], (each) => idIn(each, ['listingId', 'id']))
  return { listingId: listingId ?? shownId, all, sections, logs, shares }
}

function askedId(payloads: readonly Payload[]): string | null {
  return firstOf(payloads, ({ variables }) =>
    firstOf(objectsIn(variables), (object) => idIn(object, ID_NAMES)),
  )
}

function idIn(object: JsonObject, names: readonly string[]): string | null {
  return firstOf(names, (name) => listingIdOf(fieldAt(object, name)))
}

/** A card of another listing, such as those that are like this one. */
function isOther(object: JsonObject, listingId: string | null): boolean {
  const inner = objectAt(object, 'demandStayListing') ?? objectAt(object, 'listing')
  const id = inner === null ? null : idIn(inner, ['id', 'listingId'])
  if (id !== null && listingId !== null) return id !== listingId
  return textAt(object, '__typename') === 'StaySearchResult'
}
