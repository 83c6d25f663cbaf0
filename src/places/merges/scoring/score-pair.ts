// How likely two places are one, from what speaks for and against it: each reason with its weight.
import type { MergeEvidence } from '#contract/places/changes/merge.ts'
import { distanceM } from '#kit/geo/geometry.ts'
import type { ComparedPlace } from './compared-place.ts'
import { areMixedUp } from './kind-families.ts'
import { matchNames } from './name-similarity.ts'

/** The score, 0 to 1, is the logistic function of the sum of the weights. */
export interface PairScore {
  readonly score: number
  readonly evidence: readonly MergeEvidence[]
}

/** Two places that were picked at random near each other are two. */
const PRIOR = -4
/**
 * Distance in metres and its weight; between two points the weight changes evenly. On one point lie all the shops of a mall.
 */
const BY_DISTANCE = [
  [0, 1.1],
  [20, 2.2],
  [80, 0.2],
  [150, -1.3],
  [400, -2],
  [2_000, -4],
] as const
const BY_NAME = [
  [0.3, -2.6],
  [0.55, 0],
  [0.7, 0.9],
  [0.85, 1.9],
  [1, 3.5],
] as const
const MAX_NAME_WEIGHT = 3.5
/** Of names in scripts of which the sounds are not known. */
const UNKNOWN_NAME = -1
const SAME_BRAND = 1

/** The same for both orders. Null where even the same name would leave the score below `minScore`. */
export function scorePair(a: ComparedPlace, b: ComparedPlace, minScore = 0): PairScore | null {
  const others = [
    idEvidence(a, b),
    distanceEvidence(a, b),
    categoryEvidence(a, b),
    setEvidence('phone', a.phones, b.phones, { same: 2.5, other: -1.7 }),
    setEvidence('email', a.emails, b.emails, { same: 2, other: -0.3 }),
    websiteEvidence(a, b),
    equalEvidence('wikidata', a.wikidata, b.wikidata, { same: 3.5, other: -3.5 }),
    addressEvidence(a, b),
    sourceEvidence(a, b),
  ].filter((one) => one !== null)
  const without = others.reduce((sum, { weight }) => sum + weight, PRIOR)
  // Most neighbours are of another kind: comparing names is nine tenths of the work.
  if (logistic(without + MAX_NAME_WEIGHT + SAME_BRAND) < minScore) return null
  const name = nameEvidence(a, b)
  const named = [name, brandEvidence(a, b, name)].filter((one) => one !== null)
  const evidence = [...named, ...others]
  return {
    score: Math.round(logistic(named.reduce((sum, { weight }) => sum + weight, without)) * 1e4) / 1e4,
    evidence: evidence.map((one) => ({ ...one, weight: Math.round(one.weight * 100) / 100 })),
  }
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

function nameEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  if (a.names.length === 0 || b.names.length === 0) return null
  const match = matchNames(a.names, b.names)
  if (match === null)
    return { kind: 'name', weight: UNKNOWN_NAME, detail: 'Their names are in scripts that are not compared.' }
  const { similarity, distinct, names, isOld } = match
  const weight = between(BY_NAME, similarity)
  const [one, other] = names.map((name) => JSON.stringify(name.slice(0, 100)))
  return {
    kind: 'name',
    // A name of words for kinds alone is that of many places, and who has an old name now may be somebody else.
    weight: weight > 0 ? weight * (isOld ? 0 : 0.35 + 0.65 * distinct) : weight,
    detail: `${one} and ${other}: ${Math.round(similarity * 100)} % alike.`,
  }
}

/** Who is of one brand has its name: where the names say so already that is little more. */
function brandEvidence(a: ComparedPlace, b: ComparedPlace, name: MergeEvidence | null): MergeEvidence | null {
  const isNamed = name !== null && name.weight > 0
  return equalEvidence('brand', a.brand, b.brand, { same: isNamed ? 0.2 : SAME_BRAND, other: -2.4 })
}

function idEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  const [same] = a.ids.intersection(b.ids)
  return same === undefined || a.provider === b.provider
    ? null
    : { kind: 'id', weight: 8, detail: `Both are of the record ${same}.` }
}

function distanceEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence {
  const metres = distanceM(a.location, b.location)
  return { kind: 'distance', weight: between(BY_DISTANCE, metres), detail: `${Math.round(metres)} m apart.` }
}

/** Ids of one vocabulary (`amenity/bank`) can contradict each other; those of two can only agree. */
function categoryEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  if (a.categories.length === 0 || b.categories.length === 0) return null
  const same = a.categories.find((id) => b.categories.includes(id))
  if (same !== undefined) return { kind: 'category', weight: 1.8, detail: `Both are ${same}.` }
  const [one = '', other = ''] = [a.categories[0], b.categories[0]]
  const words = new Set(a.categories.flatMap(partsOf))
  const shared = b.categories.flatMap(partsOf).find((word) => words.has(word))
  if (shared !== undefined)
    return { kind: 'category', weight: 0.3, detail: `${one} and ${other} are both ${shared}.` }
  if (!one.includes('/') || !other.includes('/')) return null
  if (!(isExact(a) && isExact(b)) && areMixedUp(a.categories, b.categories))
    return { kind: 'category', weight: -0.6, detail: `${one} may be called ${other}.` }
  return { kind: 'category', weight: -2.8, detail: `${one} is not ${other}.` }
}

/** Whether the source itself has the vocabulary: the kinds of others are translated. */
function isExact({ provider }: ComparedPlace): boolean {
  return provider !== 'overture'
}

/** The words of the value: those of the key are shared by all of its values. */
function partsOf(id: string): string[] {
  const value = id.slice(id.indexOf('/') + 1)
  return value === 'yes' ? [] : value.split('_').filter((word) => word.length > 3)
}

function setEvidence(
  kind: 'phone' | 'email',
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weights: { readonly same: number; readonly other: number },
): MergeEvidence | null {
  if (a.size === 0 || b.size === 0) return null
  const isSame = !a.isDisjointFrom(b)
  return isSame
    ? { kind, weight: weights.same, detail: `They share a ${kind}.` }
    : { kind, weight: weights.other, detail: `Each has another ${kind}.` }
}

function websiteEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  if (a.page === null || b.page === null) return null
  if (a.page === b.page) return { kind: 'website', weight: 2.2, detail: `Both are at ${a.page}.` }
  if (a.domain === null || b.domain === null) return null
  return a.domain === b.domain
    ? { kind: 'website', weight: 0.4, detail: `Both have pages of ${a.domain}.` }
    : { kind: 'website', weight: -1.3, detail: `${a.domain} is not ${b.domain}.` }
}

function equalEvidence(
  kind: 'wikidata' | 'brand',
  a: string | null,
  b: string | null,
  weights: { readonly same: number; readonly other: number },
): MergeEvidence | null {
  if (a === null || b === null) return null
  return a === b
    ? { kind, weight: weights.same, detail: `Both are ${a}.` }
    : { kind, weight: weights.other, detail: `${a} is not ${b}.` }
}

function addressEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  if (a.street === null || b.street === null || a.houseNumber === null || b.houseNumber === null) return null
  const [short, long] = a.street.length <= b.street.length ? [a.street, b.street] : [b.street, a.street]
  const left = short.filter((word) => !long.some((other) => other === word || isShortFor(word, other)))
  if (left.length === short.length) return { kind: 'address', weight: -1.2, detail: 'Their streets differ.' }
  // Of the words of a street one may be spelled in another way.
  if (left.length > 0) return null
  return a.houseNumber === b.houseNumber
    ? { kind: 'address', weight: 1.1, detail: 'Street and house number are the same.' }
    : { kind: 'address', weight: -2.2, detail: 'The same street, another house number.' }
}

/** `w` for `west`. */
function isShortFor(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short.length <= 2 && long.startsWith(short) && !/\d/.test(short)
}

function sourceEvidence(a: ComparedPlace, b: ComparedPlace): MergeEvidence | null {
  return a.provider === b.provider
    ? { kind: 'source', weight: -0.5, detail: 'One source seldom has a place twice.' }
    : null
}

/** The value at `x` on the line through `points`, which are in ascending order. */
function between(points: readonly (readonly [x: number, y: number])[], x: number): number {
  let before: readonly [number, number] | null = null
  for (const point of points) {
    if (x <= point[0]) {
      if (before === null) return point[1]
      return before[1] + ((x - before[0]) / (point[0] - before[0])) * (point[1] - before[1])
    }
    before = point
  }
  return before?.[1] ?? 0
}
