// The metrics of a blob store: operations, their results, their durations and the bytes transferred.
import { pipeline, Transform, type Readable } from 'node:stream'
import { Counter, Histogram } from 'prom-client'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { BlobStore } from './blob-store.ts'

type Operation = 'put' | 'read' | 'remove' | 'probe'
type Outcome = 'ok' | 'missing' | 'too_large' | 'unavailable' | 'given_up'

/** From an existing file to the longest upload. */
const DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The same store with metrics; the owner closes the original store. A read counts when it ends. */
export function measureBlobs(store: BlobStore, { registry }: Pick<Metrics, 'registry'>): BlobStore {
  const registers = [registry]
  const operations = new Counter({
    name: 'surveyor_blob_operations_total',
    help: 'What was asked of the store for files, by how it ended: ok, missing, too_large, unavailable (the store), given_up (the caller, or its content).',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'surveyor_blob_operation_duration_seconds',
    help: 'Time to the end of an operation of the store for files; of a read to its first bytes.',
    labelNames: ['operation'],
    buckets: DURATION_BUCKETS_S,
    registers,
  })
  const bytes = new Counter({
    name: 'surveyor_blob_bytes_total',
    help: 'Bytes that were put into the store for files (in) and read from it (out).',
    labelNames: ['direction'],
    registers,
  })
  const count = (operation: Operation, outcome: Outcome): void => operations.inc({ operation, outcome })

  async function timed<T>(operation: Operation, work: Promise<T>): Promise<T> {
    const stop = duration.startTimer({ operation })
    try {
      return await work
    } catch (error) {
      count(operation, outcomeOf(error))
      throw error
    } finally {
      stop()
    }
  }

  function counted(content: Readable): Readable {
    let isWhole = false
    const counter = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        bytes.inc({ direction: 'out' }, chunk.byteLength)
        done(null, chunk)
      },
      flush(done) {
        isWhole = true
        done()
      },
    })
    return pipeline(content, counter, (error) => {
      // A client that has received everything may close before the stream has.
      if (isWhole || error === null || error === undefined) count('read', 'ok')
      else count('read', error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? 'given_up' : 'unavailable')
    })
  }

  return {
    async put(content, options) {
      const blob = await timed('put', store.put(content, options))
      count('put', 'ok')
      bytes.inc({ direction: 'in' }, blob.bytes)
      return blob
    },

    async read(sha256, range) {
      const content = await timed('read', store.read(sha256, range))
      if (content !== null) return counted(content)
      count('read', 'missing')
      return null
    },

    async remove(sha256) {
      await timed('remove', store.remove(sha256))
      count('remove', 'ok')
    },

    async probe() {
      await timed('probe', store.probe())
      count('probe', 'ok')
    },

    [Symbol.asyncDispose]: async () => store[Symbol.asyncDispose](),
  }
}

function outcomeOf(error: unknown): Outcome {
  const code = error instanceof SurveyorError ? error.code : null
  if (code === 'storage_unavailable') return 'unavailable'
  return code === 'body_too_large' ? 'too_large' : 'given_up'
}
