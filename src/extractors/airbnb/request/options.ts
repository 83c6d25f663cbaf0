// The options of the airbnb extractor.
import { Type, type Static } from 'typebox'
import { Words } from '#contract/schema.ts'
import { PageInput } from '#extract/page/page-request.ts'

/** The parts of a listing that can be left out. */
export const PARTS = ['price', 'calendar', 'reviews', 'host', 'amenities', 'photos'] as const

const date = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const guests = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: 50 }))

const PAGE = PageInput({
  listingId: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,24}$',
      description: 'In the place of `url`: the listing with this number on www.airbnb.com.',
    }),
  ),
  checkIn: date('Together with `checkOut`; put into the address. Without dates there is no price.'),
  checkOut: date('The day after the last night.'),
  guests: Type.Optional(
    Type.Object(
      { adults: guests(1), children: guests(0), infants: guests(0), pets: guests(0) },
      { additionalProperties: false, minProperties: 1, description: 'Put into the address.' },
    ),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'ISO 4217, put into the address. The answer names the currency that the page really shows.',
    }),
  ),
  include: Type.Optional(
    Type.Array(Words(PARTS), {
      maxItems: PARTS.length,
      uniqueItems: true,
      description: 'Of a listing; absent is all of them. A part that is not named is not in the answer.',
    }),
  ),
  reviews: Type.Optional(
    Type.Object(
      { max: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, default: 50 })) },
      { additionalProperties: false, description: 'How many of the reviews that the page holds.' },
    ),
  ),
  calendarMonths: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 24,
      default: 12,
      description: 'How many of the months that the page holds.',
    }),
  ),
  maxResults: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description:
        'Of a search: further pages are fetched until there are so many, and a map area with more results than the site ' +
        'gives is divided. Absent: the one page.',
    }),
  ),
})

/** A page as every extractor takes it, or the number of a listing. */
export const AirbnbInput = {
  ...PAGE,
  oneOf: [
    { required: ['url'] },
    { required: ['html'] },
    { required: ['artifactId'] },
    { required: ['listingId'] },
  ],
  description:
    'Exactly one of `url`, `listingId`, `html` and `artifactId`; `baseUrl` goes with the last two.',
}
export type AirbnbInput = Static<typeof PAGE>
