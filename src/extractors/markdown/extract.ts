// The work of the markdown extractor: gets the page and has it written.
import {
  checkedOperation,
  type ExtractContext,
  type ExtractorInstance,
  type ExtractorOutput,
} from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { parseSelector, SelectorError } from '#parsing/html/css-selector.ts'
import { openReadable } from '#extract/document/document-page.ts'
import { optionsOf } from '#extract/page/page-request.ts'
import { readFrames } from './read-frames.ts'
import type { MarkdownInput } from './options.ts'
import { writePage } from './write-page.ts'

export async function create(): Promise<ExtractorInstance> {
  return { operations: { extract: checkedOperation<MarkdownInput>(extract) } }
}

async function extract(request: MarkdownInput, context: ExtractContext): Promise<ExtractorOutput> {
  checkSelectors(request)
  const { page, isDocument, warnings: readWarnings } = await openReadable(request, context)
  const { frames, warnings: frameWarnings } =
    request.frames === true ? await readFrames(page, request, context) : { frames: [], warnings: [] }
  const { html, url, statusCode, charset, charsetSource, tree, endsAtMs } = page
  const { data, warnings, quality } = await writePage.run(
    {
      html,
      url,
      statusCode,
      engine: page.engine,
      charset,
      charsetSource,
      frames,
      options: optionsFor(request, isDocument),
      tree,
    },
    { context, endsAtMs },
  )
  return {
    data,
    engine: page.engine,
    warnings: [...readWarnings, ...frameWarnings, ...warnings],
    quality: { score: quality.score, signals: [...quality.signals] },
    ...(page.response === null ? {} : { response: page.response }),
  }
}

/** The reader of documents has left out what is not content already. */
function optionsFor(
  request: MarkdownInput,
  isDocument: boolean,
): ReturnType<typeof optionsOf<MarkdownInput>> {
  const options = optionsOf(request)
  return isDocument && options.mainContent !== 'selector' ? { ...options, mainContent: 'full' } : options
}

/** Throws `validation_failed` for what the schema cannot see; nothing is fetched for such an input. */
function checkSelectors({ include, exclude, mainContent }: MarkdownInput): void {
  if (include !== undefined && mainContent !== 'selector') {
    throw extractError('validation_failed', '`include` needs `mainContent: "selector"`.', {
      errors: [{ pointer: '/include', code: 'needs', detail: 'needs mainContent to be selector' }],
    })
  }
  if (include === undefined && mainContent === 'selector') {
    throw extractError('validation_failed', '`mainContent: "selector"` needs `include`.', {
      errors: [{ pointer: '/include', code: 'required', detail: 'needs the selectors of what to take' }],
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
