// The operations of all extractors as a flat list, from which routes, job types and filters are derived.
import type { ExtractorDescriptor, OperationDescriptor } from '#extract/define-extractor.ts'

/** One operation with the names that follow from its descriptor. */
export interface ExtractorOperation {
  readonly extractor: ExtractorDescriptor
  readonly name: string
  readonly operation: OperationDescriptor
  /** `maps.search`: the type of a single job. */
  readonly jobType: string
  /** `maps.search.batch`: the type of a batch parent, or null when the operation has no batches. */
  readonly batchType: string | null
  /** `/api/v1/maps/batch/search` */
  readonly batchPath: string | null
}

/** Every operation, in the order of the descriptors. */
export function operationsOf(extractors: readonly ExtractorDescriptor[]): ExtractorOperation[] {
  return extractors.flatMap((extractor) =>
    Object.entries(extractor.operations).map(([name, operation]) => {
      const jobType = `${extractor.name}.${name}`
      const cut = operation.path.lastIndexOf('/')
      return {
        extractor,
        name,
        operation,
        jobType,
        batchType: operation.batch ? `${jobType}.batch` : null,
        batchPath: operation.batch
          ? (operation.batchPath ?? `${operation.path.slice(0, cut)}/batch${operation.path.slice(cut)}`)
          : null,
      }
    }),
  )
}

/** The kind of work of a job type; null for a type that no extractor has (any more). */
export function poolOf(operations: readonly ExtractorOperation[], type: string): string | null {
  return operations.find(({ jobType }) => jobType === type)?.operation.pool ?? null
}

/** The extractor and the operation of a job type, for a single job and for a batch. */
export function splitJobType(type: string): { readonly extractor: string; readonly operation: string } {
  const [extractor = type, operation = ''] = type.split('.')
  return { extractor, operation }
}

/** The job types for a list filtered by extractor and types; null for all. */
export function typesOf(
  operations: readonly ExtractorOperation[],
  filter: { readonly extractor: string | undefined; readonly types: readonly string[] | undefined },
): string[] | null {
  if (filter.extractor === undefined) return filter.types === undefined ? null : [...filter.types]
  const ofExtractor = operations
    .filter(({ extractor }) => extractor.name === filter.extractor)
    .flatMap(({ jobType, batchType }) => (batchType === null ? [jobType] : [jobType, batchType]))
  return ofExtractor.filter((type) => filter.types?.includes(type) ?? true)
}
