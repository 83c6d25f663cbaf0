// Who must be named wherever OpenStreetMap data is shown (ODbL 1.0, section 4.3).
import type { Attribution, Provider } from '#contract/places/place.ts'

/** The attribution of data that `provider` took from OpenStreetMap. */
export function osmAttribution(provider: Provider): Attribution {
  return {
    provider,
    text: '© OpenStreetMap contributors',
    license: 'ODbL 1.0',
    url: 'https://www.openstreetmap.org/copyright',
  }
}
