// Real pages of the shared data: those of `wcxb` and of the four article sets, one after the other.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { sharedPath } from '#test/support/shared-data.ts'

export interface RealPage {
  readonly set: 'wcxb' | 'aeb' | 'trafilatura' | 'readability' | 'defuddle'
  /** Unique in its set. */
  readonly name: string
  readonly html: string
  /** Made up where the set does not name one. */
  readonly url: string
}

/** What `wcxb` says about one of its pages. */
export interface PageTruth {
  readonly id: string
  readonly url: string | null
  readonly pageType: string
  readonly title: string | null
  readonly author: string | null
  readonly publishDate: string | null
  readonly mainContent: string
}

const bytes = (path: string): Buffer => readFileSync(sharedPath(`data/${path}`))
const json = (path: string): unknown => JSON.parse(bytes(path).toString('utf8'))
const names = (path: string): string[] => readdirSync(sharedPath(`data/${path}`)).toSorted()
const utf8 = (path: string): string =>
  bytes(path)
    .toString('utf8')
    .replace(/^\ufeff/, '')

/** The file whose absence means that there are no real pages; for `skipWithout`. */
export const REAL_PAGES = 'data/wcxb/truth.jsonl.gz'

export const haveRealPages = (): boolean => existsSync(sharedPath(REAL_PAGES))

let truth: readonly PageTruth[] | null = null

/** The lines of `truth.jsonl`, in their order; a process reads them once. */
export const readTruth = (): readonly PageTruth[] =>
  (truth ??= gunzipSync(bytes('wcxb/truth.jsonl.gz'))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PageTruth))

/** Pages are read one at a time; `wanted` chooses by set and name before a file is opened. */
export function* realPages(
  wanted: (set: RealPage['set'], name: string) => boolean = () => true,
): Generator<RealPage> {
  for (const { id, url } of readTruth())
    if (wanted('wcxb', id))
      yield {
        set: 'wcxb',
        name: id,
        html: gunzipSync(bytes(`wcxb/html/${id}.html.gz`)).toString('utf8'),
        url: url !== null && URL.canParse(url) ? url : 'https://wcxb.test/page',
      }
  for (const file of names('articles/aeb/html')) {
    const name = file.replace('.html.gz', '')
    if (wanted('aeb', name))
      yield {
        set: 'aeb',
        name,
        html: decodeHtml(gunzipSync(bytes(`articles/aeb/html/${file}`)), null).text,
        url: 'https://aeb.test/page',
      }
  }
  const segments = json('articles/trafilatura-eval/expected.json') as Record<string, { url: string }>
  for (const [path, { url }] of Object.entries(segments))
    if (wanted('trafilatura', path))
      yield {
        set: 'trafilatura',
        name: path,
        html: decodeHtml(bytes(`articles/trafilatura-eval/${path}`), null).text,
        url,
      }
  for (const name of names('articles/readability'))
    if (wanted('readability', name))
      yield {
        set: 'readability',
        name,
        html: utf8(`articles/readability/${name}/source.html`),
        url: 'https://fakehost.test/test/page.html',
      }
  for (const name of names('articles/defuddle/fixtures'))
    if (wanted('defuddle', name))
      yield {
        set: 'defuddle',
        name,
        html: utf8(`articles/defuddle/fixtures/${name}`),
        url: 'https://defuddle.test/page',
      }
}
