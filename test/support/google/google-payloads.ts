// Payloads of Google's map for tests, made by hand: places and reviews at the indexes where the real ones have them.

/** A place as a test needs it; what is absent is absent in the payload. */
export interface MadeGooglePlace {
  readonly fid: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  /** `thin`: without counts, and with the hours of one day. */
  readonly tier?: 'full' | 'thin'
  readonly rating?: number
  readonly count?: number
  readonly price?: string
  readonly website?: string
  readonly phone?: string
  readonly closed?: 'temporarily' | 'permanently'
  readonly reviews?: readonly unknown[]
  /** Whether it comes with what only the answer about one place holds. */
  readonly hasDetails?: boolean
}

const SLOTS = 260
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** A row of hours: closed on Sundays, and past midnight on Saturdays. */
export function hoursRow(weekday: number): unknown[] {
  const date = [2026, 11, 15 + weekday]
  if (weekday === 7) return ['Sunday', 7, date, [['Closed']], 0, 2]
  const times = weekday === 6 ? [[18], [2, 30]] : [[9, 30], [17]]
  return [WEEKDAYS[weekday - 1], weekday, date, [['in words', times]], 0, 1]
}

/** The array of a place. */
export function googlePlace(made: MadeGooglePlace): unknown[] {
  const { fid, name, lat, lng, tier = 'full', rating = 4.5, count = 10, hasDetails = false } = made
  const place: unknown[] = Array.from({ length: SLOTS }, () => null)
  place[4] = [
    null,
    null,
    made.price ?? null,
    null,
    null,
    null,
    null,
    rating,
    ...(tier === 'full' ? [count] : []),
  ]
  if (made.website !== undefined) place[7] = [made.website, 'a.test']
  place[9] = [null, null, lat, lng]
  place[10] = fid
  place[11] = name
  place[13] = ['Coffee shop']
  place[30] = 'Europe/Monaco'
  place[39] = `1 Rue du Port, 98000 Monaco`
  place[76] = [['coffee_shop']]
  if (made.closed === 'permanently') place[88] = ['CLOSED']
  if (made.phone !== undefined) place[178] = [[made.phone, [[made.phone, 1]], null, made.phone]]
  place[183] = [null, [null, '1 Rue du Port', '1 Rue du Port', 'Monaco', '98000', null, 'MC']]
  // The week begins today, which is a Wednesday.
  const week = [3, 4, 5, 6, 7, 1, 2].map(hoursRow)
  place[203] = [tier === 'full' ? week : week.slice(0, 1), [week[0], 0, 1]]
  if (hasDetails) {
    const edit = made.closed === undefined ? '/local/place/rap/e' : '/local/place/changeexistence/reopen'
    place[96] = [
      null,
      null,
      null,
      null,
      null,
      [[null, null, null, null, null, [null, null, null, `https://www.google.com${edit}`]]],
    ]
    place[52] = [null, null, null, [1, 0, 2, 3, 4]]
    place[171] = [
      [[null, null, 'All', [[null, 10, 12, null, null, null, ['https://pictures.test/one=w200']]]]],
    ]
    place[175] = [null, null, 0, [1, 0, 2, 3, 4], null, null, null, null, null, [[made.reviews ?? []]]]
  }
  return place
}

/** A review in the list that holds it. `day` dates it in January 2026; the author is a person. */
export function googleReview(id: string, day: number, stars: number, text: string | null): unknown[] {
  const micros = Date.UTC(2026, 0, day) * 1_000
  const profile = ['https://www.google.com/maps/contrib/123']
  const author = [
    null,
    null,
    profile,
    null,
    null,
    ['Paula Person', 'https://faces.test/p', profile, '123456789'],
  ]
  const words = Array.from({ length: 16 }, (_, at) => (at === 14 ? ['en'] : at === 15 ? [[text]] : null))
  const stated = text === null ? [[stars]] : [[stars], ...words.slice(1)]
  return [[id.padEnd(24, '0'), [fidOfReview, null, micros, micros, author], stated, null, [null, 3]]]
}

const fidOfReview = '0x0:0x1'

/** The text of an answer, with the prefix that stands before each. */
export function googleText(data: unknown): string {
  return `)]}'\n${JSON.stringify(data)}`
}

/** The answer to a search. */
export function searchAnswer(query: string, places: readonly unknown[][]): unknown[] {
  const data: unknown[] = Array.from({ length: 65 }, () => null)
  data[0] = [query]
  data[64] = places.map((place) => [null, place])
  return data
}

/** The answer about one place. */
export function placeAnswer(place: unknown[]): unknown[] {
  return [null, null, null, null, null, null, place]
}

/** A page of the map: what it announces in its head, and the state that it starts with. */
export function mapPage(announced: readonly string[], state: unknown): string {
  const links = announced.map(
    (href) => `<link href="${href.replaceAll('&', '&amp;')}" as="fetch" rel="preload">`,
  )
  const inner = state === null ? '[null]' : JSON.stringify([[null, googleText(state)]])
  return `<!doctype html><html><head>${links.join('')}<script>window.APP_INITIALIZATION_STATE=${inner};window.APP_FLAGS=[];</script></head><body></body></html>`
}
