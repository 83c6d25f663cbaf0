import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Duplex } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { blobStoreContract, readAll, sha256Of } from '#test/support/blobs/blob-store-contract.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'
import { measureBlobs } from './measure-blobs.ts'
import { storageFault } from './storage-fault.ts'

async function open(t: TestContext, wrap: (store: BlobStore) => BlobStore = (s) => s) {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  const resources = new AsyncDisposableStack()
  t.after(async () => {
    await resources.disposeAsync()
    await rm(folder, { recursive: true })
  })
  const registry = new Registry()
  const reopen = async (into = new Registry()) =>
    measureBlobs(wrap(resources.use(await openDiskBlobStore({ folder, log: silentLogger }))), {
      registry: into,
    })
  const leftovers = () => readdir(join(folder, 'incoming'))
  return { registry, reopen, leftovers, store: await reopen(registry) }
}

blobStoreContract('disk, measured', open)

/** The lines of a metric without its help, in their order. */
async function linesOf(registry: Registry, name: string): Promise<string[]> {
  const text = await registry.getSingleMetricAsString(name)
  return text.split('\n').filter((line) => !line.startsWith('#') && line !== '')
}

test('every operation is counted by how it ended, and bytes by where they went', async (t) => {
  const { store, registry } = await open(t)
  const content = randomBytes(200_000)
  const { sha256 } = await store.put(content, { maxBytes: 1_000_000 })
  await assert.rejects(store.put(content, { maxBytes: 1_000 }), { code: 'body_too_large' })
  async function* breaking() {
    yield content
    throw new Error('the client went away')
  }
  await assert.rejects(store.put(breaking(), { maxBytes: 1_000_000 }), /went away/)
  assert.ok((await readAll(store, sha256))?.equals(content))
  await readAll(store, sha256, { first: 10, last: 19 })
  await readAll(store, sha256Of(Buffer.from('x')))
  await store.probe()
  // The whole content has left the store when the client closes.
  const taken = (await store.read(sha256, { first: 0, last: 9 })) as Duplex
  while (!taken.writableFinished) await setImmediate()
  taken.destroy()
  await once(taken, 'close')
  const left = await store.read(sha256)
  assert.ok(left !== null)
  left.destroy()
  await once(left, 'close')
  await store.remove(sha256)

  const of = (operation: string, outcome: string, n: number) =>
    `surveyor_blob_operations_total{operation="${operation}",outcome="${outcome}"} ${n}`
  assert.deepEqual((await linesOf(registry, 'surveyor_blob_operations_total')).toSorted(), [
    of('probe', 'ok', 1),
    of('put', 'given_up', 1),
    of('put', 'ok', 1),
    of('put', 'too_large', 1),
    of('read', 'given_up', 1),
    of('read', 'missing', 1),
    of('read', 'ok', 3),
    of('remove', 'ok', 1),
  ])
  const [inward, outward] = await linesOf(registry, 'surveyor_blob_bytes_total')
  assert.equal(inward, 'surveyor_blob_bytes_total{direction="in"} 200000')
  // The abandoned one may have been read in part.
  assert.ok(Number(outward?.split(' ').at(-1)) >= 200_010, `${outward}`)
  const durations = await linesOf(registry, 'surveyor_blob_operation_duration_seconds')
  const counts = durations.filter((line) => line.includes('_count'))
  assert.deepEqual(counts.map((line) => line.split(' ').at(-1) ?? '').toSorted(), ['1', '1', '3', '5'])
})

test('a store that does not work is told apart from callers that do not', async (t) => {
  const { store, registry } = await open(t, (inner) => ({
    ...inner,
    probe: async () => Promise.reject(storageFault(new Error('away'))),
    read: async () =>
      Readable.from(
        (function* () {
          yield Buffer.from('half')
          throw storageFault(new Error('away'))
        })(),
      ),
  }))
  await assert.rejects(store.probe(), { code: 'storage_unavailable' })
  await assert.rejects(readAll(store, sha256Of(Buffer.from('x'))), { code: 'storage_unavailable' })
  assert.deepEqual((await linesOf(registry, 'surveyor_blob_operations_total')).toSorted(), [
    'surveyor_blob_operations_total{operation="probe",outcome="unavailable"} 1',
    'surveyor_blob_operations_total{operation="read",outcome="unavailable"} 1',
  ])
})
