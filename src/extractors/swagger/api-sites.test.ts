// Small sites with an API description somewhere, or with none, which two authors made up without having seen the code. What was
// wrong with the first set was mended, and two classes of the second (docs/api-descriptions.md).
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { ExtractResponse } from '#extract/context.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { runSwagger } from '#test/support/extract/swagger-site.ts'

const ORIGIN = 'https://api.example'
const MAX_REDIRECTS = 5

interface ApiSite {
  readonly start: string
  /** By path; `*` answers for every path that is not listed. */
  readonly files: Readonly<Record<string, SiteFile>>
  /** The paths of the descriptions that are wanted; of one in a page or script, the path of that. */
  readonly specs: readonly string[]
  /** Others whose finding is neither right nor wrong. */
  readonly may?: readonly string[]
  readonly operations?: Readonly<Record<string, number>>
  readonly note: string
}

interface SiteFile {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** By set: the least precision and recall of descriptions. */
const REACHED = { first: [0.96, 1], second: [0.96, 0.93] } as const

for (const [name, [minPrecision, minRecall]] of Object.entries(REACHED)) {
  test(name, async (t) => {
    const file = new URL(`../../../test/support/api-sites/${name}.jsonl`, import.meta.url)
    const sites = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ApiSite)
    assert.equal(sites.length, 30)
    const counts = { right: 0, lost: 0, extra: 0 }
    for (const site of sites) {
      const found = await descriptionsOf(site)
      const isAt = (path: string) => (one: Found) => one.path === null || one.path === path
      for (const path of site.specs) {
        const one = found.find(isAt(path))
        counts[one === undefined ? 'lost' : 'right'] += 1
        if (one === undefined) t.diagnostic(`${site.note}: lost ${path}`)
        else assert.equal(one.operations, site.operations?.[path] ?? one.operations, site.note)
      }
      const known = [...site.specs, ...(site.may ?? [])]
      for (const one of found) {
        if (known.some((path) => isAt(path)(one))) continue
        counts.extra += 1
        t.diagnostic(`${site.note}: extra ${one.path}`)
      }
    }
    const precision = counts.right / (counts.right + counts.extra)
    const recall = counts.right / (counts.right + counts.lost)
    t.diagnostic(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
    assert.ok(precision >= minPrecision, `precision ${precision}`)
    assert.ok(recall >= minRecall, `recall ${recall}`)
  })
}

interface Found {
  /** Null for one that stands in a page or a script. */
  readonly path: string | null
  readonly operations: number | null
}

async function descriptionsOf({ start, files }: ApiSite): Promise<Found[]> {
  const site = new Proxy<Record<string, Partial<ExtractResponse>>>(
    {},
    { get: (_, url) => answerOf(files, String(url)) },
  )
  try {
    const input = { url: ORIGIN + start, output: 'summary', resolveRefs: 'external' }
    const { data } = await runSwagger(input, site)
    return data.specs
      .filter(({ kind }) => kind === 'openapi')
      .map(({ url, counts }) => ({
        path: url === null ? null : url.slice(ORIGIN.length),
        operations: counts?.operations ?? null,
      }))
  } catch (error) {
    assert.ok(error instanceof SurveyorError && error.code !== 'internal', String(error))
    return []
  }
}

/** What the site answers after its redirects; undefined for nothing, which is 404. */
function answerOf(files: ApiSite['files'], address: string): Partial<ExtractResponse> | undefined {
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS && url.origin === ORIGIN; redirects += 1) {
    const file = files[url.pathname + url.search] ?? files[url.pathname] ?? files['*']
    if (file === undefined) return undefined
    const { status = 200, type, body = '', headers = {} } = file
    const named = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value] as const)
    const all: Record<string, string> = Object.fromEntries(named)
    if (type !== undefined) all['content-type'] = type
    const next = all['location']
    if (status < 300 || status >= 400 || next === undefined)
      return { status, headers: all, body: Buffer.from(body), finalUrl: url.href }
    url = new URL(next, url)
  }
  return undefined
}
