// Loads the target of a request, as far as that needs the network, following the refresh of a page.
import type { Warning } from '#contract/crawl/result.ts'
import type { ExtractContext } from '#extract/context.ts'
import { followToReadable } from '#extract/document/document-page.ts'
import { extractError } from '#extract/errors.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import { charsetWarnings } from '#parsing/sniffing/charset.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import type { PreparedRequest } from '#extractors/json/request/prepare-request.ts'

/** The part that can be read without the network, in any process. */
export interface OpenedTarget extends Pick<
  LoadedTarget,
  'body' | 'html' | 'kind' | 'contentType' | 'url' | 'statusCode' | 'response' | 'engine' | 'captured'
> {
  readonly tree?: OpenPage['tree']
}

/** A target with what further requests to its origin need. */
export type ReachedTarget = OpenedTarget &
  Pick<LoadedTarget, 'headers' | 'endsAtMs'> & {
    /** About its encoding, and where it is a document that was read as a page. */
    readonly readWarnings: readonly Warning[]
  }

const ACCEPT =
  'text/html,application/xhtml+xml;q=0.9,application/json;q=0.9,application/xml;q=0.8,text/csv;q=0.8,*/*;q=0.5'

const MAY_BE_DATA: ReadonlySet<LoadedTarget['kind']['type']> = new Set(['json', 'csv', 'xml', 'text'])

/**
 * Throws what loading and following throw, `unsupported_document` for YAML, and `validation_failed` where the input
 * excludes the browser that the responses of scripts need.
 */
export async function openTarget(
  input: JsonInput,
  { capture }: Pick<PreparedRequest, 'capture'>,
  context: ExtractContext,
): Promise<ReachedTarget> {
  const asked = capture?.askedBy ?? null
  if (asked !== null && input.engine === 'http') {
    throw extractError('validation_failed', 'Responses of scripts need a browser, and `engine` is `http`.', {
      errors: [{ pointer: asked, code: 'needs', detail: 'needs engine to be auto or browser' }],
    })
  }
  const target = await loadTarget(asked === null ? input : { ...input, engine: 'browser' }, context, {
    accept: ACCEPT,
    ...(capture === null ? {} : { capture }),
  })
  if (target.kind.type === 'yaml')
    throw extractError(
      'unsupported_document',
      'The target is YAML; the swagger extractor reads API descriptions in it.',
    )
  if (MAY_BE_DATA.has(target.kind.type)) return { ...target, readWarnings: [] }
  const { page, warnings } = await followToReadable(target, input, context)
  // Decoded once, for good.
  return { ...page, body: null, readWarnings: [...warnings, ...charsetWarnings(page)] }
}

/** Its length as far as that says how long reading it takes: bytes, or characters of a page. */
export function lengthOf({ body, html, captured }: Pick<OpenedTarget, 'body' | 'html' | 'captured'>): number {
  const responses = captured?.responses.reduce((sum, { text }) => sum + text.length, 0) ?? 0
  return (body?.length ?? html?.length ?? 0) + responses
}

/**
 * Here a longer target would keep all other jobs waiting: of some hundred that were made to take long, the worst takes
 * 0.4 s at this length, 6 s at ten times as much and minutes at 20 MB.
 */
export const MAX_LENGTH_HERE = 250_000
