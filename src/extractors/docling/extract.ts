// The work of the docling extractor: gets the document, has it read, and keeps its pictures.
import { randomUUID } from 'node:crypto'
import { Compile } from 'typebox/schema'
import type { Warning } from '#contract/crawl/result.ts'
import type { ExtractContext, ExtractorHost, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import type { Converted } from '#extract/document/convert-document.ts'
import { convertWithOcr } from '#extract/document/convert-with-ocr.ts'
import { extractError, checkStatus } from '#extract/errors.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { pageEvidence, pageIn } from '#extract/page/load-page.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import { convertByServe, doclingServeOf, type DoclingServe } from './docling-serve.ts'
import { DoclingInput, type DoclingData } from './options.ts'
import { unused, unusedWarnings } from './unused-options.ts'
import { pagesOf } from '#extract/document/document-options.ts'

const ACCEPT =
  'application/pdf,application/vnd.openxmlformats-officedocument.*;q=0.9,text/html;q=0.9,*/*;q=0.8'
const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024
const MAX_ARTIFACTS = 200
/** A wall is short; of a longer page its beginning is enough to see that it is none. */
const MAX_CLASSIFIED = 2_000_000

export async function create(
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'>,
): Promise<ExtractorInstance> {
  const serve = doclingServeOf(host)
  const checked = Compile(DoclingInput)
  return {
    operations: {
      extract: (input, context) => extract(checked.Parse(input), context, serve),
    },
  }
}

async function extract(
  input: DoclingInput,
  context: ExtractContext,
  serve: DoclingServe | null,
): Promise<ExtractorOutput> {
  const pages = pagesOf(input.pages)
  const maxResponseBytes = input.maxResponseBytes ?? MAX_DOCUMENT_BYTES
  const target = await loadTarget({ ...input, maxResponseBytes }, context, {
    accept: ACCEPT,
    maxBytes: MAX_DOCUMENT_BYTES,
  })
  const { statusCode, response, engine, url } = target
  checkStatus(statusCode)
  const bytes = target.body ?? Buffer.from(target.html ?? '')
  if (bytes.length === 0) throw extractError('empty_content', 'The document is empty.')
  const ofPage = checkPage(target)
  const filename = input.filename ?? target.filename ?? nameIn(url)
  const shared = response === null ? {} : { response }
  if (serve !== null) {
    const file = { bytes, filename, isPage: target.html !== null, endsAtMs: target.endsAtMs }
    const data = await convertByServe(serve, file, input, context)
    const warnings = [
      ...ofPage,
      ...(input.to?.includes('chunks') === true ? [NO_CHUNKS] : []),
      ...unusedWarnings(input, { format: null, pageCount: null }),
      ...(input.password === undefined ? [] : [unused('password', 'a docling-serve takes none')]),
      ...(input.cells === 'shown' ? [unused('cells', 'a docling-serve gives values')] : []),
    ]
    return { data: { url, ...data } satisfies DoclingData, engine: 'docling-serve', warnings, ...shared }
  }
  const imageMark = `surveyor-picture-${randomUUID()}-`
  const { converted, warnings } = await convertWithOcr(
    {
      bytes,
      contentType: contentTypeOf(target),
      filename,
      base: url,
      uri: url,
      pages,
      password: input.password ?? null,
      tables: input.tables !== 'off',
      cells: input.cells ?? 'values',
      to: input.to ?? ['md', 'json'],
      images: input.images ?? 'placeholder',
      imageMark,
      chunk: {
        by: input.chunk?.by ?? 'heading',
        maxTokens: input.chunk?.maxTokens ?? 500,
        mergePeers: input.chunk?.mergePeers ?? true,
      },
    },
    input,
    { context, endsAtMs: target.endsAtMs },
  )
  const addresses = await savePictures(converted, context)
  const data = referTo(dataOf(converted, url, filename), imageMark, addresses)
  const { ocrPages } = converted
  return {
    data,
    engine,
    warnings: [...ofPage, ...warnings, ...warningsOf(converted), ...unusedWarnings(input, converted)],
    ...(ocrPages.length === 0 ? {} : { provenance: { text: { ocr: true, pages: ocrPages } } }),
    ...shared,
  }
}

/** Throws as `loadPage` for a page that is a wall or empty; any other document is classified by its reader. */
function checkPage(target: LoadedTarget): readonly Warning[] {
  const { response, kind, body, html } = target
  if (response === null || kind.type !== 'page') return []
  const page = pageIn({
    ...target,
    body: body?.subarray(0, MAX_CLASSIFIED) ?? null,
    html: html?.slice(0, MAX_CLASSIFIED) ?? null,
  })
  return pageEvidence(page, {}).warnings
}

const NO_CHUNKS: Warning = {
  code: 'chunks_unavailable',
  detail: 'The docling-serve that converts documents here is not asked for chunks.',
  pointer: '/to',
}

/** A submitted page is HTML; a file without a type is told by its bytes. */
const contentTypeOf = ({ html, contentType }: LoadedTarget): string | null =>
  html === null ? contentType : 'text/html; charset=utf-8'

/** The last step of the path; null where it has none. */
function nameIn(url: string | null): string | null {
  const name = url === null ? '' : (new URL(url).pathname.split('/').at(-1) ?? '')
  return name === '' ? null : percentDecoded(name).slice(0, 255)
}

/** The address of each picture; null beyond the number that is kept. */
async function savePictures(
  { pictures }: Pick<Converted, 'pictures'>,
  context: Pick<ExtractContext, 'saveArtifact'>,
): Promise<(string | null)[]> {
  const addresses: (string | null)[] = []
  for (const [at, { mediaType, base64, width, height }] of pictures.entries()) {
    const size = width > 0 && height > 0 ? { width, height } : {}
    const bytes = Buffer.from(base64, 'base64')
    addresses.push(
      at < MAX_ARTIFACTS
        ? (await context.saveArtifact({ kind: 'image', mediaType, bytes, ...size })).href
        : null,
    )
  }
  return addresses
}

/** Puts the addresses where the marks of the pictures stand, in every form of the answer. */
function referTo(data: DoclingData, mark: string, addresses: readonly (string | null)[]): DoclingData {
  if (addresses.length === 0) return data
  const pattern = new RegExp(`${mark}(\\d+)`, 'g')
  const refer = (text: string): string =>
    text.replace(pattern, (_, number: string) => addresses[Number(number)] ?? '#picture-not-kept')
  const { document, markdown, html } = data
  // The addresses need no escapes in JSON.
  const referred: unknown = document === undefined ? undefined : JSON.parse(refer(JSON.stringify(document)))
  return {
    ...data,
    ...(typeof referred === 'object' && referred !== null ? { document: referred } : {}),
    ...(markdown === undefined ? {} : { markdown: refer(markdown) }),
    ...(html === undefined ? {} : { html: refer(html) }),
  }
}

function dataOf(converted: Converted, url: string | null, filename: string | null): DoclingData {
  const { format, title, errors, needsOcr, ocrPages, pageCount, tableCount, pictureCount } = converted
  const { document, markdown, html, text, chunks } = converted
  return {
    url,
    filename,
    format,
    title,
    status: errors.length === 0 ? 'success' : 'partial_success',
    ...(document === undefined ? {} : { document }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(html === undefined ? {} : { html }),
    ...(text === undefined ? {} : { text }),
    ...(chunks === undefined
      ? {}
      : {
          chunks: chunks.map((chunk) => ({
            ...chunk,
            headings: [...chunk.headings],
            pageNumbers: [...chunk.pageNumbers],
            docItems: [...chunk.docItems],
          })),
        }),
    pageErrors: errors.map((error) => ({ ...error })),
    needsOcr: [...needsOcr],
    ocrPages: [...ocrPages],
    stats: { pages: pageCount, tables: tableCount, pictures: pictureCount, ocrPages: ocrPages.length },
  }
}

function warningsOf({ pictures, hidden }: Converted): Warning[] {
  const { rows, columns } = hidden
  const kept = `Of ${pictures.length} pictures ${MAX_ARTIFACTS} are kept; the others have no address.`
  const left = `Hidden lines with something in them are left out: ${counted(rows, 'row')}, ${counted(columns, 'column')}.`
  return [
    ...(pictures.length > MAX_ARTIFACTS ? [{ code: 'cut', detail: kept }] : []),
    ...(rows + columns > 0 ? [{ code: 'hidden_left_out', detail: left, pointer: '/cells' }] : []),
  ]
}

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`
