// Hands a document to the docling-serve that the operator names, and gives its answer in our shape.
import type { ExtractContext, ExtractPeerFetch, ExtractorHost } from '#extract/context.ts'
import { extractError, statusError } from '#extract/errors.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { DoclingJson } from './docling-schema.ts'
import type { DoclingData, DoclingInput } from './options.ts'

export interface DoclingServe {
  readonly baseUrl: string
  /** Null where it asks for none. */
  readonly key: string | null
  readonly fetch: ExtractPeerFetch
}

export interface ServedDocument {
  readonly bytes: Uint8Array
  /** Null for a document without a name. */
  readonly filename: string | null
  /** Whether it is a page of the request, which has no name to tell its format by. */
  readonly isPage: boolean
  readonly endsAtMs: number
}

const SETTING = 'doclingServeUrl'
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
/** The fields of our answer and how docling-serve calls them. */
const FIELDS = { md: 'md_content', html: 'html_content', text: 'text_content' } as const

/** Null where the operator names none. */
export function doclingServeOf({
  settings,
  peerFetch,
}: Pick<ExtractorHost, 'settings' | 'peerFetch'>): DoclingServe | null {
  const baseUrl = settings[SETTING]
  if (typeof baseUrl !== 'string' || baseUrl === '' || peerFetch === undefined) return null
  const { doclingServeKey } = settings
  const key = typeof doclingServeKey === 'string' && doclingServeKey !== '' ? doclingServeKey : null
  return { key, baseUrl: baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl, fetch: peerFetch }
}

/** Throws `unsupported_document` for a conversion that failed, and `upstream_changed` for another answer than expected. */
export async function convertByServe(
  serve: DoclingServe,
  { bytes, filename, isPage, endsAtMs }: ServedDocument,
  input: DoclingInput,
  { signal }: Pick<ExtractContext, 'signal'>,
): Promise<Omit<DoclingData, 'url'>> {
  // The name and the boundary of each part are written by the form.
  const name = filename ?? (isPage ? 'document.html' : 'document')
  const form = new Response(formOf(bytes, name, input, endsAtMs - performance.now()))
  const { status, body } = await serve.fetch(SETTING, {
    url: `${serve.baseUrl}/v1/convert/file`,
    method: 'POST',
    headers: {
      'content-type': form.headers.get('content-type') ?? '',
      accept: 'application/json',
      ...(serve.key === null ? {} : { 'x-api-key': serve.key }),
    },
    body: new Uint8Array(await form.arrayBuffer()),
    maxBytes: MAX_ANSWER_BYTES,
    deadlineMs: endsAtMs - performance.now(),
    signal,
  })
  if (status === 415 || status === 422)
    throw extractError(
      'unsupported_document',
      `The docling-serve refuses the document with the status ${status}.`,
    )
  if (status !== 200) throw statusError(status, `The docling-serve answers with the status ${status}.`)
  return dataOf(parseAnswer(body), filename, input)
}

function formOf(bytes: Uint8Array, filename: string, input: DoclingInput, leftMs: number): FormData {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(bytes)]), filename)
  for (const each of input.to ?? ['md', 'json']) if (each !== 'chunks') form.append('to_formats', each)
  form.append('image_export_mode', input.images ?? 'placeholder')
  form.append('do_ocr', String(input.ocr !== 'never'))
  form.append('force_ocr', String(input.ocr === 'force'))
  for (const language of input.ocrLanguages ?? []) form.append('ocr_lang', language)
  form.append('do_table_structure', String(input.tables !== 'off'))
  form.append('table_mode', input.tables === 'fast' ? 'fast' : 'accurate')
  form.append('document_timeout', String(Math.max(1, Math.floor(leftMs / 1_000))))
  form.append('abort_on_error', 'false')
  // It takes one range: pages between those that were asked for come along.
  const pages = (input.pages ?? '')
    .split(/[,-]/)
    .filter((page) => page !== '')
    .map(Number)
  if (pages.length > 0) {
    form.append('page_range', String(Math.min(...pages)))
    form.append('page_range', String(Math.max(...pages)))
  }
  return form
}

/** Without the nulls that it may write for fields it does not have: the tools of docling leave both out. */
function parseAnswer(body: Uint8Array): object {
  try {
    const answer: unknown = JSON.parse(
      new TextDecoder().decode(body),
      (_, value: unknown) => value ?? undefined,
    )
    if (typeof answer === 'object' && answer !== null) return answer
  } catch {
    // The same as any other answer that is no object.
  }
  throw extractError('upstream_changed', 'The docling-serve answers with something other than a JSON object.')
}

const fieldOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined

function dataOf(answer: object, filename: string | null, input: DoclingInput): Omit<DoclingData, 'url'> {
  const status = fieldOf(answer, 'status')
  const errors = errorsOf(fieldOf(answer, 'errors'))
  if (status === 'failure' || status === 'skipped') {
    const detail = errors[0]?.detail ?? 'it does not say why'
    throw extractError('unsupported_document', `The docling-serve could not convert the document: ${detail}`)
  }
  if (status !== 'success' && status !== 'partial_success')
    throw extractError('upstream_changed', 'The docling-serve answers without a known `status`.')
  const wantsJson = (input.to ?? ['json']).includes('json')
  const document = fieldOf(answer, 'document')
  const json: unknown = fieldOf(document, 'json_content')
  const count = (name: string): number | null => {
    const list = fieldOf(json, name)
    return Array.isArray(list) ? list.length : null
  }
  const pages = fieldOf(json, 'pages')
  if (wantsJson && (typeof json !== 'object' || json === null))
    throw extractError('upstream_changed', 'The docling-serve gives no json_content.')
  if (wantsJson) checkDocument(json)
  const texts: Partial<Pick<DoclingData, 'markdown' | 'html' | 'text'>> = {}
  for (const form of input.to ?? ['md', 'json']) {
    if (form === 'json' || form === 'chunks') continue
    const text = fieldOf(document, FIELDS[form])
    if (typeof text !== 'string')
      throw extractError('upstream_changed', `The docling-serve gives no ${FIELDS[form]}.`)
    texts[form === 'md' ? 'markdown' : form] = text
  }
  return {
    filename,
    format: null,
    title: null,
    status,
    ...texts,
    ...(wantsJson && typeof json === 'object' && json !== null ? { document: json } : {}),
    pageErrors: errors,
    needsOcr: [],
    ocrPages: null,
    stats: {
      pages: typeof pages === 'object' && pages !== null ? Object.keys(pages).length : null,
      tables: count('tables'),
      pictures: count('pictures'),
      ocrPages: null,
    },
  }
}

/** Throws `upstream_changed` for a document of another shape than the version that is answered here. */
function checkDocument(json: unknown): void {
  const [problem] = inputProblems(DoclingJson, json)
  if (problem === undefined) return
  const detail = `The json_content of the docling-serve is no DoclingDocument 1.10.0: ${problem.pointer}: ${problem.detail}`
  throw extractError('upstream_changed', detail)
}

function errorsOf(errors: unknown): DoclingData['pageErrors'] {
  if (!Array.isArray(errors)) return []
  return errors.map((error: unknown) => {
    const page = fieldOf(error, 'page_no')
    const message = fieldOf(error, 'error_message')
    const code = fieldOf(error, 'category') ?? fieldOf(error, 'component_type')
    return {
      page: typeof page === 'number' && Number.isInteger(page) ? page : null,
      code: typeof code === 'string' ? code : 'unknown',
      detail: typeof message === 'string' ? message : 'It gives no message.',
    }
  })
}
