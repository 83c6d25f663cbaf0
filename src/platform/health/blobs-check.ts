// Whether files can be kept, found out by writing a few bytes.
import type { HealthCheck } from '#contract/health.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'

/** A store may ask money for each request, and nobody may make it work by asking often. */
const FRESH_MS = 10_000

/** Looks once in `freshMs` at most, and answers what it saw then; those who ask while it looks wait for that. */
export function createBlobsCheck(
  store: Pick<BlobStore, 'probe'>,
  { freshMs = FRESH_MS }: { readonly freshMs?: number } = {},
): () => Promise<HealthCheck> {
  let looking: Promise<HealthCheck> | null = null
  let freshUntil = 0
  return () => {
    if (looking !== null && performance.now() < freshUntil) return looking
    // While it looks, for as long as that takes: a store that hangs is not asked again and again.
    freshUntil = Number.POSITIVE_INFINITY
    looking = look(store).finally(() => (freshUntil = performance.now() + freshMs))
    return looking
  }
}

async function look(store: Pick<BlobStore, 'probe'>): Promise<HealthCheck> {
  const startedAt = performance.now()
  let detail: string | null = null
  try {
    await store.probe()
  } catch (error) {
    // Its words name neither a path nor an address (storage-fault.ts).
    detail = error instanceof SurveyorError ? error.message : 'The store for files does not work.'
  }
  const latencyMs = Math.round(performance.now() - startedAt)
  return { status: detail === null ? 'pass' : 'fail', detail, latencyMs }
}
