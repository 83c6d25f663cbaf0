// The airbnb extractor: listings, searches and hosts, from the data that the site sends inside its pages.
import { defineExtractor } from '#extract/define-extractor.ts'
import { listingUrl } from '#extractors/airbnb/request/airbnb-address.ts'
import { AirbnbData } from '#extractors/airbnb/request/airbnb-data.ts'
import { AirbnbInput } from '#extractors/airbnb/request/options.ts'

export default defineExtractor({
  name: 'airbnb',
  version: '1.0.0',
  summary:
    'Listings, searches and hosts: capacity, rooms, rating, host, amenities, photos, prices with dates.',
  operations: {
    extract: {
      summary: 'Read a listing, a search or a host.',
      input: AirbnbInput,
      output: AirbnbData,
      pool: 'http',
      batch: true,
      example: {
        request: {
          url: 'https://www.airbnb.com/rooms/38817969',
          checkIn: '2027-05-01',
          checkOut: '2027-05-04',
        },
      },
      shorthand: { fields: ['listingId'], addressOf: listingUrl },
    },
  },
  checkInput: async (input) => (await import('./request/check-input.ts')).checkInput(input),
  load: () => import('./extract.ts'),
})
