// A document in the place of a page: what the document reader makes of a PDF or an office file, as HTML.
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { followRefreshes, type OpenPage } from '#extract/page/load-page.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import type { ConvertTask } from './convert-document.ts'
import { convertWithOcr } from './convert-with-ocr.ts'

/** A target that can be read as a page, and whether it was a document before. */
export interface ReadableTarget<Target extends LoadedTarget> {
  readonly target: Target
  readonly isDocument: boolean
  /** That a document was read, and what of it could not be. */
  readonly warnings: readonly Warning[]
}

/** How a document is written as a page. */
export interface DocumentPageOptions {
  /** Whether headers, footers and running titles are in it. Default false. */
  readonly furniture?: boolean
}

/** A page as it was sent, or what the reader made of a document. */
export interface ReadablePage extends Omit<ReadableTarget<LoadedTarget>, 'target'> {
  readonly page: OpenPage
}

/** The page or the document of a request. Throws as `loadTarget` and `followToReadable`. */
export async function openReadable(
  request: PageRequest,
  context: ExtractContext,
  options: DocumentPageOptions = {},
): Promise<ReadablePage> {
  return followToReadable(await loadTarget(request, context), request, context, options)
}

/** The page or the document that a target is or refreshes to. Throws as `documentAsPage` and `followRefreshes`. */
export async function followToReadable(
  target: LoadedTarget,
  request: PageRequest,
  context: ExtractContext,
  options: DocumentPageOptions = {},
): Promise<ReadablePage> {
  let read = await documentAsPage(target, context, options)
  const toPage = async (next: LoadedTarget): Promise<LoadedTarget> => {
    read = await documentAsPage(next, context, options)
    return read.target
  }
  const page = await followRefreshes(read.target, request, context, { toPage })
  return { page, isDocument: read.isDocument, warnings: read.warnings }
}

/**
 * The target with a page in the place of a PDF or an office file, by its bytes or its type; any other target as it is.
 * Throws as `convertWithOcr`, and `unsupported_document` for a document of pictures that nothing here can read.
 */
export async function documentAsPage<Target extends LoadedTarget>(
  target: Target,
  context: ExtractContext,
  { furniture = false }: DocumentPageOptions = {},
): Promise<ReadableTarget<Target>> {
  const { body, kind, contentType, filename, url, endsAtMs } = target
  if (body === null || (kind.type !== 'pdf' && kind.type !== 'document'))
    return { target, isDocument: false, warnings: [] }
  const { converted, warnings } = await read(
    {
      bytes: body,
      contentType,
      filename,
      base: url,
      uri: url,
      pages: null,
      password: null,
      tables: true,
      to: ['html', 'text'],
      furniture,
      images: 'placeholder',
      imageMark: '',
      chunk: { by: 'heading', maxTokens: 500, mergePeers: true },
    },
    kind.name,
    { context, endsAtMs },
  )
  const { html = '', text = '', errors, format } = converted
  const [reason] = warnings
  if (text === '' && reason !== undefined)
    throw extractError('unsupported_document', `The target is ${kind.name}: ${reason.detail}`)
  const detail = `The target is ${kind.name} (${format}); this is what the document reader makes of it. The docling extractor has options for it.`
  return {
    target: { ...target, body: null, html, kind: { type: 'page', name: 'a page', reader: null } },
    isDocument: true,
    warnings: [
      { code: 'document_read', detail },
      ...warnings,
      ...errors.map((error) => ({
        code: error.code,
        detail: error.page === null ? error.detail : `Page ${error.page}: ${error.detail}`,
      })),
    ],
  }
}

/** With the kind of the target before what the reader says against it. */
async function read(
  task: ConvertTask,
  kind: string,
  scope: Parameters<typeof convertWithOcr>[2],
): ReturnType<typeof convertWithOcr> {
  try {
    return await convertWithOcr(task, {}, scope)
  } catch (error) {
    if (!(error instanceof SurveyorError) || error.code !== 'unsupported_document') throw error
    const detail = `The target is ${kind}, not a page, and the document reader (docling) cannot read it: ${error.message}`
    throw extractError('unsupported_document', detail, { cause: error })
  }
}
