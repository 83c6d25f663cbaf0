// `delivery` beside the fields of an extractor's input: taken off for everybody who reads the input, kept in the job.
import type { Delivery } from '#contract/delivery.ts'

export interface Delivered {
  /** What the extractor's own schema is for. */
  readonly input: unknown
  readonly delivery: Delivery
}

/** Of an input whose `delivery` was checked already, or that has none, which is `inline`. */
export function takeDelivery(fields: unknown): Delivered {
  const { delivery, ...input } = Object(fields) as { readonly delivery?: Delivery }
  return delivery === undefined ? { input: fields, delivery: 'inline' } : { input, delivery }
}

/** The input of a job: only a result that becomes a file is another result, for the cache as for the worker API. */
export function inputOfJob({ input, delivery }: Delivered): unknown {
  return delivery === 'artifact' ? { ...(input as object), delivery } : input
}
