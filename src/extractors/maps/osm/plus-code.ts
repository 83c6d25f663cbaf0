// Open Location Code (plus code) of a point: github.com/google/open-location-code, specification 1.0.
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'

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

/** A code in a text: whole, padded with zeros, or without its first digits, which a place nearby stands for. */
export interface PlusCodeText {
  readonly code: string
  readonly isShort: boolean
  /** What stands beside it, such as the town of a short code. */
  readonly rest: string
}

const DIGIT = `[${ALPHABET}]`
const WHOLE = new RegExp(
  `^(?:${DIGIT}{8}\\+(?:${DIGIT}{2,7})?|${DIGIT}{6}00\\+|${DIGIT}{4}0000\\+|${DIGIT}{2}000000\\+)$`,
)
const SHORT = new RegExp(`^(?:${DIGIT}{2}){1,3}\\+${DIGIT}{2,7}$`)

/** `8FM9PCQG+2W`, `PCQG+2W Monaco`, `Monaco PCQG+2W`; null where no word is a code. */
export function plusCodeIn(text: string): PlusCodeText | null {
  const words = text.trim().split(/[\s,]+/)
  for (const at of [0, words.length - 1]) {
    const code = words[at]?.toUpperCase() ?? ''
    const isShort = SHORT.test(code)
    if (!isShort && !WHOLE.test(code)) continue
    const beside = at === 0 ? text.trim().slice(code.length) : text.trim().slice(0, -code.length)
    return { code, isShort, rest: withoutSeparators(beside) }
  }
  return null
}

const SEPARATOR = /[\s,]/

/** Without those at both ends. */
function withoutSeparators(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SEPARATOR.test(text.charAt(start))) start += 1
  while (end > start && SEPARATOR.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** The cell of a whole code, in degrees. */
export function plusCodeBox(code: string): Bbox {
  const digits = Array.from(code.replace('+', '').replace(/0{1,8}$/, ''), (digit) => ALPHABET.indexOf(digit))
  let [south, west, height, width] = [-90, -180, 400, 400]
  for (const [at, digit] of digits.entries()) {
    if (at < 2 * PAIRS) {
      if (at % 2 === 0) south += digit * (height /= 20)
      else west += digit * (width /= 20)
    } else {
      // Behind the pairs each digit cuts the cell into five rows of four.
      south += Math.floor(digit / 4) * (height /= 5)
      west += (digit % 4) * (width /= 4)
    }
  }
  return [west, south, west + width, south + height]
}

/** The whole code of a short one: that of the nearest cell to `near` which ends like it. */
export function wholePlusCode(short: string, near: LatLng): string {
  const missing = SEPARATOR_AFTER - short.indexOf('+')
  const prefix = plusCode(near).slice(0, missing)
  const [west, south, east, north] = plusCodeBox(prefix + short)
  const step = 20 ** (2 - missing / 2)
  const nearest = (middle: number, wanted: number): number =>
    middle - wanted > step / 2 ? middle - step : wanted - middle > step / 2 ? middle + step : middle
  const lat = nearest((south + north) / 2, near.lat)
  const lng = nearest((west + east) / 2, near.lng)
  // Beyond the poles there are no cells.
  const code = plusCode({ lat: Math.abs(lat) > 90 ? (south + north) / 2 : lat, lng })
  return code.slice(0, missing) + short
}
