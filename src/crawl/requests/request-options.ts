// Separates the fields of a request from the input of the extractor, before anything reads the input.
import type { Delivery } from '#contract/crawl/delivery.ts'
import type { JobOptions } from '#contract/crawl/job-options.ts'

export interface TakenRequest {
  /** The part that the schema of the extractor describes. */
  readonly input: unknown
  readonly delivery: Delivery
  readonly options: JobOptions
}

/** For fields that were checked already; `delivery` is `inline` when it is absent. */
export function takeRequest(fields: unknown): TakenRequest {
  const {
    delivery = 'inline',
    priority,
    queueTimeoutMs,
    metadata,
    ...input
  } = Object(fields) as JobOptions & {
    readonly delivery?: Delivery
  }
  const options = {
    ...(priority === undefined ? {} : { priority }),
    ...(queueTimeoutMs === undefined ? {} : { queueTimeoutMs }),
    ...(metadata === undefined ? {} : { metadata }),
  }
  return { input, delivery, options }
}

/**
 * The input of a job. Only `delivery: artifact` is added to it, because it makes a different result for the cache and
 * the worker API.
 */
export function inputOfJob({ input, delivery }: Pick<TakenRequest, 'input' | 'delivery'>): unknown {
  return delivery === 'artifact' ? { ...(input as object), delivery } : input
}

/** The input of a job as workers get it: files are made by crawl. */
export function inputForWorker(input: unknown): unknown {
  if (Object(input).delivery === undefined) return input
  const { delivery: _, ...rest } = input as { readonly delivery?: Delivery }
  return rest
}
