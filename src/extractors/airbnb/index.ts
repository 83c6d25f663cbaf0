// The airbnb extractor, announced but not built: what it will be asked.
import { Type } from 'typebox'
import { defineExtractor } from '#extract/define-extractor.ts'
import { PageInput } from '#extract/page/page-request.ts'

const date = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const guests = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: 50 }))

export default defineExtractor({
  name: 'airbnb',
  version: '0.0.0',
  summary: 'Listings, searches and hosts: capacity, rooms, rating, amenities, photos, prices with dates.',
  available: false,
  unavailableReason: 'not built yet',
  operations: {
    extract: {
      summary: 'Read a listing, a search or a host.',
      input: PageInput({
        checkIn: date('Without dates there is no price.'),
        checkOut: date('The day after the last night.'),
        guests: Type.Optional(
          Type.Object(
            { adults: guests(1), children: guests(0), infants: guests(0), pets: guests(0) },
            { additionalProperties: false },
          ),
        ),
        currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' })),
      }),
      output: Type.Object({}),
      pool: 'http',
      timeoutMs: 60_000,
      batch: false,
      path: '/api/v1/airbnb/extract',
      example: {
        request: { url: 'https://www.airbnb.com/rooms/1', checkIn: '2027-05-01', checkOut: '2027-05-04' },
      },
    },
  },
})
