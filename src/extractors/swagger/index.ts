// The swagger extractor: finds API descriptions from a documentation page or an address, reads, checks, converts and
// compares them.
import { defineExtractor } from '#extract/define-extractor.ts'
import { SwaggerInput } from './options.ts'
import { SwaggerData } from './swagger-data.ts'
import type { RawContent } from '#extract/define-extractor.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { asList } from '#extractors/swagger/json/json-value.ts'

export default defineExtractor({
  name: 'swagger',
  version: '1.0.0',
  summary:
    'API descriptions (OpenAPI 2.0 to 3.2, others by name) behind a documentation page or a URL: found, validated, listed, converted, compared.',
  operations: {
    extract: {
      summary: 'Find and read API descriptions.',
      input: SwaggerInput,
      output: SwaggerData,
      pool: 'http',
      batch: true,
      example: { request: { url: 'https://example.org/docs', convertTo: '3.1', output: 'summary' } },
      raw: { mediaTypes: ['application/json'], contentOf: ({ data }) => rawSpec(data) },
    },
  },
  load: () => import('./extract.ts'),
})

/** Filtered, converted and resolved as requested; also when it was too large for the answer. */
function rawSpec(data: unknown): RawContent {
  const readable = asList(fieldsOf(data)['specs'])
    .map(fieldsOf)
    .filter(({ kind }) => kind === 'openapi')
  const [only] = readable
  if (only === undefined || readable.length > 1) {
    return { missing: `Raw is one OpenAPI description, and ${readable.length} were found.` }
  }
  const { spec, specArtifact } = only
  const { id } = fieldsOf(specArtifact)
  if (typeof id === 'string') return { artifactId: id, mediaType: 'application/json' }
  if (typeof spec !== 'object' || spec === null) {
    return {
      missing: 'Raw is the description itself: it must be asked for (`output: both`) and fit into a file.',
    }
  }
  return { json: spec }
}
