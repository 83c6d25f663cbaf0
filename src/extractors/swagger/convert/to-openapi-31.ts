// Any OpenAPI document as 3.1, the version that everything else here reads.
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import type { Losses } from './losses.ts'
import { OPENAPI_31, openApi30To31 } from './openapi-30-to-31.ts'
import { swaggerToOpenApi } from './swagger-to-openapi.ts'

const LINES = ['2.0', '3.0', '3.1', '3.2'] as const
/** The versions that can be read and converted; a document of any other version is identified and passed on. */
export type OpenApiLine = (typeof LINES)[number]

/** `3.0` for `3.0.3`; null for a version that is not known. */
export function lineOf(version: string | null): OpenApiLine | null {
  const written = /^(\d\.\d)(?:\.|-|$)/.exec(version ?? '')?.[1]
  return LINES.find((line) => line === written) ?? null
}

/**
 * `url` is the source of the document. 3.1 is returned as it is. 3.2 too, which differs by additions and by its number,
 * and which is reported as a loss. The input is not changed.
 */
export function toOpenApi31(
  document: JsonObject,
  line: OpenApiLine,
  url: string | null,
  losses: Losses,
): JsonObject {
  switch (line) {
    case '2.0':
      return openApi30To31(swaggerToOpenApi(document, url, losses), losses)
    case '3.0':
      return openApi30To31(document, losses)
    case '3.1':
      return document
    case '3.2':
      losses.note('/openapi', 'newer_version', `3.2 is newer than ${OPENAPI_31}; it is handed on as it is.`)
      return document
  }
}
