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
function crawlOf(pages: readonly SitePage[], complete = true, reasons = ['page_limit']) {
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
      leftOut: complete
        ? []
        : reasons.map((reason) => ({ reason, count: 3, examples: ['https://a.test/more'] })),
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
  { prunes = false, options = {} }: { prunes?: boolean; options?: Record<string, unknown> } = {},
): Promise<{ code: number; said: string[] }> {
  const said: string[] = []
  const code = await runSite({
    crawl,
    request: { urls: [START], ...options },
    target,
    isFresh: false,
    prunes,
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

const goneLine = (...files: string[]): string =>
  `no longer on the site (${files.length}), their files are left: ${files.join(', ')}; --prune deletes those that nobody edited`

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
  assert.ok(cut.said.includes(goneLine('a.md')), cut.said.join('\n'))
  assert.ok(cut.said.includes('1 files are of pages that this run did not reach'))
  assert.ok(cut.said.includes('missing: page_limit (3), such as https://a.test/more'))
  const whole = await run(crawlOf([page('/', 'y')]).client, await open())
  assert.ok(whole.said.includes('wrote out: 0 new, 1 changed, 0 unchanged'))
  // What was told once is told until its file is gone.
  assert.ok(whole.said.includes(goneLine('a.md', 'b.md')), whole.said.join('\n'))
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
  const { code, said } = await run(none.client, await open())
  assert.equal(code, 1)
  assert.deepEqual(said.slice(0, 2), [
    'failed: 0 pages, 1 requests',
    'Nothing could be read: https://a.test/: target_dns_error',
  ])
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
  const folder = await openSiteFolder(out, START, true)
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

test('pages that vanished are told on each run; --prune deletes their files but those that were edited', async (t) => {
  const out = await folderOf(t)
  const open = async () => ({ folder: await openSiteFolder(out, START), name: 'out' })
  const all = [page('/', 'x'), page('/deep/a', 'a'), page('/b', 'b'), page('/c', 'c'), page('/back', 'd')]
  await run(crawlOf(all).client, await open())
  const left = crawlOf([page('/', 'x')])
  const first = await run(left.client, await open())
  assert.deepEqual(first.said.at(-1), goneLine('deep/a.md', 'b.md', 'c.md', 'back.md'))
  await rm(join(out, 'c.md'))
  await writeFile(join(out, 'b.md'), 'mine')
  const second = await run(crawlOf([page('/', 'x'), page('/back', 'd')]).client, await open())
  assert.deepEqual(second.said.at(-1), goneLine('deep/a.md', 'b.md'))
  const pruned = await run(left.client, await open(), { prunes: true })
  assert.deepEqual(pruned.said.slice(-2), [
    'no longer on the site (2), deleted: deep/a.md, back.md',
    goneLine('b.md'),
  ])
  assert.deepEqual((await readdir(out)).toSorted(), ['.surveyor-site.json', 'b.md', 'index.md'])
  assert.equal(await readFile(join(out, 'b.md'), 'utf8'), 'mine')
})

test('nothing is pruned for a site that answers nothing, or for a run that asks for less', async (t) => {
  const out = await folderOf(t)
  const open = async () => ({ folder: await openSiteFolder(out, START), name: 'out' })
  await run(crawlOf([page('/', 'x'), page('/a', 'a')]).client, await open())
  const lost = ['/', '/a'].map((path) =>
    page(path, null, { state: 'failed', reason: 'http_404', statusCode: 404 }),
  )
  assert.equal((await run(crawlOf(lost, false, ['http_404']).client, await open(), { prunes: true })).code, 1)
  const less = { prunes: true, options: { exclude: ['/a'] } }
  for (const _ of [1, 2]) {
    const { said } = await run(crawlOf([page('/', 'x')]).client, await open(), less)
    assert.equal(said.at(-1), '1 files are of pages that this run did not reach')
  }
  const unread = page('/a', null, { state: 'failed', reason: 'http_503', statusCode: 503 })
  await run(crawlOf([page('/', 'x'), unread], false, ['http_503']).client, await open(), { prunes: true })
  assert.deepEqual((await readdir(out)).toSorted(), ['.surveyor-site.json', 'a.md', 'index.md'])
})

test('a folder with other files is refused before anything is fetched; forced, no file in it is lost', async (t) => {
  const out = await folderOf(t)
  await writeFile(join(out, '.gitignore'), '')
  await openSiteFolder(out, START)
  await writeFile(join(out, 'index.md'), 'mine')
  await writeFile(join(out, 'index.local.md'), 'mine too')
  await assert.rejects(openSiteFolder(out, START), (error: Error) => {
    assert.match(error.message, /is not empty, and no earlier run wrote it.*--force/)
    assert.ok(error.message.includes(out))
    return true
  })
  const folder = await openSiteFolder(out, START, true)
  const { said } = await run(crawlOf([page('/', 'x')]).client, { folder, name: 'out' })
  assert.ok(
    said.includes('files that were there and not as written here (1), kept as: index.local-2.md'),
    said.join('\n'),
  )
  assert.equal(await readFile(join(out, 'index.local-2.md'), 'utf8'), 'mine')
  assert.equal(await readFile(join(out, 'index.local.md'), 'utf8'), 'mine too')
  assert.match(await readFile(join(out, 'index.md'), 'utf8'), /\n\nx\n$/)
  // It is a folder of ours from then on.
  await openSiteFolder(out, START)
})

test('a file that was edited is left while its page is as it was, and kept beside the new version when it is not', async (t) => {
  const out = await folderOf(t)
  const again = async (text: string) => {
    const target = { folder: await openSiteFolder(out, START), name: 'out' }
    return (await run(crawlOf([page('/', text), page('/b', 'b')]).client, target)).said
  }
  const file = join(out, 'index.md')
  const [wrote, kept] = [
    'wrote out: 0 new, ',
    'files that were there and not as written here (1), kept as: index.local.md',
  ]
  await again('x')
  const written = await readFile(file, 'utf8')
  await writeFile(file, `${written}my note\n`)
  assert.deepEqual((await again('x')).slice(1), [`${wrote}0 changed, 2 unchanged`])
  assert.equal(await readFile(file, 'utf8'), `${written}my note\n`)
  assert.deepEqual((await again('y')).slice(1), [`${wrote}1 changed, 1 unchanged`, kept])
  assert.equal(await readFile(join(out, 'index.local.md'), 'utf8'), `${written}my note\n`)
  // Nobody edited these: not the line ends that a checkout has made, nor the time of the fetch.
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replaceAll('\n', '\r\n').replace(NOW, '2026-01-01T00:00:00.000Z'),
  )
  assert.deepEqual((await again('y')).slice(1), [`${wrote}0 changed, 2 unchanged`])
  assert.deepEqual((await again('z')).slice(1), [`${wrote}1 changed, 1 unchanged`])
  assert.deepEqual((await readdir(out)).toSorted(), [
    '.surveyor-site.json',
    'b.md',
    'index.local.md',
    'index.md',
  ])
})

test('files of a run that was ended in its middle are known as its own', async (t) => {
  const out = await folderOf(t)
  const { client } = crawlOf([page('/', 'x'), page('/b', 'b')])
  const cut: CrawlClient = {
    ...client,
    async *pages(id, withResults) {
      for await (const one of client.pages(id, withResults)) {
        if (withResults && one.url.endsWith('/b')) throw new Error('ended')
        yield one
      }
    },
  }
  await assert.rejects(run(cut, { folder: await openSiteFolder(out, START), name: 'out' }), /ended/)
  const next = crawlOf([page('/', 'y')])
  const { said } = await run(next.client, { folder: await openSiteFolder(out, START), name: 'out' })
  assert.deepEqual(said.slice(1), ['wrote out: 0 new, 1 changed, 0 unchanged'])
  assert.deepEqual(next.started, [{ urls: [START] }])
})

test('the exit code is 3 only for pages that were to be read', async (t) => {
  const file = join(await folderOf(t), 'pages.ndjson')
  const codeOf = async (given: string, options = {}): Promise<[number, string | undefined]> => {
    const reasons = given.split(' ')
    const { code, said } = await run(crawlOf([page('/', 'x')], false, reasons).client, { file }, { options })
    return [code, said.at(-1)?.split(':')[0]]
  }
  for (const reason of ['http_404', 'http_410', 'soft_404']) {
    assert.deepEqual(await codeOf(reason), [0, 'dead links'], reason)
  }
  for (const reason of [
    'robots_disallowed',
    'redirected_host',
    'redirected_exclude',
    'unsupported_document',
  ]) {
    assert.deepEqual(await codeOf(reason), [0, 'left out'], reason)
  }
  assert.deepEqual(await codeOf('page_limit', { maxPages: 5 }), [0, 'left out'])
  // Whatever the sitemap names, the five pages are there.
  assert.deepEqual(await codeOf('page_limit sitemap_not_read', { maxPages: 5 }), [0, 'left out'])
  assert.deepEqual(await codeOf('page_limit http_503', { maxPages: 5 }), [3, 'missing'])
  assert.deepEqual(await codeOf('depth', { maxDepth: 2 }), [0, 'left out'])
  assert.deepEqual(await codeOf('time_limit', { maxSeconds: 5 }), [3, 'missing'])
  for (const reason of [
    'page_limit',
    'http_403',
    'http_500',
    'target_timeout',
    'target_blocked',
    'sitemap_not_read',
  ]) {
    assert.deepEqual(await codeOf(reason), [3, 'missing'], reason)
  }
})

test('a site that is down is a failure with its reason, and costs no lines of an earlier run', async (t) => {
  const file = join(await folderOf(t), 'pages.ndjson')
  await writeFile(file, '{"earlier":true}\n')
  const error = {
    type: 'about:blank',
    title: 'x',
    status: 502,
    code: 'target_dns_error',
    detail: 'The name does not exist.',
    retryable: true,
  } as const
  const down = page('/', null, { state: 'failed', reason: error.code, statusCode: null, error })
  const { code, said } = await run(crawlOf([down], false, [error.code]).client, { file })
  assert.equal(code, 1)
  assert.equal(said[1], 'Nothing could be read: https://a.test/: The name does not exist.')
  assert.equal(await readFile(file, 'utf8'), '{"earlier":true}\n')
})

test('pages from copies are counted, with the time of the oldest', async (t) => {
  const out = await folderOf(t)
  const copies = ['2026-11-23T09:20:00.000Z', '2026-11-23T09:10:00.000Z'].map((fetchedAt, index) =>
    page(`/${index}`, 'x', { fetchedAt }),
  )
  const target = { folder: await openSiteFolder(out, START), name: 'out' }
  const { said } = await run(crawlOf([page('/', 'x'), ...copies]).client, target)
  assert.ok(
    said.includes(
      '2 of them from copies that crawl had, the oldest of 2026-11-23T09:10:00.000Z; --fresh fetches all',
    ),
    said.join('\n'),
  )
})
