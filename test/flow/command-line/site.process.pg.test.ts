// `surveyor site` and `surveyor map` on a running crawl: files that link each other, lines, exit codes, what is refused.
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import sites from '#extractors/sites/index.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { runSurveyor, startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const html = (title: string, text: string, links: readonly string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><p>${links
    .map((path) => `Read on at <a href="${path}">${path}</a>.`)
    .join(' ')}</p></main>`

const ADMIN = 'the-admin-key-of-this-test-0001'

const GUIDE =
  'The stone stands in water while the blade is drawn over it, from heel to toe, and the strokes are counted.'
const SITE: Readonly<Record<string, string>> = {
  '/': html('Axes', 'We forge axes by hand in Hay, and say here how they are kept.', [
    '/docs/guide',
    '/copy',
  ]),
  '/docs/guide': html('Guide', GUIDE, ['/', '/docs/deep/oil.html#rust']),
  '/docs/deep/oil.html': html('Oil', 'The blade is oiled before it is put away.', ['/docs/guide', '/copy']),
  '/copy': html('Guide', GUIDE, ['/', '/docs/deep/oil.html#rust']),
}

test('a site becomes files that link each other, or lines; the exit code says whether it is all of it', async (t) => {
  const site = await startServer(t, (request, response) => {
    const text = SITE[request.url ?? '']
    return text === undefined
      ? response.writeHead(404).end()
      : response.writeHead(200, { 'content-type': 'text/html' }).end(text)
  })
  const extractors = [markdown, page, sites]
  const crawl = await startTestCrawl(t, { extractors })
  await startCrawlWorker(t, crawl, extractors)
  const workingDir = await temporaryFolder(t)
  const run = async (...args: readonly string[]) => {
    const program = startSurveyor(t, [...args, '--crawl-url', crawl.url], { workingDir })
    const { code } = await program.ended
    return { code, lines: program.output().split('\n') }
  }
  const start = `${site.origin}/`

  const first = await run('site', start, '--out', 'pages')
  assert.equal(first.code, 0, first.lines.join('\n'))
  assert.ok(first.lines.includes(`reading ${new URL(start).host}`), first.lines.join('\n'))
  assert.ok(first.lines.includes('wrote pages: 3 new, 0 changed, 0 unchanged'), first.lines.join('\n'))
  const folder = join(workingDir, 'pages')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'))
  assert.equal(files.length, 3, files.join())
  const linked = new Map<string, string[]>()
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    assert.match(text, /^---\nurl: "http:/)
    const targets = [...text.matchAll(/\]\(([^)#]*)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
    linked.set(
      name,
      targets.map((target) => join(dirname(name), target)),
    )
  }
  // A link to a copy is one to the page that it is a copy of.
  const guide = files.find((name) => linked.get(name)?.includes('docs/deep/oil.md'))
  assert.deepEqual(linked.get(guide ?? ''), ['index.md', 'docs/deep/oil.md'])
  assert.deepEqual(
    [linked.get('index.md'), linked.get('docs/deep/oil.md')],
    [
      [guide, guide],
      [guide, guide],
    ],
  )

  const [again, lines, map, refused] = await Promise.all([
    run('site', start, '--out', 'pages'),
    run('site', start, '--out', 'deep/pages.ndjson', '--max-pages', '1'),
    run('map', start, '--out', 'map.csv'),
    run('site', 'ftp://example.org/'),
  ])
  assert.deepEqual(
    [again.code, again.lines.includes('wrote pages: 0 new, 0 changed, 3 unchanged')],
    [0, true],
    again.lines.join('\n'),
  )
  assert.equal(lines.code, 0, lines.lines.join('\n'))
  assert.match(lines.lines.join('\n'), /^left out: page_limit \(\d+\), such as http/m)
  const saved = (await readFile(join(workingDir, 'deep/pages.ndjson'), 'utf8')).trim().split('\n')
  const [only] = saved.map((line) => JSON.parse(line) as { url: string; markdown: string })
  assert.deepEqual([saved.length, only?.url], [1, start])
  assert.match(only?.markdown ?? '', /^# Axes/)
  assert.equal(map.code, 0, map.lines.join('\n'))
  const rows = (await readFile(join(workingDir, 'map.csv'), 'utf8')).trim().split(/\r?\n/)
  assert.deepEqual([rows[0]?.split(',')[0], rows.length], ['url', 5])
  assert.equal(refused.code, 2)
  assert.match(refused.lines.join('\n'), /"ftp:\/\/example\.org\/" is no address of a website/)
})

test('a folder with other files is refused before anything is asked, and a key that is not known names its setting', async (t) => {
  const crawl = await startTestCrawl(t, {
    extractors: [markdown, page, sites],
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
  })
  const workingDir = await temporaryFolder(t)
  await writeFile(join(workingDir, 'index.md'), 'mine')
  const run = async (key: string, ...args: readonly string[]) =>
    runSurveyor(t, [...args, '--crawl-url', crawl.url], {
      workingDir,
      environment: { SURVEYOR_ADMIN_KEY: key },
    })
  const [foreign, site, map, short] = await Promise.all([
    run(ADMIN, 'site', 'https://example.org/', '--out', '.'),
    run('a-key-that-the-service-does-not-know', 'site', 'https://example.org/'),
    run('a-key-that-the-service-does-not-know', 'map', 'https://example.org/'),
    run('too-short', 'map', 'https://example.org/'),
  ])
  assert.equal(foreign.code, 2)
  assert.match(foreign.output, /The folder \. is not empty, .*--force/)
  for (const { code, output } of [site, map]) {
    assert.equal(code, 1)
    assert.match(output, /SURVEYOR_ADMIN_KEY/)
  }
  assert.equal(short.code, 2)
  assert.match(short.output, /SURVEYOR_ADMIN_KEY.*at least 24 characters/)
})
