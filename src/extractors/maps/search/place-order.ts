// The order in which the pages of a search list places.

/** The order of a list: how well the name fits, then the distance from the middle, then the key. */
export interface FoundPlace {
  readonly rank: number
  /** 0 where the caller gave no middle. */
  readonly distanceM: number
  readonly key: number
}

export function comparePlaces(a: FoundPlace, b: FoundPlace): number {
  return a.rank - b.rank || a.distanceM - b.distanceM || a.key - b.key
}
