// The host as a listing shows them.
import type { JsonObject } from '#parsing/json/json-value.ts'
import type { ListingHost } from '#extractors/airbnb/request/airbnb-data.ts'
import {
  addressAt,
  countAt,
  fieldAt,
  firstOf,
  flagAt,
  listAt,
  objectAt,
  textAt,
  textOf,
} from '#extractors/airbnb/state/payload-fields.ts'
import { userIdOf } from '#extractors/airbnb/state/global-id.ts'

/** What hosts say of themselves and how they answer. */
export interface ResponseFacts {
  readonly responseRate: number | null
  readonly responseTime: string | null
}

/** The card of a host: a name and an id, or a name and how long they have been one. */
export function isHostCard(object: JsonObject): boolean {
  const hasName = textAt(object, 'name', 'hostName') !== null
  const hasId = userIdOf(fieldAt(object, 'userId')) !== null || userIdOf(fieldAt(object, 'hostId')) !== null
  return hasName && (hasId || objectAt(object, 'timeAsHost') !== null)
}

/**
 * `cards` and `logs` (what the page writes into its log) in their order; `details` are lines such as `Response rate: 100%`.
 * Null where nothing of a host is known.
 */
export function readHost(
  cards: readonly JsonObject[],
  logs: readonly JsonObject[],
  details: readonly string[],
): ListingHost | null {
  const all = [...cards, ...logs]
  const id = firstOf(all, (each) => userIdOf(fieldAt(each, 'userId')) ?? userIdOf(fieldAt(each, 'hostId')))
  const name = firstOf(cards, (each) => textAt(each, 'name', 'hostName'))
  const superhost = firstOf(all, (each) => flagAt(each, 'isSuperhost', 'isSuperHost'))
  if (id === null && name === null && superhost === null) return null
  return {
    id,
    name,
    superhost,
    verified: firstOf(cards, (each) => flagAt(each, 'isVerified', 'identityVerified')),
    since: firstOf(cards, sinceOf),
    yearsHosting: firstOf(cards, (each) => countAt(objectAt(each, 'timeAsHost'), 'years')),
    ...responseFacts(details),
    photo: firstOf(cards, (each) => addressAt(each, 'profilePictureUrl', 'pictureUrl')),
  }
}

/** A date, or the year in a line like `Joined in May 2016`. */
export function sinceOf(host: JsonObject): string | null {
  const text = textAt(host, 'createdAt', 'memberSince', 'memberSinceFullStr', 'hostSince')
  if (text === null) return null
  const date = /^(\d{4})(?:-\d\d(?:-\d\d)?)?/.exec(text)?.[0]
  return date ?? /(?:^|\D)((?:19|20)\d\d)(?:\D|$)/.exec(text)?.[1] ?? null
}

/** The only per cent in the lines is the response rate; the line beside it says how fast. */
export function responseFacts(details: readonly string[]): ResponseFacts {
  const at = details.findIndex((line) => /\d{1,3}\s?%/.test(line))
  const rate = Number(/(\d{1,3})\s?%/.exec(details[at] ?? '')?.[1] ?? NaN)
  const beside = at < 0 ? undefined : (details[at + 1] ?? details[at - 1])
  return { responseRate: rate >= 0 && rate <= 100 ? rate : null, responseTime: beside ?? null }
}

/** The lines of a section of a host. */
export function detailsOf(section: JsonObject): string[] {
  return ['hostDetails', 'hostFeatures'].flatMap((name) =>
    listAt(section, name).flatMap((line) => textOf(line) ?? []),
  )
}
