// Ranks the pages of a map by words: rare words count more, a title more than a path.
import { setImmediate } from 'node:timers/promises'
import { searchTokens } from '#kit/text/search-text.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import type { MapLink } from '#extractors/sites/request/options.ts'

const MAX_WORDS = 20
/** A shorter beginning fits too much. */
const MIN_BEGINNING = 3
const MAX_PATH_CHARS = 500
const PER_TURN = 1_000
const IN_TITLE = 3
const IN_PATH = 2
const BEGINNING = 1

/** The links with at least one of the words, the best first, each with its score from 0 to 1. */
export async function rankLinks(links: readonly MapLink[], search: string): Promise<MapLink[]> {
  const words = [...new Set(searchTokens(search))].slice(0, MAX_WORDS)
  const fits: { readonly link: MapLink; readonly weights: readonly number[]; readonly depth: number }[] = []
  const pagesWith = words.map(() => 0)
  for (const [index, link] of links.entries()) {
    if (index % PER_TURN === PER_TURN - 1) await setImmediate()
    const path = pathOf(link.url)
    const inTitle = searchTokens(link.title ?? '')
    const inPath = searchTokens(path)
    const weights = words.map((word) => weightOf(word, inTitle, inPath))
    if (weights.every((weight) => weight === 0)) continue
    for (const [at, weight] of weights.entries()) if (weight > 0) pagesWith[at] = (pagesWith[at] ?? 0) + 1
    fits.push({ link, weights, depth: path.split('/').length })
  }
  // How rare each word is (inverse document frequency).
  const rarity = pagesWith.map((pages) => Math.log(1 + links.length / Math.max(1, pages)))
  const best = rarity.reduce((sum, each) => sum + each * IN_TITLE, 0)
  return fits
    .map(({ link, weights, depth }) => {
      const sum = weights.reduce((total, weight, at) => total + weight * (rarity[at] ?? 0), 0)
      return { link: { ...link, score: Math.round((sum / best) * 1_000) / 1_000 }, depth }
    })
    .toSorted((a, b) => b.link.score - a.link.score || a.depth - b.depth)
    .map(({ link }) => link)
}

function weightOf(word: string, inTitle: readonly string[], inPath: readonly string[]): number {
  if (inTitle.includes(word)) return IN_TITLE
  if (inPath.includes(word)) return IN_PATH
  const begins = (other: string): boolean => word.length >= MIN_BEGINNING && other.startsWith(word)
  return inTitle.some(begins) || inPath.some(begins) ? BEGINNING : 0
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return percentDecoded((pathname + search).slice(0, MAX_PATH_CHARS))
}
