// Who must be named beside data of Google's map, and under which terms it is.
import type { Attribution } from '#contract/places/place.ts'

export const GOOGLE_ATTRIBUTION: Attribution = {
  provider: 'google',
  text: 'Google Maps',
  license: 'Google Maps Terms of Service; automated access and storage are restricted',
  url: 'https://www.google.com/help/terms_maps/',
}
