// What names hold in scripts without spaces between words (Chinese, Japanese, Korean, Thai), as pairs of characters with their weights.
import { isUnspaced } from '#kit/text/character-pairs.ts'
import { scriptFold } from '#kit/text/script-variants.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { KIND_WEIGHT, kindsOf } from './name-words.ts'

/** Branches, head offices, forms of companies, who runs a school: their presence says little. */
const GENERAL_PAIRS =
  /(?:支店|本店|号店|駅前店|駅前|店|営業所|出張所|株式会社|有限会社|医療法人|学校法人|市立|区立|町立|分店|分行|公司|지점|본점|점|สาขา)/gu
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー・゠-]+/gu

/** A name without what is in such scripts. */
export function withoutUnspaced(name: string): string {
  return isUnspaced(name)
    ? name.normalize('NFKC').replace(UNSPACED_RUN, (run) => (isUnspaced(run) ? ' ' : run))
    : name
}

let segmenter: Intl.Segmenter | undefined

/** The overlapping pairs of characters: each weighs what the words weigh that its characters stand in. */
export function pairsOf(name: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>()
  if (!isUnspaced(name)) return pairs
  for (const run of name.normalize('NFKC').match(UNSPACED_RUN) ?? []) {
    const text = run.replace(/[・゠ー-]/gu, '')
    const weights = characterWeights(text)
    const characters = Array.from(scriptFold(text))
    for (const [at, character] of characters.entries()) {
      const before = characters[at - 1]
      if (before === undefined) continue
      const weight = ((weights[at - 1] ?? 1) + (weights[at] ?? 1)) / 2
      pairs.set(before + character, Math.max(pairs.get(before + character) ?? 0, weight))
    }
  }
  return pairs
}

function characterWeights(text: string): number[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  const weights: number[] = []
  for (const { segment } of segmenter.segment(text)) {
    const weight = kindsOf(searchFold(segment)).size > 0 ? KIND_WEIGHT : 1
    for (const _ of segment) weights.push(weight)
  }
  for (const { index, 0: general } of text.matchAll(GENERAL_PAIRS))
    weights.fill(KIND_WEIGHT, index, index + general.length)
  return weights
}
