// The jobs of an enrichment: one sends it to crawl, later ones ask crawl for its end when no callback has come, or cancel it there.
import { fieldsOf } from '#kit/unknown-values.ts'
import { formatId } from '#kit/ids.ts'
import { RETRY_LIMITS } from '#places/crawl-calls/retry-until.ts'
import type { JobSpec } from '#platform/jobs/job-engine.ts'

export const SEND_JOB = 'enrich.send'
export const CHECK_JOB = 'enrich.check'
export const CANCEL_JOB = 'enrich.cancel'

/** Behind searches, which people wait for. */
const PRIORITY = 4

/** A plain uuid. */
export interface EnrichmentInput {
  readonly enrichmentId: string
}

/** The input of a job of an enrichment. Throws an Error for any other. */
export function enrichmentInput({ input }: { readonly input: unknown }): EnrichmentInput {
  const { enrichmentId } = fieldsOf(input)
  if (typeof enrichmentId !== 'string') throw new Error('the job is not one of an enrichment')
  return { enrichmentId }
}

/** Who an enrichment belongs to. */
export interface EnrichmentOrigin {
  readonly fairnessKey: string
  readonly traceparent: string | null
  /** The job that found the place; null: a caller named it. */
  readonly parentId: string | null
}

/** The first job of an enrichment has its id. */
export function firstSendJob(enrichmentId: string, origin: EnrichmentOrigin): JobSpec {
  const { fairnessKey, traceparent, parentId } = origin
  return {
    ...jobOf(enrichmentId, traceparent),
    id: formatId('job', enrichmentId),
    type: SEND_JOB,
    fairnessKey,
    ...(parentId === null ? {} : { parentId }),
  }
}

/** The enrichment is sent once more. */
export function sendAgainJob(enrichmentId: string, traceparent: string | null): JobSpec {
  return { ...againJob(enrichmentId, traceparent), type: SEND_JOB }
}

/** Crawl is asked how far it is, if no callback has come until then. */
export function checkJob(enrichmentId: string, traceparent: string | null, inMs: number): JobSpec {
  return {
    ...againJob(enrichmentId, traceparent),
    type: CHECK_JOB,
    scheduledFor: new Date(Date.now() + inMs),
  }
}

/** Descends from the first job: it has its owner, and ends with it. */
function againJob(enrichmentId: string, traceparent: string | null): Omit<JobSpec, 'type'> {
  return { ...jobOf(enrichmentId, traceparent), parentId: formatId('job', enrichmentId) }
}

function jobOf(enrichmentId: string, traceparent: string | null): Omit<JobSpec, 'type'> {
  return {
    ...RETRY_LIMITS,
    input: { enrichmentId } satisfies EnrichmentInput,
    priority: PRIORITY,
    ...(traceparent === null ? {} : { traceparent }),
  }
}

/** Belongs to no enrichment any more, so that the cancel of one does not reach it. */
export function cancelJob(crawlJobId: string): JobSpec {
  return { ...RETRY_LIMITS, type: CANCEL_JOB, input: { crawlJobId }, priority: PRIORITY }
}

/** The id of the job in crawl. Throws an Error for any other job. */
export function cancelInput({ input }: { readonly input: unknown }): string {
  const { crawlJobId } = fieldsOf(input)
  if (typeof crawlJobId !== 'string') throw new Error('the job is not one that cancels')
  return crawlJobId
}
