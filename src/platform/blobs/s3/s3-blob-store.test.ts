import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { blobStoreContract, isStored, readAll, sha256Of } from '#test/support/blobs/blob-store-contract.ts'
import { S3_CREDENTIALS, startS3, type LocalS3 } from '#test/support/blobs/start-s3.ts'
import { openS3BlobStore, type S3BlobStoreDeps } from './s3-blob-store.ts'

const LIMIT = { maxBytes: 10_000_000 }
/** Retries without delay. */
const HURRIED: Clock = { ...systemClock, sleep: async () => undefined }

let s3: LocalS3
before(async () => {
  s3 = await startS3()
})
after(() => s3[Symbol.asyncDispose]())

interface Opened {
  readonly store: BlobStore
  reopen(): Promise<BlobStore>
  leftovers(): Promise<string[]>
}

async function openStore(t: TestContext, over: Partial<S3BlobStoreDeps> = {}): Promise<Opened> {
  const spoolFolder = await mkdtemp(join(tmpdir(), 'spool-'))
  const resources = new AsyncDisposableStack()
  t.after(async () => {
    await resources.disposeAsync()
    await rm(spoolFolder, { recursive: true })
  })
  const address = s3.address(randomUUID())
  const reopen = async () =>
    resources.use(
      await openS3BlobStore({
        address,
        credentials: S3_CREDENTIALS,
        spoolFolder,
        clock: HURRIED,
        log: silentLogger,
        // However slow the machine is.
        probeTimeoutMs: 120_000,
        ...over,
      }),
    )
  return { store: await reopen(), reopen, leftovers: () => readdir(spoolFolder) }
}

blobStoreContract('S3', openStore)

/** The store behind a proxy that answers by itself while `fault` does. */
async function frontOf(
  t: TestContext,
  fault: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const front = createServer((request, response) => {
    asked.push(request.method ?? '')
    if (fault(request, response)) return
    const { method = 'GET', url = '/', headers } = request
    // With the host that it was signed for.
    const onward = forward(new URL(url, s3.origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    front.closeAllConnections()
    front.close()
  })
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  return { asked, address: `s3://files/${randomUUID()}?endpoint=${origin}` }
}

function answer(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
  return true
}

test('what passes by itself is tried again: push-back, errors of the store, connections that break', async (t) => {
  const faults: ((response: ServerResponse) => true)[] = []
  const { address } = await frontOf(t, (request, response) => {
    // The body of a PUT is read first, as a store would.
    const next = request.method === 'GET' && request.url?.includes('list-type') ? undefined : faults.shift()
    if (next === undefined) return false
    request.resume().on('end', () => next(response))
    return true
  })
  const { store, leftovers } = await openStore(t, { address })
  const content = randomBytes(300_000)
  const slowDown = (response: ServerResponse) => answer(response, 503, 'SlowDown')
  const internal = (response: ServerResponse) => answer(response, 500, 'InternalError')
  const timedOut = (response: ServerResponse) => answer(response, 400, 'RequestTimeout')
  const cut = (response: ServerResponse): true => {
    response.destroy()
    return true
  }
  faults.push(slowDown, internal, cut)
  const { sha256 } = await store.put(content, LIMIT)
  faults.push(slowDown, cut)
  assert.ok((await readAll(store, sha256))?.equals(content))
  faults.push(internal)
  assert.equal(await isStored(store, sha256), true)
  faults.push(timedOut, slowDown)
  await store.remove(sha256)
  assert.equal(await isStored(store, sha256), false)
  assert.deepEqual([faults.length, await leftovers()], [0, []])
})

test('a store that stays away is storage_unavailable, and nothing is left behind', async (t) => {
  let away = false
  const { address, asked } = await frontOf(
    t,
    (_request, response) => away && answer(response, 503, 'SlowDown'),
  )
  const { store, leftovers } = await openStore(t, { address })
  const content = randomBytes(1_000)
  const { sha256 } = await store.put(content, LIMIT)
  away = true
  asked.length = 0
  await assert.rejects(store.put(randomBytes(10), LIMIT), {
    code: 'storage_unavailable',
    retryAfterMs: 30_000,
  })
  assert.equal(asked.length, 5)
  await assert.rejects(store.read(sha256), { code: 'storage_unavailable' })
  await assert.rejects(store.remove(sha256), { code: 'storage_unavailable' })
  assert.deepEqual(await leftovers(), [])
  away = false
  assert.ok((await readAll(store, sha256))?.equals(content))
})

test('a refusal is not tried again', async (t) => {
  let refuse = false
  const { address, asked } = await frontOf(
    t,
    (_request, response) => refuse && answer(response, 403, 'AccessDenied'),
  )
  const { store } = await openStore(t, { address })
  refuse = true
  asked.length = 0
  await assert.rejects(store.put(Buffer.from('x'), LIMIT), { code: 'storage_unavailable' })
  await assert.rejects(store.read(sha256Of(Buffer.from('x'))), { code: 'storage_unavailable' })
  assert.deepEqual(asked, ['HEAD', 'GET'])
})

test('content that does not reach the store whole is not there', async (t) => {
  const { address } = await frontOf(t, (request) => {
    if (request.method !== 'PUT') return false
    request.once('data', () => request.socket.destroy())
    return true
  })
  const { store, leftovers } = await openStore(t, { address })
  const content = randomBytes(2_000_000)
  await assert.rejects(store.put(content, LIMIT), { code: 'storage_unavailable' })
  assert.equal(await isStored(store, sha256Of(content)), false)
  assert.deepEqual(await leftovers(), [])
})

test('an answer that stalls is given up; a reader that is slow is waited for', async (t) => {
  let stall = false
  const { address } = await frontOf(t, (request, response) => {
    if (!stall || request.method !== 'GET') return false
    response.writeHead(200, { 'content-length': '1000000' })
    response.write('x')
    return true
  })
  const { store } = await openStore(t, { address, stallMs: 1_000 })
  const content = randomBytes(3_000_000)
  const { sha256 } = await store.put(content, LIMIT)
  const slow: Buffer[] = []
  for await (const chunk of (await store.read(sha256)) ?? []) {
    if (slow.length === 0) await new Promise((resolve) => setTimeout(resolve, 1_500))
    slow.push(chunk as Buffer)
  }
  assert.ok(Buffer.concat(slow).equals(content))
  stall = true
  await assert.rejects(readAll(store, sha256), { code: 'storage_unavailable' })
})

test('content that is given up before it is read frees its connection', async (t) => {
  const answers: ServerResponse[] = []
  const { address } = await frontOf(t, (request, response) => {
    if (request.method !== 'GET' || request.url?.includes('list-type') === true) return false
    answers.push(response)
    response.writeHead(request.headers.range === undefined ? 200 : 206, { 'content-range': 'bytes 0-9/1000' })
    response.write('x')
    return true
  })
  const { store } = await openStore(t, { address })
  for (const range of [undefined, { first: 0, last: 9 }]) {
    const content = await store.read(sha256Of(Buffer.from('x')), range)
    content?.destroy()
    const response = answers.at(-1)
    if (response?.closed === false) await once(response, 'close')
  }
  assert.equal(answers.length, 2)
})

test('a caller can give up a put', async (t) => {
  const gaveUp = new AbortController()
  const { address } = await frontOf(t, (request) => {
    if (request.method !== 'PUT') return false
    gaveUp.abort(new Error('enough'))
    return true
  })
  const { store, leftovers } = await openStore(t, { address })
  await assert.rejects(store.put(randomBytes(100), { ...LIMIT, signal: gaveUp.signal }), /enough/)
  assert.deepEqual(await leftovers(), [])
})

test('a wrong key, a missing bucket and a wrong address are told at the start, without the key', async (t) => {
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'the-wrong-secret' }
  await assert.rejects(openStore(t, { credentials }), (error: Error) => {
    assert.match(
      error.message,
      /^The blob store does not let Surveyor in: GET was answered with 403 SignatureDoesNotMatch/,
    )
    return !error.message.includes('the-wrong-secret')
  })
  await assert.rejects(openStore(t, { address: `s3://nothing?endpoint=${s3.origin}` }), /404 NoSuchBucket/)
  await assert.rejects(openStore(t, { address: 'https://nothing' }), /begins with s3:/)
})

test('a store that cannot be reached at the start may come later', async (t) => {
  const { store } = await openStore(t, { address: 's3://files?endpoint=http://127.0.0.1:1' })
  await assert.rejects(store.put(randomBytes(10), LIMIT), { code: 'storage_unavailable' })
})

test('looking writes one small object, once, and a store that reads but does not write is found out', async (t) => {
  let fault: ((response: ServerResponse) => boolean) | null = null
  const { address, asked } = await frontOf(
    t,
    (request, response) => request.method === 'PUT' && fault !== null && fault(response),
  )
  const { store, leftovers } = await openStore(t, { address })
  const { store: impatient } = await openStore(t, { address, probeTimeoutMs: 200 })
  asked.length = 0
  await store.probe()
  assert.deepEqual(asked, ['PUT'])
  for (const [status, code] of [
    [403, 'AccessDenied'],
    [503, 'SlowDown'],
    [507, 'XMinioStorageFull'],
  ] as const) {
    fault = (response) => answer(response, status, code)
    asked.length = 0
    await assert.rejects(store.probe(), { code: 'storage_unavailable' })
    assert.deepEqual(asked, ['PUT'], `${code} is not tried again`)
  }
  // A store that never answers: the test ends because the check does.
  fault = () => true
  await assert.rejects(impatient.probe(), { code: 'storage_unavailable' })
  fault = null
  await store.probe()
  assert.deepEqual(await leftovers(), [])
})
