// Reads a document, and where its pages are pictures of text, reads it once more with what OCR finds in them.
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractOcr } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import type { RecognizedPage } from '#parsing/documents/pdf/recognized-text.ts'
import { convertDocument, type Converted, type ConvertTask } from './convert-document.ts'
import { rasterOfPage, rasterOfPicture } from './ocr-raster.ts'
import { engineLanguage } from './ocr-languages.ts'

/** What a request says about OCR. */
export interface OcrRequest {
  /** `force` reads every page by OCR, also those that have text. */
  readonly ocr?: 'auto' | 'never' | 'force'
  /** BCP 47, or as the engine calls them. */
  readonly ocrLanguages?: readonly string[]
}

/** A document that was read, with what its caller should know about it. */
export interface ReadDocument {
  readonly converted: Converted
  readonly warnings: readonly Warning[]
}

interface Scope {
  readonly context: Pick<ExtractContext, 'isolate' | 'ocr' | 'signal' | 'progress'>
  readonly endsAtMs: number
}

const MAX_OCR_PAGES = 200
/** Of the time, for reading the document once more with what was found. */
const LAST_SHARE = 0.15
const LOST: ReadonlySet<string> = new Set(['extract_timeout', 'unsupported_document', 'target_too_large'])
const NO_ENGINE = 'there is no OCR here: it needs the program tesseract'

/**
 * Throws as `convertDocument`, and `validation_failed` for `ocr: "force"` where there is no OCR or not in a language that
 * was named. With `auto`, what cannot be read is a warning.
 */
export async function convertWithOcr(
  task: ConvertTask,
  request: OcrRequest,
  scope: Scope,
): Promise<ReadDocument> {
  const forced = request.ocr === 'force'
  const engine = request.ocr === 'never' ? null : await engineOf(scope)
  const languages = engine === null ? null : languagesOf(engine, request)
  if (forced) checkForced(engine, languages)
  const converted = await convertDocument.run(task, scope)
  const isSeen = converted.format === 'pdf' || converted.format === 'image'
  const wanted = forced && isSeen ? converted.pageNumbers : converted.needsOcr
  if (wanted.length === 0) return { converted, warnings: [] }
  if (engine === null || languages === null)
    return { converted, warnings: [ocrNeeded(converted, engine, request)] }
  const { recognized, warnings } = await recognize(task, converted, wanted, { engine, languages, ...scope })
  if (recognized.length === 0) return { converted, warnings }
  const again = await unlessLost(async () => convertDocument.run({ ...task, recognized }, scope))
  if (again !== null) return { converted: again, warnings }
  return { converted, warnings: [incomplete(0, wanted.length, [])] }
}

/** Null where the time is up or a child does not survive: what was read before is still an answer. */
async function unlessLost<Made>(work: () => Promise<Made>): Promise<Made | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SurveyorError && LOST.has(error.code)) return null
    throw error
  }
}

async function engineOf({ context }: Scope): Promise<ExtractOcr | null> {
  return (await context.ocr?.()) ?? null
}

/** The names of the engine; null where it does not have one of those that were asked for. */
function languagesOf({ languages }: ExtractOcr, { ocrLanguages = [] }: OcrRequest): string[] | null {
  if (ocrLanguages.length === 0) {
    const usual = languages.includes('eng') ? 'eng' : languages[0]
    return usual === undefined ? null : [usual]
  }
  const names = ocrLanguages.map((language) => engineLanguage(language, languages))
  return names.includes(null) ? null : names.filter((name) => name !== null)
}

function checkForced(engine: ExtractOcr | null, languages: readonly string[] | null): void {
  if (engine === null) {
    throw extractError('validation_failed', `\`ocr: "force"\` cannot be done: ${NO_ENGINE}.`, {
      errors: [{ pointer: '/ocr', code: 'needs', detail: NO_ENGINE }],
    })
  }
  if (languages !== null) return
  const detail = `the OCR here reads ${engine.languages.join(', ')}`
  throw extractError('validation_failed', `\`ocrLanguages\` names a language that is not there: ${detail}.`, {
    errors: [{ pointer: '/ocrLanguages', code: 'unknown_name', detail }],
  })
}

function ocrNeeded(
  { needsOcr }: Converted,
  engine: ExtractOcr | null,
  { ocr, ocrLanguages }: OcrRequest,
): Warning {
  const pages = needsOcr.length === 1 ? '1 page holds' : `${needsOcr.length} pages hold`
  const why =
    ocr === 'never'
      ? '`ocr` is `never`'
      : engine === null
        ? NO_ENGINE
        : `it reads ${engine.languages.join(', ')}, and not all of ${(ocrLanguages ?? []).join(', ')}`
  const detail = `${pages} pictures and no text; only OCR could read that, and ${why}.`
  return { code: 'ocr_needed', detail, pointer: '/needsOcr' }
}

interface Recognizing extends Scope {
  readonly engine: ExtractOcr
  readonly languages: readonly string[]
}

/** Page after page, as far as the time and the bounds allow. */
async function recognize(
  { bytes, password }: ConvertTask,
  { format }: Converted,
  pages: readonly number[],
  { engine, languages, context, endsAtMs }: Recognizing,
): Promise<{ recognized: RecognizedPage[]; warnings: Warning[] }> {
  const startedMs = performance.now()
  const ocrEndsAtMs = endsAtMs - Math.min(endsAtMs - startedMs, 300_000) * LAST_SHARE
  const recognized: RecognizedPage[] = []
  const failed: number[] = []
  for (const [at, page] of pages.slice(0, MAX_OCR_PAGES).entries()) {
    if (performance.now() >= ocrEndsAtMs) break
    context.progress({ message: 'Reading pictures of pages.', done: at, total: pages.length })
    const raster = await unlessLost(async () =>
      format === 'pdf'
        ? rasterOfPage.run({ bytes, page, password }, { context, endsAtMs: ocrEndsAtMs })
        : rasterOfPicture.run({ bytes }, { context, endsAtMs: ocrEndsAtMs }),
    )
    const picture = raster?.bytes ?? null
    const lines =
      picture === null ? null : await engine.recognize({ picture, languages, endsAtMs: ocrEndsAtMs })
    if (raster === null || raster.bytes === null || lines === null) failed.push(page)
    else recognized.push({ page, width: raster.width, height: raster.height, lines })
  }
  const warnings =
    recognized.length === pages.length ? [] : [incomplete(recognized.length, pages.length, failed)]
  return { recognized, warnings }
}

function incomplete(read: number, wanted: number, failed: readonly number[]): Warning {
  const which = failed.length === 0 ? '' : `; it failed on ${failed.slice(0, 10).join(', ')}`
  const detail = `OCR read ${read} of ${wanted} pages${which}.`
  return { code: 'ocr_incomplete', detail, pointer: '/needsOcr' }
}
