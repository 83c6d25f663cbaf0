// The contract of every blob store, whatever it stores its blobs in.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { suite, test, type TestContext } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BlobStore, ByteRange } from '#platform/blobs/blob-store.ts'

const NOWHERE = '0'.repeat(64)
const LIMIT = 64 * 1_048_576

export interface StoreUnderTest {
  readonly store: BlobStore
  /** Another process's view of the same place. */
  reopen(): Promise<BlobStore>
  /** Names of everything that is not a whole blob: parts of uploads, temporary files. */
  leftovers(): Promise<string[]>
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export async function readAll(
  store: Pick<BlobStore, 'read'>,
  sha256: string,
  range?: ByteRange,
): Promise<Buffer | null> {
  const stream = await store.read(sha256, range)
  return stream === null ? null : Buffer.concat((await stream.toArray()) as Buffer[])
}

/** Whether there is such a blob; its content is left unread. */
export async function isStored(store: Pick<BlobStore, 'read'>, sha256: string): Promise<boolean> {
  const stream = await store.read(sha256)
  stream?.destroy()
  return stream !== null
}

export function blobStoreContract(name: string, open: (t: TestContext) => Promise<StoreUnderTest>): void {
  suite(`the blob store on ${name}`, () => {
    test('gives back what was put, to everybody, under its hash', async (t) => {
      const { store, reopen } = await open(t)
      for (const content of [Buffer.alloc(0), Buffer.from('Grüße'), randomBytes(3_000_000)]) {
        const blob = await store.put(content, { maxBytes: LIMIT })
        assert.deepEqual(blob, { sha256: sha256Of(content), bytes: content.length })
        for (const one of [store, await reopen()]) {
          assert.ok((await readAll(one, blob.sha256))?.equals(content))
        }
      }
    })

    test('takes a stream as well as bytes, piece by piece', async (t) => {
      const { store } = await open(t)
      const piece = randomBytes(300_000)
      async function* pieces() {
        for (let n = 0; n < 20; n += 1) yield piece
        yield Buffer.alloc(0)
      }
      const blob = await store.put(pieces(), { maxBytes: LIMIT })
      assert.equal(blob.bytes, 6_000_000)
      assert.ok((await readAll(store, blob.sha256))?.equals(Buffer.concat(Array(20).fill(piece))))
    })

    test('reads ranges, whose ends are part of them', async (t) => {
      const { store } = await open(t)
      const content = randomBytes(200_000)
      const { sha256 } = await store.put(content, { maxBytes: LIMIT })
      for (const [first, last] of [
        [0, 0],
        [0, 199_999],
        [199_999, 199_999],
        [70_000, 150_000],
      ] as const) {
        const part = await readAll(store, sha256, { first, last })
        assert.ok(part?.equals(content.subarray(first, last + 1)), `${first}-${last}`)
      }
    })

    test('knows nothing of what is not there', async (t) => {
      const { store } = await open(t)
      assert.equal(await store.read(NOWHERE), null)
      assert.equal(await store.read(NOWHERE, { first: 0, last: 3 }), null)
      await store.remove(NOWHERE)
    })

    test('forgets what is removed, and takes it again', async (t) => {
      const { store } = await open(t)
      const content = randomBytes(10_000)
      const { sha256 } = await store.put(content, { maxBytes: LIMIT })
      await store.remove(sha256)
      assert.equal(await store.read(sha256), null)
      await store.put(content, { maxBytes: LIMIT })
      assert.ok((await readAll(store, sha256))?.equals(content))
    })

    test('refuses what is larger than allowed, and keeps nothing of it', async (t) => {
      const { store, leftovers } = await open(t)
      const content = randomBytes(100_001)
      let read = 0
      async function* endless() {
        for (;;) {
          read += 1
          yield content
        }
      }
      for (const large of [content, endless()]) {
        await assert.rejects(store.put(large, { maxBytes: 100_000 }), { code: 'body_too_large' })
      }
      assert.ok(read < 3, 'it stops reading')
      assert.equal(await isStored(store, sha256Of(content)), false)
      await store.put(content.subarray(1), { maxBytes: 100_000 })
      assert.deepEqual(await leftovers(), [])
    })

    test('an error of the content is the error of the put, and nothing is left behind', async (t) => {
      const { store, leftovers } = await open(t)
      const broken = new Error('the client went away')
      async function* breaking() {
        yield randomBytes(100_000)
        throw broken
      }
      await assert.rejects(store.put(breaking(), { maxBytes: LIMIT }), broken)
      const gaveUp = new AbortController()
      async function* slow() {
        yield randomBytes(100_000)
        gaveUp.abort(broken)
        yield randomBytes(100_000)
      }
      await assert.rejects(store.put(slow(), { maxBytes: LIMIT, signal: gaveUp.signal }), broken)
      assert.deepEqual(await leftovers(), [])
    })

    test('announces content before it is there, and leaves it out where that fails', async (t) => {
      const { store, leftovers } = await open(t)
      const content = randomBytes(5_000)
      const sha256 = sha256Of(content)
      const refusal = new SurveyorError('storage_unavailable', 'No row.')
      await assert.rejects(
        store.put(content, {
          maxBytes: LIMIT,
          async announce(blob) {
            assert.deepEqual(blob, { sha256, bytes: 5_000 })
            assert.equal(await isStored(store, sha256), false)
            throw refusal
          },
        }),
        refusal,
      )
      assert.equal(await isStored(store, sha256), false)
      assert.deepEqual(await leftovers(), [])
    })

    test('says that it works, as often as it is asked, and keeps nothing of that', async (t) => {
      const { store, reopen, leftovers } = await open(t)
      const other = await reopen()
      await Promise.all([store.probe(), other.probe(), store.probe()])
      assert.deepEqual(await leftovers(), [])
    })

    test('the same content from many at once is one blob, whole at every moment', async (t) => {
      const { store, reopen, leftovers } = await open(t)
      const content = randomBytes(400_000)
      const sha256 = sha256Of(content)
      await store.put(content, { maxBytes: LIMIT })
      const other = await reopen()
      await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          await (n % 2 === 0 ? store : other).put(content, { maxBytes: LIMIT })
          assert.ok((await readAll(n % 3 === 0 ? store : other, sha256))?.equals(content))
        }),
      )
      assert.deepEqual(await leftovers(), [])
    })
  })
}
