// The `delivery` of requests for extractions: part of the body or the query string, but none of the extractor's business.
import { Type, type TSchema } from 'typebox'
import { DELIVERIES, deliveryField } from '#contract/delivery.ts'
import type { OperationDescriptor } from '#extract/define-extractor.ts'
import { propertiesOf } from '#crawl/use-cases/flat-query.ts'

const FILES_ONLY = ['inline', 'artifact'] as const

/** The input of an operation and `delivery`, in the words that the operation knows. */
export function withDelivery({ input, raw }: OperationDescriptor): TSchema {
  const words = raw === undefined ? FILES_ONLY : DELIVERIES
  const delivery = Type.Optional(deliveryField(words, { default: 'inline' }))
  return { ...input, properties: { ...propertiesOf(input), delivery } }
}

/** Of the parts of a batch: nobody waits there for the content itself. */
export const BatchDelivery = deliveryField(FILES_ONLY)
