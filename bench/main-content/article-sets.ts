// The article sets that main content is measured on, each cut in two halves by a hash of the file name.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { decodeHtml } from '#parsing/sniffing/charset.ts'

export const SET_NAMES = ['aeb', 'trafilatura', 'readability', 'defuddle'] as const
export type SetName = (typeof SET_NAMES)[number]

export interface Article {
  readonly set: SetName
  readonly name: string
  /** Rules may be made by reading `dev`; nobody reads `held-out`. */
  readonly half: 'dev' | 'held-out'
  readonly html: string
  readonly url: string
  readonly expected: Expected
}

export type Expected =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'markdown'; readonly markdown: string }
  | { readonly kind: 'segments'; readonly inside: readonly string[]; readonly outside: readonly string[] }

const root = new URL('../../../shared/data/articles/', import.meta.url)

/** Whether the sets are there; they are not part of the repository. */
export function haveArticles(): boolean {
  return existsSync(new URL('MANIFEST.md', root))
}

export function readSet(set: SetName): Article[] {
  return readers[set]().toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const halfOf = (name: string): Article['half'] =>
  (createHash('sha256').update(`main-content ${name}`).digest()[0] as number) % 2 === 0 ? 'dev' : 'held-out'

const bytes = (path: string) => readFileSync(new URL(path, root))
const text = (path: string) => bytes(path).toString('utf8')
const json = (path: string): unknown => JSON.parse(text(path))
/** These sets keep some pages as UTF-8 that still declare what they once were in. */
const page = (path: string) => text(path).replace(/^\ufeff/, '')

const readers: Record<SetName, () => Article[]> = {
  aeb: () =>
    Object.entries(json('aeb/ground-truth.json') as Record<string, { articleBody: string; url: string }>).map(
      ([name, truth]) => ({
        set: 'aeb',
        name,
        half: halfOf(name),
        html: decodeHtml(gunzipSync(bytes(`aeb/html/${name}.html.gz`)), null).text,
        url: truth.url,
        expected: { kind: 'text', text: truth.articleBody },
      }),
    ),
  trafilatura: () =>
    Object.entries(
      json('trafilatura-eval/expected.json') as Record<
        string,
        { url: string; with: string[]; without: string[] }
      >,
    ).map(([path, truth]) => ({
      set: 'trafilatura',
      name: path,
      half: halfOf(path),
      html: decodeHtml(bytes(`trafilatura-eval/${path}`), null).text,
      url: truth.url,
      expected: { kind: 'segments', inside: truth.with, outside: truth.without },
    })),
  readability: () =>
    readdirSync(new URL('readability/', root)).map((name) => ({
      set: 'readability',
      name,
      half: halfOf(name),
      html: page(`readability/${name}/source.html`),
      url: 'http://fakehost/test/page.html',
      expected: { kind: 'html', html: text(`readability/${name}/expected.html`) },
    })),
  defuddle: () =>
    readdirSync(new URL('defuddle/fixtures/', root)).map((file) => {
      const name = file.replace(/\.html$/, '')
      const html = page(`defuddle/fixtures/${file}`)
      return {
        set: 'defuddle',
        name,
        half: halfOf(name),
        html,
        url: /<!--\s*\{\s*"url":\s*"([^"]+)"/.exec(html.slice(0, 2_000))?.[1] ?? urlOfFixture(name),
        expected: {
          kind: 'markdown',
          markdown: text(`defuddle/expected/${name}.md`).replace(/^```json\n[\s\S]*?\n```\n/, ''),
        },
      }
    }),
}

/** A page without a comment with its address is found by its name without the group: the tests of the set say so. */
const urlOfFixture = (name: string): string => `https://${name.replace(/^\w+--/, '')}`
