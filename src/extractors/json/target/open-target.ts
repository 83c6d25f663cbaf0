// Loads the target of a request, as far as that needs the network, following the refresh of a page.
import type { Warning } from '#contract/crawl/result.ts'
import type { ExtractContext } from '#extract/context.ts'
import { documentAsPage } from '#extract/document/document-page.ts'
import { extractError } from '#extract/errors.ts'
import { followRefreshes, type OpenPage } from '#extract/page/load-page.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'

/** The part that can be read without the network, in any process. */
export interface OpenedTarget extends Pick<
  LoadedTarget,
  'body' | 'html' | 'kind' | 'contentType' | 'url' | 'statusCode' | 'response' | 'engine'
> {
  readonly tree?: OpenPage['tree']
}

/** A target with what further requests to its origin need. */
export type ReachedTarget = OpenedTarget &
  Pick<LoadedTarget, 'headers' | 'endsAtMs'> & {
    /** Where it is a document that was read as a page. */
    readonly readWarnings: readonly Warning[]
  }

const ACCEPT =
  'text/html,application/xhtml+xml;q=0.9,application/json;q=0.9,application/xml;q=0.8,text/csv;q=0.8,*/*;q=0.5'

const MAY_BE_DATA: ReadonlySet<LoadedTarget['kind']['type']> = new Set(['json', 'csv', 'xml', 'text'])

/** Throws what loading and following throw, and `unsupported_document` for YAML. */
export async function openTarget(input: JsonInput, context: ExtractContext): Promise<ReachedTarget> {
  const target = await loadTarget(input, context, { accept: ACCEPT })
  if (target.kind.type === 'yaml')
    throw extractError(
      'unsupported_document',
      'The target is YAML; the swagger extractor reads API descriptions in it.',
    )
  if (MAY_BE_DATA.has(target.kind.type)) return { ...target, readWarnings: [] }
  const { target: readable, warnings } = await documentAsPage(target, context)
  const page = await followRefreshes(readable, input, context, {})
  // Decoded once, for good.
  return { ...page, body: null, readWarnings: warnings }
}

/** Its length as far as that says how long reading it takes: bytes, or characters of a page. */
export function lengthOf({ body, html }: Pick<OpenedTarget, 'body' | 'html'>): number {
  return body?.length ?? html?.length ?? 0
}

/**
 * Here a longer target would keep all other jobs waiting: of some hundred that were made to take long, the worst takes
 * 0.4 s at this length, 6 s at ten times as much and minutes at 20 MB.
 */
export const MAX_LENGTH_HERE = 250_000
