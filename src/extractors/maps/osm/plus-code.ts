// Open Location Code (plus code) of a point: github.com/google/open-location-code, specification 1.0.
import type { LatLng } from '#kit/geo/geometry.ts'

const ALPHABET = '23456789CFGHJMPQRVWX'
/** Ten digits: a cell of 1/8000 of a degree, about 14 m. */
const CELLS_PER_DEGREE = 8_000
const PAIRS = 5
const SEPARATOR_AFTER = 8

/** The ten-digit code, `8FM4PCJ4+XX`. */
export function plusCode({ lat, lng }: LatLng): string {
  // Rounded at a millionth of a cell first: 20.375 * 8000 must not fall below the cell it opens.
  const cells = (degrees: number) => Math.floor(Math.round(degrees * CELLS_PER_DEGREE * 1e6) / 1e6)
  // The north pole belongs to the last row; longitude wraps.
  let y = Math.min(cells(Math.max(-90, lat) + 90), 180 * CELLS_PER_DEGREE - 1)
  let x = cells((((lng + 180) % 360) + 360) % 360)
  let code = ''
  for (let pair = 0; pair < PAIRS; pair += 1) {
    code = ALPHABET.charAt(y % 20) + ALPHABET.charAt(x % 20) + code
    y = Math.floor(y / 20)
    x = Math.floor(x / 20)
  }
  return `${code.slice(0, SEPARATOR_AFTER)}+${code.slice(SEPARATOR_AFTER)}`
}
