// The work of the markdown extractor: gets the page and has it written, a large one by a process of its own.
import type { ExtractContext, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { parseSelector, SelectorError } from '#parsing/html/css-selector.ts'
import { openPage } from '#extract/page/load-page.ts'
import { readFrames } from '#extract/page/read-frames.ts'
import { extractPage, type ExtractedPage, type PageWork } from './extract-page.ts'
import type { MarkdownInput } from './options.ts'

/**
 * A longer page is written in a child process: a hostile one of 20 MB could keep this process busy for a minute, and a
 * child can be killed. A page of this length takes some 20 ms, the worst of fifty that were made for it a second.
 */
const LARGE_CHARS = 500_000
const WRITER = new URL('./write-page.ts', import.meta.url)

export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract } }
}

async function extract(input: unknown, context: ExtractContext): Promise<ExtractorOutput> {
  // The worker has checked the input against the schema of the operation.
  const request = input as MarkdownInput
  checkSelectors(request)
  const page = await openPage(request, context)
  const { frames, warnings: frameWarnings } =
    request.frames === true ? await readFrames(page, request, context) : { frames: [], warnings: [] }
  const { html, url, statusCode, charset, charsetSource } = page
  const work: PageWork = { html, url, statusCode, charset, charsetSource, frames, options: request }
  const size = frames.reduce((sum, frame) => sum + frame.html.length, html.length)
  const { data, warnings, quality } =
    size > LARGE_CHARS
      ? await writeElsewhere(work, page.endsAtMs - performance.now(), context)
      : extractPage(work, page.tree())
  return {
    data,
    engine: page.engine,
    warnings: [...frameWarnings, ...warnings],
    quality: { score: quality.score, signals: [...quality.signals] },
    ...(page.response === null ? {} : { response: page.response }),
  }
}

async function writeElsewhere(
  work: PageWork,
  totalMs: number,
  context: ExtractContext,
): Promise<ExtractedPage> {
  const {
    headers: _headers,
    cookies: _cookies,
    httpAuth: _httpAuth,
    html: _html,
    ...options
  } = work.options as MarkdownInput
  const input = Buffer.from(JSON.stringify({ ...work, options }))
  const output = await context.isolate(WRITER, input, { totalMs: Math.max(1, totalMs) })
  // Our own module wrote it.
  return JSON.parse(Buffer.from(output).toString('utf8')) as ExtractedPage
}

/** Throws `validation_failed` for what the schema cannot see; nothing is fetched for such an input. */
function checkSelectors({ include, exclude, mainContent }: MarkdownInput): void {
  if (include !== undefined && mainContent !== 'selector') {
    throw extractError('validation_failed', '`include` needs `mainContent: "selector"`.', {
      errors: [{ pointer: '/include', code: 'needs', detail: 'needs mainContent to be selector' }],
    })
  }
  for (const [field, selectors] of Object.entries({ include, exclude })) {
    selectors?.forEach((selector, at) => {
      try {
        parseSelector(selector)
      } catch (error) {
        if (!(error instanceof SelectorError)) throw error
        throw extractError('validation_failed', error.message, {
          errors: [{ pointer: `/${field}/${at}`, code: 'selector', detail: error.message }],
        })
      }
    })
  }
}
