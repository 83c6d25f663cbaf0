// The page of a service: to browsers only, its files by their hash, compressed, under a strict policy.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { testServer } from '#test/support/http/test-app.ts'
import { openPageFiles } from './page-routes.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const HOST = { host: 'localhost' }

/** A folder like web/dist; `build` empties and fills it. Another script has another name, as with a hash. */
async function startPages(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-pages-'))
  t.after(async () => rm(folder, { recursive: true }))
  const build = async (script: string): Promise<void> => {
    await rm(join(folder, 'page'), { recursive: true, force: true })
    await mkdir(join(folder, 'page'))
    const texts = {
      'test.html': '<!doctype html><title>Page</title>',
      [script === 'let b' ? 'page/b-2.js' : 'page/a-1.js']: script,
    }
    const files = Object.entries(texts).map(([path, text]) => ({
      path,
      type: path.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8',
      hash: `hash-of-${path}`,
      bytes: text.length,
      gzipBytes: 1,
    }))
    for (const [path, text] of Object.entries(texts)) {
      await writeFile(join(folder, path), text)
      await writeFile(join(folder, `${path}.gz`), gzipSync(text))
      await writeFile(join(folder, `${path}.br`), `brotli of ${path}`)
    }
    await writeFile(join(folder, 'secret.txt'), 'secret')
    await writeFile(join(folder, 'files.json'), JSON.stringify({ files }))
  }
  const app = await testServer(t, {
    page: {
      files: openPageFiles(pathToFileURL(`${folder}/`)),
      settings: { tiles: null },
      imageOrigins: ['https://tiles.test'],
    },
  })
  const get = async (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { ...HOST, ...headers } })
  return { build, get }
}

test('a browser gets the page, a program the self-description, and /api the list of paths', async (t) => {
  const { build, get } = await startPages(t)
  await build('let a')
  const page = await get('/', { accept: BROWSER })
  assert.equal(page.body, '<!doctype html><title>Page</title>')
  assert.deepEqual(
    [page.headers['cache-control'], page.headers['x-content-type-options'], page.headers['x-frame-options']],
    ['no-cache', 'nosniff', 'DENY'],
  )
  const policy = String(page.headers['content-security-policy']).split('; ')
  assert.deepEqual(policy.toSorted(), [
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data: https://tiles.test",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
  ])
  assert.equal((await get('/')).json().name, 'test')
  assert.match((await get('/api', { accept: BROWSER })).body, /href="\.\/openapi\.json"/)
  assert.deepEqual((await get('/page/settings.json')).json(), { tiles: null })
})

test('files are compressed as the browser takes them, and not sent twice', async (t) => {
  const { build, get } = await startPages(t)
  await build('let a')
  const plain = await get('/page/a-1.js')
  assert.deepEqual([plain.body, plain.headers['content-encoding']], ['let a', undefined])
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.match(String(plain.headers['vary']), /Accept-Encoding/)
  const brotli = await get('/page/a-1.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  assert.deepEqual([brotli.body, brotli.headers['content-encoding']], ['brotli of page/a-1.js', 'br'])
  const gzip = await get('/page/a-1.js', { 'accept-encoding': 'gzip, br;q=0' })
  assert.equal(gunzipSync(gzip.rawPayload).toString(), 'let a')
  assert.notEqual(gzip.headers['etag'], plain.headers['etag'])
  const again = await get('/page/a-1.js', { 'if-none-match': String(plain.headers['etag']) })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('only listed files are sent', async (t) => {
  const { build, get } = await startPages(t)
  await build('let a')
  for (const path of [
    'secret.txt',
    '..%2Fsecret.txt',
    '..%2Ffiles.json',
    'a-1.js.gz',
    'none.js',
    '%2e%2e%2fsecret.txt',
  ]) {
    const { statusCode, body } = await get(`/page/${path}`)
    assert.equal(statusCode, 404, path)
    assert.doesNotMatch(body, /^secret/, path)
  }
})

test('without a build the service says so, and has the page as soon as there is one', async (t) => {
  const { build, get } = await startPages(t)
  const { statusCode, body } = await get('/', { accept: BROWSER })
  assert.equal(statusCode, 200)
  assert.match(body, /not built: <code>npm ci<\/code>/)
  assert.match(body, /href="\.\/swagger"/)
  assert.equal((await get('/')).json().name, 'test')
  await build('let b')
  assert.match((await get('/', { accept: BROWSER })).body, /<title>Page/)
})

test('a file of an earlier build is not found, and the service then has the files of the new one', async (t) => {
  const { build, get } = await startPages(t)
  await build('let a')
  assert.equal((await get('/', { accept: BROWSER })).statusCode, 200)
  await build('let b')
  assert.equal((await get('/page/b-2.js')).statusCode, 404, 'the list was read before')
  const earlier = await get('/page/a-1.js', { 'accept-encoding': 'br' })
  assert.deepEqual([earlier.statusCode, earlier.json().code], [404, 'not_found'])
  assert.match(earlier.json().detail, /load it again/)
  assert.deepEqual(
    [earlier.headers['content-encoding'], earlier.headers['cache-control']],
    [undefined, 'no-store'],
  )
  assert.equal((await get('/page/b-2.js')).body, 'let b')
})
