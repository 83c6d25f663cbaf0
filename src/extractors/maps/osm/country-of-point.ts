// The country at a point, where no tag and no boundary of the data says it.
import { iso1A2Code } from '@rapideditor/country-coder'
import type { LatLng } from '#kit/geo.ts'

/** ISO 3166-1 alpha-2, upper case; null on the high seas. The borders behind it are coarse: some 100 m. */
export function countryOfPoint({ lat, lng }: LatLng): string | null {
  return iso1A2Code([lng, lat], { level: 'territory' }) ?? null
}
