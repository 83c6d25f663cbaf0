// The pages of seven kinds with their labelled main content, and the published metric of that set.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { PageKind } from '#extractors/markdown/main-content/model/page-kinds.ts'

export interface LabelledPage {
  readonly id: string
  readonly url: string | null
  readonly kind: PageKind
  readonly html: string
  /** The main content as plain text. */
  readonly text: string
}

const root = new URL('../../../shared/data/wcxb/', import.meta.url)

/** Whether the set is there; it is not part of the repository. */
export const haveKinds = (): boolean => existsSync(new URL('MANIFEST.md', root))

/** In the order of the set; each page is read when it is asked for. */
export function* readKinds(): Generator<LabelledPage> {
  const lines = gunzipSync(readFileSync(new URL('truth.jsonl.gz', root)))
    .toString('utf8')
    .split('\n')
  for (const line of lines) {
    if (line === '') continue
    const truth = JSON.parse(line) as {
      readonly id: string
      readonly url: string | null
      readonly pageType: PageKind
      readonly mainContent: string
    }
    const html = gunzipSync(readFileSync(new URL(`html/${truth.id}.html.gz`, root))).toString('utf8')
    yield { id: truth.id, url: truth.url, kind: truth.pageType, html, text: truth.mainContent }
  }
}

/** F1 of two multisets of words, as the set defines it: `\w+` of the lower-cased texts. */
export function wordScore(expected: string, actual: string): { p: number; r: number; f1: number } {
  const wanted = new Map<string, number>()
  let all = 0
  for (const word of wordsOf(expected)) {
    wanted.set(word, (wanted.get(word) ?? 0) + 1)
    all += 1
  }
  let both = 0
  let given = 0
  for (const word of wordsOf(actual)) {
    given += 1
    const left = wanted.get(word) ?? 0
    if (left === 0) continue
    both += 1
    wanted.set(word, left - 1)
  }
  if (all === 0 || given === 0) return { p: 0, r: 0, f1: all === given ? 1 : 0 }
  return { p: both / given, r: both / all, f1: (2 * both) / (given + all) }
}

/** `\w+` as Python reads it: letters, digits and the underscore of any script. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Two labels of the host, three below a country's `co`, `com`, `ac` and the like: pages of one site never part. */
export function domainOf(url: string | null, otherwise: string): string {
  const host = url === null ? null : (URL.parse(url)?.hostname ?? null)
  if (host === null) return otherwise
  const labels = host.split('.')
  const short = labels.length > 2 && (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 0) <= 3
  return labels.slice(short ? -3 : -2).join('.')
}

/** 0 to 99, the same for all pages of a domain. */
export const percentOf = (domain: string): number =>
  createHash('sha256').update(`main content ${domain}`).digest().readUInt32BE() % 100
