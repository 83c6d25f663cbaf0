// The one API description of an answer, for callers who want nothing else.
import type { RawContent } from '#extract/raw-content.ts'
import type { SwaggerData } from './swagger-data.ts'

/** Filtered, converted and resolved as requested; also when it was too large for the answer. */
export function rawSpec({ specs }: SwaggerData): RawContent {
  const readable = specs.filter(({ kind }) => kind === 'openapi')
  const [only] = readable
  if (only === undefined || readable.length > 1) {
    return { missing: `Raw is one OpenAPI description, and ${readable.length} were found.` }
  }
  const { spec, specArtifact } = only
  if (specArtifact !== undefined && specArtifact !== null) {
    return { artifactId: specArtifact.id, mediaType: 'application/json' }
  }
  if (typeof spec !== 'object' || spec === null) {
    return {
      missing: 'Raw is the description itself: it must be asked for (`output: both`) and fit into a file.',
    }
  }
  return { json: spec }
}
