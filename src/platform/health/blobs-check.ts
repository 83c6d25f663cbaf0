// Whether files can be stored, checked by writing a few bytes.
import type { HealthCheck } from '#contract/health.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'

/** A store may charge for each request, so frequent health requests must not cause frequent writes. */
const FRESH_MS = 10_000

/** Checks at most once in `freshMs`, and answers the last result in between. Requests during a check wait for it. */
export function createBlobsCheck(
  store: Pick<BlobStore, 'probe'>,
  { freshMs = FRESH_MS }: { readonly freshMs?: number } = {},
): () => Promise<HealthCheck> {
  let checking: Promise<HealthCheck> | null = null
  let freshUntil = 0
  return () => {
    if (checking !== null && performance.now() < freshUntil) return checking
    // No second check while one runs, however long it takes: a hanging store is not checked again and again.
    freshUntil = Number.POSITIVE_INFINITY
    checking = check(store).finally(() => (freshUntil = performance.now() + freshMs))
    return checking
  }
}

async function check(store: Pick<BlobStore, 'probe'>): Promise<HealthCheck> {
  const startedAt = performance.now()
  let detail: string | null = null
  try {
    await store.probe()
  } catch (error) {
    // Its message contains neither a path nor an address (storage-fault.ts).
    detail = error instanceof SurveyorError ? error.message : 'The store for files does not work.'
  }
  const latencyMs = Math.round(performance.now() - startedAt)
  return { status: detail === null ? 'pass' : 'fail', detail, latencyMs }
}
