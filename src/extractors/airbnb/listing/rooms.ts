// How many guests, bedrooms, beds and bathrooms a listing has, from the short lines that sum it up.
import { asciiDigits } from '#parsing/numbers/written-digits.ts'
import { HALF, ROOM_WORDS, STUDIO, type RoomCount } from './room-words.ts'

/** Null where no line says it. */
export type Rooms = Readonly<Record<RoomCount, number | null>>

const NONE: Rooms = { guests: null, bedrooms: null, beds: null, baths: null }
const MAX_CHARS = 100

/**
 * The counts of `lines`, or of the parts of a line between dots: `4 guests · 2 bedrooms`. Four numbers with words that are
 * not known here are taken in the order of the site.
 */
export function readRooms(lines: readonly string[]): Rooms {
  const parts = lines.flatMap((line) => line.split(/[·•]/)).map((part) => part.trim().slice(0, MAX_CHARS))
  const found: Record<RoomCount, number | null> = { ...NONE }
  for (const part of parts) {
    const text = part.toLowerCase()
    const name = ROOM_WORDS.find(([, words]) => words.test(text))?.[0]
    if (name !== undefined) found[name] ??= numberIn(text, name)
  }
  if (Object.values(found).some((count) => count !== null)) return found
  const [guests = null, bedrooms = null, beds = null, baths = null, ...more] = parts.map((part) =>
    numberIn(part, 'baths'),
  )
  if (more.length > 0 || guests === null || bedrooms === null || beds === null || baths === null) return found
  return { guests, bedrooms, beds, baths }
}

/** The first source that knows a count decides it. */
export function mergeRooms(...sources: readonly Rooms[]): Rooms {
  const first = (name: RoomCount): number | null =>
    sources.map((rooms) => rooms[name]).find((count) => count !== null) ?? null
  return { guests: first('guests'), bedrooms: first('bedrooms'), beds: first('beds'), baths: first('baths') }
}

function numberIn(text: string, name: RoomCount): number | null {
  const digits = /\d{1,3}(?:[.,]\d)?/.exec(asciiDigits(text))?.[0]
  if (digits === undefined) {
    if (name === 'bedrooms' && STUDIO.test(text)) return 0
    return name === 'baths' && HALF.test(text) ? 0.5 : null
  }
  const number = Number(digits.replace(',', '.'))
  return name === 'baths' || Number.isInteger(number) ? number : null
}
