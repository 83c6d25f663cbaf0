// Separates the fields of a request from the input of the extractor, before anything reads the input.
import type { Delivery } from '#contract/crawl/delivery.ts'
import type { JobOptions } from '#contract/crawl/job-options.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** A request taken apart: for the extractor, for the answer, for the queue. */
export interface TakenRequest {
  /** The part that the schema of the extractor describes. */
  readonly input: unknown
  readonly delivery: Delivery
  readonly options: JobOptions
}

/** For fields that were checked already; `delivery` is `inline` when it is absent. */
export function takeRequest(fields: unknown): TakenRequest {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked them by `requestFields`
  const taken = Object(fields) as JobOptions & { readonly delivery?: Delivery }
  const { delivery = 'inline', priority, queueTimeoutMs, metadata, ...input } = taken
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
  return delivery === 'artifact' ? { ...fieldsOf(input), delivery } : input
}

/** The input of a job as workers get it: files are made by crawl. */
export function inputForWorker(input: unknown): unknown {
  const { delivery, ...rest } = fieldsOf(input)
  return delivery === undefined ? input : rest
}
