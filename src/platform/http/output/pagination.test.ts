// Lists: pages by cursor, the whole list as a stream, and what happens when the reader stops.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { ListOf } from '#contract/schema.ts'
import { listQuery, sendList, type ListSource } from './pagination.ts'
import { streamRows } from './stream-rows.ts'
import { listenOnLoopback, testServer } from '#test/support/http/test-app.ts'
import type { App } from '#platform/http/routing/app.ts'

interface Row {
  readonly n: number
  readonly name: string
  readonly at: { readonly lat: number } | null
}

const Item = Type.Object({ n: Type.Integer(), name: Type.String(), at: Type.Unknown() })

interface Source extends ListSource<Row> {
  readonly pages: { limit: number; after: unknown }[]
}

/** `total` rows, made on demand. */
function rows(total: number, width = 0): Source {
  const pages: { limit: number; after: unknown }[] = []
  return {
    pages,
    cursorLength: 1,
    columns: ['n', 'name', 'at.lat'],
    async page(limit, after) {
      pages.push({ limit, after })
      const from = after === null ? 0 : Number(after[0])
      const count = Math.min(limit, total - from)
      const items = Array.from({ length: count }, (_, index) => ({
        n: from + index + 1,
        name: `=row ${from + index + 1}${'.'.repeat(width)}`,
        at: (from + index) % 2 === 0 ? { lat: 1.5 } : null,
      }))
      return { items, next: from + count < total ? [from + count] : null }
    },
  }
}

async function list(t: TestContext, source: ListSource<Row>): Promise<App> {
  const app = await testServer(t)
  const querystring = listQuery({
    q: Type.Optional(Type.String()),
    ids: Type.Optional(Type.Array(Type.Integer())),
  })
  app.get(
    '/rows',
    {
      schema: { summary: 'Rows', querystring, response: { 200: ListOf(Item) } },
      config: { group: 'things', scope: null },
    },
    async (request, reply) => sendList(request, reply, source),
  )
  return app
}

const get = async (app: App, url: string, accept = 'application/json') =>
  app.inject({ url, headers: { host: 'localhost', accept } })

test('pages follow each other by cursor and Link, and keep the filters', async (t) => {
  const source = rows(120)
  const app = await list(t, source)
  const seen: number[] = []
  let url: string | undefined = '/rows?limit=50&q=a%20b&ids=1,2'
  while (url !== undefined) {
    const response = await get(app, url)
    assert.equal(response.statusCode, 200)
    const page = response.json<{ items: Row[]; nextCursor: string | null }>()
    seen.push(...page.items.map((item) => item.n))
    const link = response.headers['link'] as string | undefined
    assert.equal(link === undefined, page.nextCursor === null)
    url = link === undefined ? undefined : /^<(.*)>; rel="next"$/.exec(link)?.[1]
    if (url !== undefined) assert.match(url, /q=a\+b&ids=1%2C2&cursor=/)
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 120 }, (_, index) => index + 1),
  )
  assert.deepEqual(
    source.pages.map(({ limit }) => limit),
    [50, 50, 50],
  )
})

test('without a limit a page has 50; a wrong limit or cursor is refused', async (t) => {
  const app = await list(t, rows(120))
  assert.equal((await get(app, '/rows')).json<{ items: Row[] }>().items.length, 50)
  for (const [query, status, code] of [
    ['limit=0', 422, 'validation_failed'],
    ['limit=501', 422, 'validation_failed'],
    ['limit=x', 422, 'validation_failed'],
    ['limit=1&limit=2', 422, 'validation_failed'],
    ['limit=', 422, 'validation_failed'],
    ['lmit=1', 422, 'validation_failed'],
    ['ids=1,x', 422, 'validation_failed'],
    ['cursor=nonsense', 400, 'invalid_cursor'],
    ['cursor=WzEsMl0', 400, 'invalid_cursor'],
  ] as const) {
    const response = await get(app, `/rows?${query}`)
    assert.deepEqual([response.statusCode, response.json<{ code: string }>().code], [status, code], query)
  }
  const { errors } = (await get(app, '/rows?lmit=1')).json<{
    errors: { pointer: string; detail: string }[]
  }>()
  assert.deepEqual(errors, [
    { pointer: '?lmit', code: 'unknown_key', detail: 'Unknown key; did you mean "limit"?' },
  ])
})

test('NDJSON and CSV send the whole list, or as many rows as asked', async (t) => {
  const app = await list(t, rows(1_200))
  const ndjson = await get(app, '/rows', 'application/x-ndjson')
  assert.match(String(ndjson.headers['content-type']), /^application\/x-ndjson/)
  const lines = ndjson.body.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as Row).n),
    Array.from({ length: 1_200 }, (_, i) => i + 1),
  )

  const csv = await get(app, '/rows?limit=3', 'text/csv')
  assert.match(String(csv.headers['content-type']), /^text\/csv; charset=utf-8/)
  assert.equal(csv.body, "n,name,at.lat\r\n1,'=row 1,1.5\r\n2,'=row 2,\r\n3,'=row 3,1.5\r\n")
  const rest = await get(
    app,
    `/rows?limit=700&cursor=${Buffer.from('[1100]').toString('base64url')}`,
    'text/csv',
  )
  assert.equal(rest.statusCode, 422, 'a limit is at most 500')
  const tail = await get(app, `/rows?cursor=${Buffer.from('[1100]').toString('base64url')}`, 'text/csv')
  assert.equal(tail.body.trimEnd().split('\r\n').length, 101)
})

test('an empty list is a header line, no line, an empty page', async (t) => {
  const app = await list(t, rows(0))
  assert.equal((await get(app, '/rows', 'text/csv')).body, 'n,name,at.lat\r\n')
  assert.equal((await get(app, '/rows', 'application/x-ndjson')).body, '')
  assert.deepEqual((await get(app, '/rows')).json(), { items: [], nextCursor: null })
})

test('an error before the first row is a problem, one after it breaks the answer off', async (t) => {
  const broken = rows(2_000)
  const early = await list(t, { ...broken, page: async () => Promise.reject(new Error('down')) })
  const answer = await get(early, '/rows', 'text/csv')
  assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [500, 'internal'])

  const late = await list(t, {
    ...broken,
    page: async (limit, after) =>
      after === null ? broken.page(limit, after) : Promise.reject(new Error('down')),
  })
  const url = await listenOnLoopback(late)
  const response = await fetch(new URL('/rows', url), { headers: { accept: 'text/csv' } })
  assert.equal(response.status, 200)
  await assert.rejects(response.text())
})

test('a reader that stops stops the source; one that leaves ends it', async (t) => {
  const source = rows(1_000_000, 1_000)
  const app = await list(t, source)
  const url = await listenOnLoopback(app)
  const socket = connect(Number(url.port), url.hostname)
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /rows HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  // The buffers of the kernel fill, then no more rows are requested: 2,000 pages of 500 kB would be a gigabyte.
  let before = -1
  while (source.pages.length !== before) {
    before = source.pages.length
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  assert.ok(source.pages.length < 100, `${source.pages.length} pages were read ahead`)
  const closed = once(app.server, 'close')
  socket.destroy()
  await app.close()
  await closed
  assert.ok(source.pages.length < 102)
})

test('a reader that leaves before the first rows ends their source', async (t) => {
  const begun = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  async function* twoBatches(): AsyncGenerator<object[]> {
    try {
      begun.resolve()
      await left.promise
      yield [{ n: 1 }]
      yield [{ n: 2 }]
    } finally {
      ended.resolve()
    }
  }
  const app = await testServer(t)
  app.get('/rows', { schema: { summary: 'Rows' }, config: { group: 'things', scope: null } }, (_, reply) => {
    reply.raw.once('close', left.resolve)
    return streamRows(reply, { form: 'application/x-ndjson', columns: [], rows: twoBatches() })
  })
  const url = await listenOnLoopback(app)
  const socket = connect(Number(url.port), url.hostname)
  socket.write('GET /rows HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await begun.promise
  socket.destroy()
  await ended.promise
})

test('a reader that takes nothing for a minute is cut off', async (t) => {
  const app = await list(t, rows(1_000_000, 1_000))
  const url = await listenOnLoopback(app)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const socket = connect(Number(url.port), url.hostname)
  t.after(() => socket.destroy())
  const [connection] = await accepted
  socket.write('GET /rows HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  const closed = once(connection, 'close')
  // The first check may still see bytes that the kernel took; the second or third sees none.
  while (!connection.destroyed) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    t.mock.timers.tick(60_000)
  }
  await closed
})
