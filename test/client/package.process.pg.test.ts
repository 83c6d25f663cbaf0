// The package as others get it: packed, installed into an empty project without a network, and used there.
import assert from 'node:assert/strict'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startTownServices, type TownServices } from '#test/support/client/town-services.ts'
import { startProgram } from '#test/support/programs/program.ts'
import { temporaryFolder } from '#test/support/programs/surveyor.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'
import { findInstalledBrowser } from '#worker/browser/find-browser.ts'

const PACKAGE = fileURLToPath(new URL('../../client/', import.meta.url))
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
/** The settings of a careful project of today. */
const STRICT =
  '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature --noEmit --module nodenext --target es2023 --lib es2023,dom,dom.iterable,dom.asynciterable'.split(
    ' ',
  )

async function run(t: TestContext, cwd: string, command: string, args: readonly string[]): Promise<string> {
  const program = startProgram(t, command, args, { cwd })
  const { code } = await program.ended
  assert.equal(code, 0, `${command} ${args.join(' ')}: ${program.output()}`)
  return program.output()
}

/** An empty project with the package in it. */
async function installed(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t)
  const [source, project] = [join(folder, 'client'), join(folder, 'project')]
  await cp(PACKAGE, source, { recursive: true, filter: (path) => !path.startsWith(join(PACKAGE, 'dist')) })
  await run(t, source, process.execPath, [TSC, '-p', 'tsconfig.json'])
  const listed = await run(t, source, 'npm', ['pack', '--ignore-scripts', '--silent'])
  const tarball = listed.trim().split('\n').at(-1) ?? ''
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{"name": "empty", "private": true, "type": "module"}')
  const offline = ['--offline', '--no-audit', '--no-fund', '--registry=http://127.0.0.1:1']
  await run(t, project, 'npm', ['install', ...offline, join(source, tarball)])
  return project
}

const SAMPLE = `
import { createCrawl, createPlaces, SurveyorProblem, verifyWebhook, type Place, type ResultOf, type RunRoute } from 'surveyor-client'

const [placesUrl = '', crawlUrl = ''] = process.argv.slice(2)
const places = createPlaces({ url: placesUrl })
const crawl = createCrawl({ url: crawlUrl })

const search = await places.search({ query: 'cafe' })
const names: string[] = []
for await (const place of places.list('GET /api/places', { query: { searchId: search.id } })) names.push(nameOf(place))
const { data } = await crawl.run('POST /api/v1/markdown/extract', { body: { html: '<main><h1>Axes</h1><p>Made in Hay since 1904.</p></main>', timeoutMs: 300_000 } })
const refused = await crawl.run('POST /api/v1/markdown/extract', { body: { url: 'http://[' } }).catch((error: unknown) => error)
console.log(JSON.stringify({
  status: search.status,
  names: names.length,
  title: data?.title ?? null,
  code: refused instanceof SurveyorProblem ? refused.code : 'none',
}))

function nameOf({ name }: Place): string {
  // @ts-expect-error -- a name may be unknown
  const wrong: string = name
  return wrong ?? '–'
}

/** The routes whose results would have no type: none. */
type Untyped = { [Route in RunRoute]: [ResultOf<Route>['data']] extends [never] ? Route : never }[RunRoute]
export const untyped: [Untyped] extends [never] ? true : Untyped = true

export async function typedAnswers() {
  const body = { url: 'https://example.org/' }
  const json = await crawl.run('POST /api/v1/json/extract', { body })
  const paper = await crawl.run('POST /api/v1/docling/extract', { body })
  const api = await crawl.run('POST /api/v1/swagger/extract', { body })
  const read: [unknown, boolean | null | undefined, string | undefined, string[] | undefined] = [
    json.data?.value,
    json.data?.valid,
    paper.data?.markdown,
    paper.data?.document?.texts.map(({ text }) => text),
  ]
  const counted = api.data?.specs.map(({ title, counts }) => (title ?? '–') + (counts?.operations ?? 0))
  for await (const { url, artifactId, result, error } of crawl.results('POST /api/v1/markdown/batch/extract', 'job_1'))
    console.log(url ?? artifactId, result?.data?.markdown, error?.code, error?.detail)
  for await (const { result } of crawl.results('POST /api/v1/enrich/contact/batch', 'job_1')) console.log(result?.data?.emails)
  for await (const { result } of crawl.results('POST /api/v1/json/extract', 'job_1')) console.log(result?.data?.value)
  const route = 'GET /api/v1/sites/{id}/pages'
  for await (const { url, results } of crawl.list(route, { path: { id: 'job_1' }, query: { include: 'results' } })) {
    const markdown: string | undefined = results?.markdown?.data?.markdown
    console.log(url, markdown, results?.json?.data?.value, results?.json?.error?.code, results?.['of-mine']?.data)
  }
  return { read, counted }
}

export function wrongUses() {
  // @ts-expect-error -- there is no such route
  void places.call('GET /api/nothing')
  // @ts-expect-error -- an id is needed
  void places.call('GET /api/places/{id}')
  // @ts-expect-error -- this is no list
  void places.list('GET /api/places/{id}', { path: { id: 'plc_1' } })
  // @ts-expect-error -- a query is a text
  void places.search({ query: 7 })
  // @ts-expect-error -- formats are words that the service knows
  void crawl.run('POST /api/v1/markdown/extract', { body: { url: 'https://example.org/', formats: ['docx'] } })
  // @ts-expect-error -- a batch has no one result
  void crawl.run('POST /api/v1/markdown/batch/extract', { body: { items: [] } })
  // @ts-expect-error -- a crawl has pages in place of items
  void crawl.results('POST /api/v1/sites/crawl', 'job_1')
  // @ts-expect-error -- a crawl takes a list of start pages
  void crawl.submit('POST /api/v1/sites/crawl', { body: { urls: 'https://example.org/' } })
  // @ts-expect-error -- the body is needed to verify anything
  void verifyWebhook({ secret: 'whsec_', headers: {} })
}
`

const PAGE = `<!doctype html><title>page</title><script type="module">
import { createPlaces, createCrawl, verifyWebhook } from '/surveyor-client/index.js'
window.surveyor = { createPlaces, createCrawl, verifyWebhook }
</script>`

/** Runs in the page. */
const IN_PAGE = `async ({ placesUrl, crawlUrl, key }) => {
  const { createPlaces, createCrawl, verifyWebhook } = window.surveyor
  const crawl = createCrawl({ url: crawlUrl, key, retries: 0 })
  const places = createPlaces({ url: placesUrl, key })
  const route = 'POST /api/v1/markdown/extract'
  const body = { html: '<title>Axes</title><main><h1>Axes</h1><p>Made in Hay since 1904, each by hand.</p></main>', timeoutMs: 300000 }
  const { data, jobId } = await crawl.run(route, { body })
  const file = await (await crawl.runFile(route, { body, accept: 'text/markdown' })).text()
  const problem = await crawl.waitForJob('job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89').catch((error) => error)
  const events = []
  for await (const event of crawl.jobEvents(jobId)) if (['queued', 'succeeded'].includes(event.to)) events.push(event.to)
  let rows = 0
  for await (const place of places.stream('GET /api/places')) rows += 1
  const secret = 'whsec_' + btoa('a'.repeat(32))
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' }
  const refused = await verifyWebhook({ secret, headers, body: '{}' }).catch((error) => error.code)
  return { title: data.title, file: file.slice(0, 6), code: problem.code, requestId: problem.requestId !== null, events, counted: rows > 2, refused }
}`

test('an empty project installs the package and uses it, in Node and in a page', async (t) => {
  const project = await installed(t)
  const site = await startPageSite(t, join(project, 'node_modules/surveyor-client/dist'))
  const origin = `http://localhost:${site.port}`
  const services = await startTownServices(t, { corsOrigins: [origin] })
  await t.test('its types are those of a strict project, and Node runs it', async (own) =>
    useInNode(own, project, services),
  )
  await t.test(
    'Chromium runs the built files, where the services name the origin of the page',
    async (own) => {
      const use = await openPages(own, services)
      assert.deepEqual(await use(origin), {
        title: 'Axes',
        file: '# Axes',
        code: 'not_found',
        requestId: true,
        events: ['queued', 'succeeded'],
        counted: true,
        refused: 'bad_signature',
      })
      // The same page under another name is a stranger.
      await assert.rejects(use(`http://127.0.0.1:${site.port}`), /unreachable/)
    },
  )
})

async function useInNode(t: TestContext, project: string, { places, crawl }: TownServices): Promise<void> {
  const packed = join(project, 'node_modules/surveyor-client')
  const { dependencies } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as {
    dependencies?: object
  }
  assert.equal(dependencies, undefined)
  await readFile(join(packed, 'README.md'), 'utf8')
  await writeFile(join(project, 'sample.ts'), SAMPLE)
  await writeFile(join(project, 'globals.d.ts'), 'declare const process: { argv: string[] }\n')
  await run(t, project, process.execPath, [TSC, ...STRICT, 'sample.ts', 'globals.d.ts'])
  const output = await run(t, project, process.execPath, ['sample.ts', places.url, crawl.url])
  const told = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
  assert.deepEqual(
    { ...told, names: Number(told['names']) > 2 },
    { status: 'succeeded', names: true, title: 'Axes', code: 'validation_failed' },
  )
}

/** A page, and beside it the files of the package as they were installed. */
async function startPageSite(t: TestContext, dist: string): Promise<LocalServer> {
  return startServer(t, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    if (extname(pathname) !== '.js') return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    return void readFile(join(dist, pathname.replace('/surveyor-client/', ''))).then(
      (text) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(text),
      () => response.writeHead(404).end(),
    )
  })
}

/** What the page finds out, opened under an origin. */
async function openPages(
  t: TestContext,
  { places, crawl }: TownServices,
): Promise<(origin: string) => Promise<unknown>> {
  const { program } = await findInstalledBrowser({ chromium: null })
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'], timeout: 0 })
  t.after(async () => browser.close())
  // The services are open; the key makes the browser ask them first.
  const given = { placesUrl: places.url, crawlUrl: crawl.url, key: 'a key that nobody looks at' }
  return async (origin) => {
    const page = await browser.newPage()
    page.setDefaultTimeout(0)
    await page.goto(`${origin}/`)
    await page.waitForFunction(() => 'surveyor' in globalThis)
    return page.evaluate(`(${IN_PAGE})(${JSON.stringify(given)})`)
  }
}
