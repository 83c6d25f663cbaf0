// Words that say only that something is sold, done or taught: `antique dealers`, `Umzugsunternehmen`, `cours de danse`. A
// table of kinds has one or two of them behind a word (`antique shop`), people use any.
import { categoryById } from '#kit/categories/category-table.ts'
import { FAMILIES, listed, PART_WORDS, type HeadFamily } from './head-families.ts'
import { kindsGoingWith, kindsNamed, kindsOfThing, type NamedKinds } from './kind-words.ts'

/** What stands between a head and its word: `magasin de jouets`, `sklep z zabawkami`, `reparatur für mein handy`. */
const JOINTS: ReadonlySet<string> = new Set(
  listed(
    `de, des, du, d, del, di, da, do, dos, das, z, ze, с, van, of, for, für, pour, para, per, por, voor, dla, для, för, için, の, を, my, the, a, an, your, our, his,
     her, their, mein, meine, meinen, unser, unsere, unseren, dein, deine, ihr, ihre, mon, ma, mes, son, sa, ses, notre, nos, votre, vos, le, la, les, l, un, une,
     mi, mis, su, sus, tu, tus, nuestro, el, los, las, il, lo, i, gli, mio, mia, suo, sua, o, os, as, um, uma, meu, minha, seu, sua, mijn, uw, ons, onze, je, jouw,
     een, het, mój, moją, swój, swoją, swoje, min, mitt, mina, din, мой, мою, свой, свою, is, are, ist, sind, est, sont, está, è, jest, är, that, who, che, qui, que, który`,
  ),
)
/** The same behind the word: `किताबों की दुकान`. */
const POSTPOSED: ReadonlySet<string> = new Set(['की', 'के', 'का', 'को', 'için', 'を'])
/** What is no head behind its word: a `bike park` is no place to park. */
const ONLY_IN_FRONT: ReadonlySet<string> = new Set(['park', 'взять'])
/** What joins the two words of a compound. */
const LINKING_LETTERS = ['', 's', 'n', 'en', 'es', 'er', 'e', '-', 'の', '的', 'を', '用']
/** What stands in front of what is treated: `给车充电`. */
const CHINESE_TO = /^[给把帮替]/u
const HAN = /^\p{Script=Han}+$/u
const MIN_STEM_CHARS = 4
const MIN_HEAD_CHARS = 4
/** Heads of a family that are tried in the place of the one in the query. */
const MAX_TRIED = 6

/** The word that a head says something is sold, done or taught of. */
interface Stem {
  readonly family: HeadFamily
  readonly heads: readonly string[]
  readonly stem: string
  /** Puts another head in the place of the one in the query. */
  readonly withHead: (head: string) => readonly string[]
}

/**
 * The kinds that a folded phrase with such a head means: those of the same word behind another head, or those of a kind for
 * which that word is one. Null for a phrase without a head, or whose word goes with no such kind.
 */
export function kindsByHead(phrase: string): NamedKinds | null {
  return behindHeads(phrase, new Set())
}

/** `tried`: what is left of the phrase behind other heads, which names nothing. Each would be met again in every order of the heads. */
function behindHeads(phrase: string, tried: Set<string>): NamedKinds | null {
  tried.add(phrase)
  for (const stem of stemsOf(phrase)) {
    const found =
      withOtherHead(stem) ??
      thingsIn(stem.stem)
        .flatMap((thing) => [kindsOfThing(thing), kindsGoingWith(thing)])
        .map((kinds) => insteadOf(kinds, stem.family) ?? fitting(kinds, stem.family))
        .find((kinds) => kinds !== null) ??
      (tried.has(stem.stem) ? null : behindHeads(stem.stem, tried))
    if (found !== null) return { ...found, use: 'alias', isExact: false }
  }
  return null
}

function withOtherHead({ heads, withHead }: Stem): NamedKinds | null {
  const known = heads.slice(0, MAX_TRIED).flatMap(withHead).map(kindsNamed)
  const isKind = (kinds: NamedKinds | null) =>
    kinds !== null && kinds.use !== 'term' && kinds.categories.some(({ narrows }) => !narrows)
  return known.find(isKind) ?? null
}

/** The kinds where that is done to a thing which a folded phrase says: `charge my car`, `給車充電`; null for any other phrase. */
export function kindsTreating(phrase: string): NamedKinds | null {
  for (const { family, stem } of stemsOf(phrase)) {
    if (family.instead === undefined) continue
    const found = thingsIn(stem)
      .flatMap((thing) => [kindsOfThing(thing), kindsGoingWith(thing)])
      .map((kinds) => insteadOf(kinds, family))
      .find((kinds) => kinds !== null)
    if (found !== null && found !== undefined) return { ...found, use: 'name', isExact: false }
  }
  return null
}

/** `phone screen` is a thing, or a part of one: a phone. */
function thingsIn(stem: string): readonly string[] {
  const whole = stem.split(' ').filter((word) => !PART_WORDS.has(word))
  const thing = whole.join(' ').replace(CHINESE_TO, '')
  return thing === stem || thing === '' ? [stem] : [stem, thing]
}

/** The rest of a folded phrase that is a word and a head for what sells it: `carpet` of `carpet store`; null without a head. */
export function withoutHead(phrase: string): string | null {
  for (const { family, stem } of stemsOf(phrase)) if (family === FAMILIES[0]) return stem
  return null
}

/** Where that is done which the head says, to what the kinds sell. */
function insteadOf(kinds: NamedKinds | null, { instead = {} }: HeadFamily): NamedKinds | null {
  const ids = kinds?.categories.flatMap(({ id }) => instead[id] ?? []) ?? []
  const categories = [...new Set(ids)].map(categoryById).filter((category) => category !== null)
  return kinds === null || categories.length === 0 ? null : { ...withoutDetail(kinds), categories }
}

/** Of a word that only goes with kinds, those of which the head may be said. */
function fitting(kinds: NamedKinds | null, family: HeadFamily): NamedKinds | null {
  const categories = kinds?.categories.filter(({ id }) => family.kinds.test(id)) ?? []
  return kinds === null || categories.length === 0 ? null : { ...withoutDetail(kinds), categories }
}

/** What a shop must have to sell a thing says nothing of the workshops that mend it. */
function withoutDetail({ categories, use, isExact, isThing }: NamedKinds): NamedKinds {
  return { categories, use, isExact, ...(isThing === undefined ? {} : { isThing }) }
}

/** By each head, its families with the list that it is in. */
const FAMILIES_OF: ReadonlyMap<string, readonly FamilyOfHead[]> = Map.groupBy(
  FAMILIES.flatMap((family) =>
    family.heads.flatMap((heads) => heads.map((head) => ({ head, family, heads }))),
  ),
  ({ head }) => head,
)

interface FamilyOfHead {
  readonly family: HeadFamily
  readonly heads: readonly string[]
}

function* stemsOf(phrase: string): Generator<Stem> {
  const words = phrase.split(' ')
  if (words.length > 1) yield* besideHead(words)
  else
    for (const family of FAMILIES) for (const heads of family.heads) yield* inCompound(phrase, family, heads)
}

function* besideHead(words: readonly string[]): Generator<Stem> {
  const [first = '', ...rest] = words
  const last = words.at(-1) ?? ''
  const ends = ONLY_IN_FRONT.has(last) ? [] : (FAMILIES_OF.get(last) ?? [])
  const before = words.slice(0, -1)
  const isJoined = before.length > 1 && POSTPOSED.has(before.at(-1) ?? '')
  const inFront = withoutJoints(isJoined ? before.slice(0, -1) : before).join(' ')
  for (const { family, heads } of inFront === '' ? [] : ends) {
    yield { family, heads, stem: inFront, withHead: (head) => [`${inFront} ${head}`, `${inFront}${head}`] }
  }
  const behind = withoutJoints(rest)
  const stem = behind.join(' ')
  const joints = rest
    .slice(0, rest.indexOf(behind[0] ?? ''))
    .map((joint) => ` ${joint}`)
    .join('')
  for (const { family, heads } of stem === '' ? [] : (FAMILIES_OF.get(first) ?? [])) {
    yield { family, heads, stem, withHead: (head) => [`${head}${joints} ${stem}`] }
  }
}

/** What the words are without the articles and the like that they begin and end with. */
function withoutJoints(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !JOINTS.has(word))
  return from === -1 ? [] : words.slice(from, words.findLastIndex((word) => !JOINTS.has(word)) + 1)
}

function* inCompound(word: string, family: HeadFamily, heads: readonly string[]): Generator<Stem> {
  for (const head of heads) {
    const isShort = head.length < MIN_HEAD_CHARS && /^[a-z]+$/.test(head)
    if (isShort) continue
    // Chinese has the verb in front: `修自行车`.
    if (HAN.test(head) && word.startsWith(head) && word.length > head.length) {
      const stem = word.slice(head.length)
      yield { family, heads, stem, withHead: (other) => [`${other}${stem}`] }
    }
    if (!word.endsWith(head)) continue
    const front = word.slice(0, -head.length)
    const stem = LINKING_LETTERS.map((letters) =>
      front.endsWith(letters) ? front.slice(0, front.length - letters.length) : '',
    )
    for (const one of new Set(stem)) {
      if (one.length < (/^[a-z]/.test(one) ? MIN_STEM_CHARS : 1)) continue
      yield { family, heads, stem: one, withHead: (other) => [`${front}${other}`] }
    }
  }
}

/** Whether a folded word is such a head: it names no kind by itself. */
export function isHead(word: string): boolean {
  return FAMILIES_OF.has(word)
}

/** Whether a folded word is a part of things, which says nothing of where: `screen`. */
export function isPart(word: string): boolean {
  return PART_WORDS.has(word)
}
