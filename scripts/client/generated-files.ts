// The generated clients: which file has which operations of which service.
import type { OpenApiDocument } from './client-code.ts'

/** A file that `generate-client.ts` writes. */
export interface GeneratedFile {
  readonly service: 'crawl' | 'places'
  /** From the root of the repository. */
  readonly path: string
  readonly name: string
  readonly header: string
  /** The routes that it has, `METHOD /path`. */
  routesOf(document: OpenApiDocument): readonly string[]
}

/** Parts of the services that a program with this package has no use for. */
const NOT_FOR_CLIENTS: readonly RegExp[] = [
  // Workers, and what one service sends to the other.
  / \/api\/workers?(?:\/|$)/,
  / \/api\/enrich\/webhook$/,
  / \/api\/(?:signals|cdn-report)$/,
  // Descriptions, pages, and what speaks another protocol.
  / \/(?:api|mcp|metrics|swagger|openapi[^/]*)?$/,
  // The twins, for use by hand, of POSTs with a body.
  /^GET \/api\/v1\/[a-z]+\/(?:search|extract|resolve|understand|basemap|parse|check|contact|map)$/,
]

/** All files, in the order in which they are made. */
export const GENERATED_FILES: readonly GeneratedFile[] = [
  forPackage('crawl', 'Crawl'),
  forPackage('places', 'Places'),
]

function forPackage(service: GeneratedFile['service'], name: string): GeneratedFile {
  return {
    service,
    path: `client/src/generated/${service}.gen.ts`,
    name,
    header: `// What ${service} takes and answers. Generated from its OpenAPI document by scripts/generate-client.ts: not edited by hand.`,
    routesOf: (document) =>
      Object.entries(document.paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
        .filter((route) => !NOT_FOR_CLIENTS.some((pattern) => pattern.test(route))),
  }
}
