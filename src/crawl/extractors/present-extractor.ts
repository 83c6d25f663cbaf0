// An extractor as the list of extractors shows it.
import type { ExtractorView } from '#contract/crawl/extractor.ts'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'

export function presentExtractor(extractor: ExtractorDescriptor): ExtractorView {
  return {
    name: extractor.name,
    version: extractor.version,
    summary: extractor.summary,
    available: extractor.available,
    unavailableReason: extractor.unavailableReason,
    operations: Object.entries(extractor.operations).map(([name, operation]) => ({
      name,
      method: 'POST',
      path: operation.path,
      summary: operation.summary,
      kindOfWork: operation.pool,
      batch: operation.batch,
      timeoutMs: operation.timeoutMs,
      requestSchema: operation.input,
      responseSchema: operation.output,
    })),
  }
}
