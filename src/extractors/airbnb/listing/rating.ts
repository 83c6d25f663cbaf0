// The rating of a listing: overall, by what is rated, and how many reviews it is made of.
import { apart, asciiDigits, plainDigits, WRITTEN_NUMBER } from '#parsing/numbers/written-digits.ts'
import type { JsonObject } from '#parsing/json/json-value.ts'
import type { Rating } from '#extractors/airbnb/request/airbnb-data.ts'
import { countAt, firstOf, numberAt, objectsAt, textAt } from '#extractors/airbnb/state/payload-fields.ts'

type Part = Exclude<keyof NonNullable<Rating>, 'overall' | 'count'>

/** The names of the log of the page, and the words that the categories of the reviews are called by. */
const PARTS: readonly (readonly [Part, string, RegExp])[] = [
  ['accuracy', 'accuracyRating', /^accuracy/i],
  ['checkIn', 'checkinRating', /^check_?-?in/i],
  ['cleanliness', 'cleanlinessRating', /^cleanliness/i],
  ['communication', 'communicationRating', /^communication/i],
  ['location', 'locationRating', /^location/i],
  ['value', 'valueRating', /^value/i],
]

/** A rating is from 1 to 5: the site writes 0 for none. */
export const ratingOf = (value: number | null): number | null =>
  value !== null && value >= 1 && value <= 5 ? value : null

/** Null where none of `holders` has any of it. */
export function readRating(holders: readonly JsonObject[]): Rating {
  const overall = firstOf(holders, (each) =>
    ratingOf(
      numberAt(each, 'overallRating', 'guestSatisfactionOverall', 'starRating', 'avgRating', 'ratingAverage'),
    ),
  )
  const count = firstOf(holders, (each) =>
    countAt(each, 'overallCount', 'visibleReviewCount', 'reviewsCount', 'reviewCount', 'ratingCount'),
  )
  const categories = holders.flatMap((each) => objectsAt(each, 'ratings'))
  const parts = PARTS.map(([part, logged, name]) => {
    const category = categories.find((each) => name.test(textAt(each, 'categoryType', 'category') ?? ''))
    const shown =
      category === undefined ? null : ratingIn(textAt(category, 'localizedRating', 'rating') ?? '')
    return [part, firstOf(holders, (each) => ratingOf(numberAt(each, logged))) ?? shown] as const
  })
  if (overall === null && count === null && parts.every(([, value]) => value === null)) return null
  return { overall, count, ...namedParts(parts) }
}

function namedParts(parts: readonly (readonly [Part, number | null])[]): Record<Part, number | null> {
  const of = (part: Part): number | null => parts.find(([name]) => name === part)?.[1] ?? null
  return {
    accuracy: of('accuracy'),
    checkIn: of('checkIn'),
    cleanliness: of('cleanliness'),
    communication: of('communication'),
    location: of('location'),
    value: of('value'),
  }
}

/** The first number of a text that is a rating. */
function ratingIn(text: string): number | null {
  return ratingOf(numbersIn(text)[0]?.value ?? null)
}

/**
 * `4.86 (245)`, `4,86 von 5 Durchschnittsbewertung, 245 Bewertungen`, `평점 4.75점(5점 만점), 후기 24개`. Null for a listing
 * without a rating: `New`.
 */
export function readRatingLabel(text: string): {
  readonly overall: number
  readonly count: number | null
} | null {
  const [first, ...others] = numbersIn(text)
  const overall = ratingOf(first?.value ?? null)
  if (overall === null) return null
  const isBracketed = /\(/.test(text) && others.length === 1
  // `out of 5` is the scale; the count comes last.
  const counts = isBracketed ? others : others.slice(others[0]?.value === 5 ? 1 : 0)
  const last = counts.at(-1)
  return { overall, count: last !== undefined && Number.isInteger(last.value) ? last.value : null }
}

function numbersIn(text: string): { readonly value: number }[] {
  return [...apart(asciiDigits(text.slice(0, 200).normalize('NFKC'))).matchAll(WRITTEN_NUMBER)].flatMap(
    ([written]) => {
      const digits = plainDigits(written, () => false)
      return digits === null ? [] : [{ value: Number(digits) }]
    },
  )
}
