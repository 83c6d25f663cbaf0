import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, symlink, utimes, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { SiteCrawl, SitePage, SitePageSource } from '#contract/crawl/sites/site.ts'
import { newId } from '#kit/ids.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CrawlClient } from './crawl-client.ts'
import { runSite } from './run-site.ts'
import { openSiteFolder, type SiteFolder } from './site-folder.ts'
import type { SiteRequest } from './site-request.ts'

const START = 'https://a.test/'
const NOW = '2026-11-23T10:00:00.000Z'

const FOUND: SitePageSource = 'link'

const page = (path: string, markdown: string | null, more: Partial<SitePage> = {}): SitePage => ({
  url: `https://a.test${path}`,
  finalUrl: `https://a.test${path}`,
  state: 'stored',
  reason: null,
  depth: 1,
  source: FOUND,
  foundOn: START,
  statusCode: 200,
  title: `Title "of": ${path}`,
  contentHash: null,
  duplicateOf: null,
  nearDuplicateOf: null,
  bytes: 1,
  fetchedAt: NOW,
  jobId: null,
  error: null,
  results: markdown === null ? null : { markdown: { data: { markdown }, warnings: [], error: null } },
  ...more,
})

/** A crawl service that has crawled already. */
function crawlOf(pages: readonly SitePage[], complete = true) {
  const id = newId('job')
  const started: SiteRequest[] = []
  const count = (state: string): number => pages.filter((one) => one.state === state).length
  const crawl: SiteCrawl = {
    id,
    status: 'succeeded',
    isPaused: false,
    urls: [START],
    error: null,
    manifest: {
      complete,
      counts: {
        queued: 0,
        fetching: 0,
        stored: count('stored'),
        unchanged: count('unchanged'),
        duplicate: count('duplicate'),
        failed: count('failed'),
        refused: 0,
        left_out: 0,
      },
      requests: pages.length,
      notModified: 0,
      bytes: 1,
      leftOut: complete ? [] : [{ reason: 'page_limit', count: 3, examples: ['https://a.test/more'] }],
    },
    createdAt: NOW,
    startedAt: NOW,
    completedAt: NOW,
    links: {},
  }
  const client: CrawlClient = {
    async startCrawl(body) {
      if (body['incremental'] === 'forgotten') throw new SurveyorError('not_found', 'No crawl has this id.')
      started.push(body)
      return id
    },
    getCrawl: async () => crawl,
    async *pages(_, withResults) {
      for (const one of pages) yield withResults ? one : { ...one, results: null }
    },
    cancelCrawl: async () => {},
    map: async () => assert.fail('no map'),
  }
  return { id, client, started }
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-site-'))
  t.after(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

async function run(
  crawl: CrawlClient,
  target: { folder: SiteFolder; name: string } | { file: string },
): Promise<{ code: number; said: string[] }> {
  const said: string[] = []
  const code = await runSite({
    crawl,
    request: { urls: [START] },
    target,
    isFresh: false,
    bar: { update() {}, end: (text) => void said.push(text) },
    say: (text) => void said.push(text),
    signal: new AbortController().signal,
  })
  return { code, said }
}

const PAGES = [
  page('/', 'Start: [guide](https://a.test/docs/guide) [copy](https://a.test/copy) [other](https://b.test/)'),
  page('/docs/guide', 'Back: [start](https://a.test/#top)'),
  page('/copy', null, { state: 'duplicate', duplicateOf: 'https://a.test/docs/guide' }),
  page('/gone', null, { state: 'failed', reason: 'http_404', statusCode: 404 }),
]

test('pages become files that link each other; the same again leaves every file as it is', async (t) => {
  const out = await folderOf(t)
  const first = crawlOf(PAGES)
  const { code, said } = await run(first.client, { folder: await openSiteFolder(out, START), name: 'out' })
  assert.equal(code, 0)
  assert.ok(said.includes('wrote out: 2 new, 0 changed, 0 unchanged'), said.join('\n'))
  assert.deepEqual((await readdir(out, { recursive: true })).toSorted(), [
    '.surveyor-site.json',
    'docs',
    'docs/guide.md',
    'index.md',
  ])
  assert.equal(
    await readFile(join(out, 'index.md'), 'utf8'),
    `---\nurl: "https://a.test/"\ntitle: "Title \\"of\\": /"\nfetchedAt: "${NOW}"\n---\n\n` +
      'Start: [guide](docs/guide.md) [copy](docs/guide.md) [other](https://b.test/)\n',
  )
  assert.match(await readFile(join(out, 'docs/guide.md'), 'utf8'), /\[start\]\(\.\.\/index\.md#top\)/)

  const old = new Date('2020-01-01T00:00:00Z')
  await utimes(join(out, 'index.md'), old, old)
  const later = { fetchedAt: '2026-11-24T10:00:00.000Z' }
  const again = crawlOf([
    {
      ...page(
        '/',
        PAGES[0]?.results === null
          ? ''
          : 'Start: [guide](https://a.test/docs/guide) [copy](https://a.test/copy) [other](https://b.test/)',
      ),
      ...later,
    },
    page('/docs/guide', null, { state: 'unchanged', ...later }),
    page('/copy', null, { state: 'duplicate', duplicateOf: 'https://a.test/docs/guide' }),
  ])
  const second = await run(again.client, { folder: await openSiteFolder(out, START), name: 'out' })
  assert.deepEqual(again.started, [{ urls: [START], maxAgeMs: 0, incremental: first.id }])
  assert.ok(second.said.includes('wrote out: 0 new, 0 changed, 2 unchanged'), second.said.join('\n'))
  assert.equal((await stat(join(out, 'index.md'))).mtimeMs, old.getTime())
})

test('pages that vanished are told, those that were not reached are something else', async (t) => {
  const out = await folderOf(t)
  const open = async () => ({ folder: await openSiteFolder(out, START), name: 'out' })
  await run(crawlOf([page('/', 'x'), page('/a', 'a'), page('/b', 'b')]).client, await open())
  const cut = await run(
    crawlOf(
      [page('/', 'x'), page('/a', null, { state: 'failed', reason: 'http_410', statusCode: 410 })],
      false,
    ).client,
    await open(),
  )
  assert.equal(cut.code, 3)
  assert.ok(cut.said.includes('no longer on the site (1), their files are left: a.md'), cut.said.join('\n'))
  assert.ok(cut.said.includes('1 files are of pages that this run did not reach'))
  assert.ok(cut.said.includes('left out: page_limit (3), such as https://a.test/more'))
  const whole = await run(crawlOf([page('/', 'y')]).client, await open())
  assert.ok(whole.said.includes('wrote out: 0 new, 1 changed, 0 unchanged'))
  assert.ok(
    whole.said.includes('no longer on the site (1), their files are left: b.md'),
    whole.said.join('\n'),
  )
  assert.deepEqual((await readdir(out)).toSorted(), ['.surveyor-site.json', 'a.md', 'b.md', 'index.md'])
})

test('after a run that reached nothing, the next one asks by what the run before it knew', async (t) => {
  const out = await folderOf(t)
  const open = async () => ({ folder: await openSiteFolder(out, START), name: 'out' })
  const first = crawlOf([page('/', 'x')])
  await run(first.client, await open())
  const none = crawlOf(
    [page('/', null, { state: 'failed', reason: 'target_dns_error', statusCode: null })],
    false,
  )
  assert.equal((await run(none.client, await open())).code, 3)
  const next = crawlOf([page('/', 'x')])
  await run(next.client, await open())
  assert.deepEqual(next.started, [{ urls: [START], maxAgeMs: 0, incremental: first.id }])
})

test('a crawl that is forgotten is done again, and a folder of another site is refused', async (t) => {
  const out = await folderOf(t)
  await writeFile(
    join(out, '.surveyor-site.json'),
    JSON.stringify({ crawl: 'forgotten', start: START, files: { 'https://a.test/': '../../outside.md' } }),
  )
  const { client, started } = crawlOf([page('/', 'x')])
  assert.equal((await run(client, { folder: await openSiteFolder(out, START), name: 'out' })).code, 0)
  assert.deepEqual(started, [{ urls: [START], maxAgeMs: 0 }])
  assert.deepEqual((await readdir(out)).toSorted(), ['.surveyor-site.json', 'index.md'])
  await assert.rejects(openSiteFolder(out, 'https://b.test/'), /holds the pages of https:\/\/a\.test\//)
})

test('no page is written through a link that leads out of the folder', async (t) => {
  const [out, other] = [await folderOf(t), await folderOf(t)]
  await symlink(other, join(out, 'docs'))
  await symlink(join(other, 'target.md'), join(out, 'index.md'))
  const folder = await openSiteFolder(out, START)
  await assert.rejects(folder.write('docs/guide.md', 'x'), /leads out of/)
  await folder.write('index.md', 'x')
  assert.deepEqual(await readdir(other), [])
})

test('lines: one for each page with a text, in a file that appears when it is whole', async (t) => {
  const file = join(await folderOf(t), 'deep/pages.ndjson')
  const { code, said } = await run(crawlOf(PAGES).client, { file })
  assert.equal(code, 0)
  assert.ok(said.includes(`wrote ${file}: 2 new, 0 changed, 0 unchanged`))
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => Object(JSON.parse(line)))
  assert.deepEqual(
    lines.map(({ url }) => url),
    ['https://a.test/', 'https://a.test/docs/guide'],
  )
  assert.match(lines[0].markdown, /\[guide\]\(https:\/\/a\.test\/docs\/guide\)/)
})
