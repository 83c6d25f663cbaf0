// Where the values stand in the payloads, newest place first: the only file that knows indexes. Readers check each value.

/** Indexes from the outermost array to a value. */
export type Path = readonly number[]
/** Places of one value over the years, the newest first. */
export type Paths = readonly Path[]

/** Lists of results in an answer, for payloads in which no array looks like a place: the list, and the place in an entry. */
export const RESULT_LISTS: readonly { readonly list: Path; readonly place: Path }[] = [
  { list: [64], place: [1] },
  { list: [0, 1], place: [14] },
]

/** The place of an answer about one place. */
export const PLACE_IN_ANSWER: Paths = [[6], []]

/** The words that an answer to a search repeats. */
export const SEARCH_ECHO: Paths = [[0, 0]]

/** The next page of reviews, and the reviews, in the answer of the reviews request. */
export const REVIEW_PAGE = { next: [[1]], list: [[2], [0]] } as const satisfies Record<string, Paths>

/** In the array of a place. */
export const PLACE = {
  fid: [[10], [227, 0, 0]],
  placeId: [[78], [227, 0, 4]],
  kgmid: [[89], [227, 0, 3]],
  name: [[11]],
  categories: [[13]],
  categoryIds: [[76]],
  categoryType: [
    [88, 1],
    [88, 2, 0],
  ],
  highlight: [[88, 0]],
  lat: [
    [9, 2],
    [208, 0, 2],
  ],
  lng: [
    [9, 3],
    [208, 0, 3],
  ],
  timezone: [[30]],
  address: [[39]],
  addressParts: [[183, 1], [82]],
  countryCode: [[183, 1, 6], [88, 2, 1], [243]],
  plusCode: [[183, 2, 1, 0]],
  phone: [[178, 0, 0]],
  phoneInternational: [[178, 0, 1, 1, 0]],
  phoneDigits: [[178, 0, 3]],
  website: [[7, 0]],
  rating: [[4, 7]],
  ratingCount: [[4, 8]],
  price: [
    [4, 2],
    [4, 10, 1],
  ],
  distribution: [
    [175, 3],
    [52, 3],
  ],
  reviews: [
    [175, 9, 0, 0],
    [52, 0],
  ],
  hours: [[203, 0]],
  liveStatus: [
    [203, 1, 2],
    [34, 4, 2],
  ],
  editLinks: [[96, 5]],
  about: [[100, 1]],
  popularTimes: [[84, 0]],
  description: [
    [32, 1, 1],
    [32, 0, 1],
    [154, 0, 0],
  ],
  ownerName: [[57, 1]],
  ownerId: [[57, 2]],
  claimPage: [[49, 0]],
  photoCount: [[37, 1]],
  photoGroups: [[171, 0]],
  thumbnail: [[72, 0, 0, 6, 0]],
  logo: [[157]],
  menu: [[38, 0]],
  reservations: [[46]],
  orders: [[75, 0]],
  language: [[110]],
} as const satisfies Record<string, Paths>

/** In an entry of `about`, in one of its options, and in the value of an option that is a choice. */
export const ABOUT = {
  group: [[0]],
  options: [[2]],
  optionId: [[0]],
  kind: [[2, 0]],
  present: [[2, 1, 0, 0]],
  choices: [[2, 4, 1, 0, 0]],
  choiceName: [[2], [3]],
} as const satisfies Record<string, Paths>

/** In a row of the opening hours. */
export const HOURS = {
  weekday: [[1]],
  date: [[2]],
  slots: [[3]],
  state: [[5]],
} as const satisfies Record<string, Paths>

/** In one review. */
export const REVIEW = {
  id: [[0]],
  authorName: [
    [1, 4, 5, 0],
    [1, 4, 1, 1],
  ],
  publishedMicros: [[1, 2]],
  editedMicros: [[1, 3]],
  stars: [
    [2, 0, 0],
    [2, 8, 1],
  ],
  scale: [[1, 13, 4]],
  text: [[2, 15, 0, 0]],
  language: [[2, 14, 0]],
  photos: [[2, 2]],
  photoUrl: [[1, 6, 0]],
  replyText: [[3, 14, 0, 0]],
  replyMicros: [[3, 1]],
  likes: [[4, 1]],
} as const satisfies Record<string, Paths>
