// How many guests, bedrooms, beds and bathrooms a listing has, from the short lines that sum it up.
import { asciiDigits } from '#parsing/numbers/written-digits.ts'

/** Null where no line says it. */
export type Rooms = Readonly<Record<RoomCount, number | null>>

const NONE: Rooms = { guests: null, bedrooms: null, beds: null, baths: null }
const MAX_CHARS = 100

/** What a number in a line like `2 bedrooms` counts. */
type RoomCount = 'guests' | 'bedrooms' | 'beds' | 'baths'

/**
 * Parts of words in lower case, in the languages of the site. In the order in which they are tried: many words for a
 * bedroom hold the word for a bed.
 */
const ROOM_WORDS: readonly (readonly [RoomCount, RegExp])[] = [
  [
    'guests',
    /guest|gäste|gast\b|voyageur|huésped|huesped|viajero|ospit|hóspede|gasten|gäst|gæst|gjest|vieras|gości|gość|host[éůi]?\b|гост|misafir|konuk|ゲスト|宿泊者|게스트|인원|位房客|房客|位住客|旅客|oaspe|oaspăt|vendég|επισκέπτ|אורח|ضيف|ضيوف|hosté|hostia/u,
  ],
  [
    'baths',
    /bath|badezimmer|bäder|\bbad\b|salles? de bain|salle d.eau|baño|bagn|banheiro|casas? de banho|badkamer|badrum|badeværelse|\bbad|kylpyhuone|łazien|koupeln|kúpeľ|ванн|санузел|banyo|バスルーム|浴室|バス|욕실|화장실|卫生间|卫浴|衛浴|băi\b|baie\b|fürdő|μπάνι|חדרי? רחצה|حمّ?ام/u,
  ],
  [
    'bedrooms',
    /bedroom|schlafzimmer|chambre|dormitori|habitaci|recámara|recamara|camer[ae]|quarto|slaapkamer|sovrum|soveværelse|soverom|makuuhuone|sypialni|ložnic|spáľ|spáln|спал|yatak odası|寝室|ベッドルーム|침실|卧室|臥室|睡房|间卧|dormitoare|hálószoba|υπνοδωμάτι|חדרי? שינה|غرف|studio|estudio|monolocale|スタジオ|원룸/u,
  ],
  [
    'beds',
    /\bbed|bett|\blits?\b|\bcamas?\b|lett[oi]|säng|\bseng|sänky|vuode|łóż|postel|poste[lľ]|кроват|yatak|ベッド|침대|床|paturi|\bpat\b|ágy|κρεβάτι|מיט|سرير|أسر/u,
  ],
]

/** A flat of one room. */
const STUDIO = /studio|estudio|monolocale|スタジオ|원룸|студия/u
/** Without a shower. */
const HALF = /half|halb|demi|medio|mezzo|meio|halv/u

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
