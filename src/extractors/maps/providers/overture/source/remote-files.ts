// Files of Overture places behind HTTP: one file, or the files below a prefix of a bucket, read by ranges.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost, ExtractRequest, ExtractResponse } from '#extract/context.ts'
import { retry } from '#kit/time/retry.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { scanXml } from '#parsing/xml/scan-xml.ts'
import { MAX_FILES, releaseOf, type DataFile } from './data-file.ts'

type Answer = Pick<ExtractResponse, 'status' | 'headers' | 'body'>
type Ask = (request: Omit<ExtractRequest, 'deadlineMs'>) => Promise<Answer>

const SETTING = 'overtureUrl'
/** The bucket of the Overture Maps Foundation counts as the world: the guard and the limits of hosts apply. */
const PUBLIC_HOST = /^overturemaps-[a-z0-9-]+\.s3[a-z0-9.-]*\.amazonaws\.com$/
const DEADLINE_MS = 60_000
const LIST_BYTES = 4 * 1024 * 1024
/** A range is fetched in pieces, so that a broken connection costs no more than one of them. */
const PIECE_BYTES = 8 * 1024 * 1024
const MAX_ATTEMPTS = 4
const BACKOFF = { baseMs: 1_000, factor: 2, capMs: 4_000 }

/** `url` ends in `.parquet`, or in `/` for all such files below it. Throws `source_unavailable`, and what egress throws. */
export async function remoteFiles(
  url: string,
  host: Pick<ExtractorHost, 'fetch' | 'peerFetch'>,
  signal: AbortSignal,
): Promise<DataFile[]> {
  const ask = asker(url, host)
  if (new URL(url).pathname.endsWith('.parquet')) return [await singleFile(url, ask, signal)]
  const entries = await listed(new URL(url), ask, signal)
  if (entries.length === 0) throw unavailable(url, 'there is no .parquet file below it')
  return entries.map((entry) => dataFile(entry, ask))
}

/** A server that the operator named is a peer: dialled by its exact origin, without the limits of public hosts. */
function asker(url: string, { fetch, peerFetch }: Pick<ExtractorHost, 'fetch' | 'peerFetch'>): Ask {
  const isPublic = PUBLIC_HOST.test(new URL(url).hostname)
  const send = isPublic || peerFetch === undefined ? fetch : peerFetch.bind(null, SETTING)
  return (request) => send({ ...request, deadlineMs: DEADLINE_MS, maxRedirects: 0 })
}

interface Entry {
  readonly url: string
  readonly byteLength: number
  readonly etag: string | null
  readonly modifiedAt: string | null
}

/** Its first byte says how long it is. */
async function singleFile(url: string, ask: Ask, signal: AbortSignal): Promise<DataFile> {
  const { status, headers } = await ask({
    url,
    headers: { range: 'bytes=0-0' },
    maxBytes: LIST_BYTES,
    signal,
  })
  const [, length] = /^bytes 0-0\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  if (status !== 206 || length === undefined)
    throw unavailable(url, `the server answers ${status} to a range of it`)
  const modified = Date.parse(headers['last-modified'] ?? '')
  const modifiedAt = Number.isNaN(modified) ? null : new Date(modified).toISOString()
  return dataFile({ url, byteLength: Number(length), etag: headers['etag'] ?? null, modifiedAt }, ask)
}

/** The list of a bucket as S3 gives it (ListObjectsV2), with the path of the address as the prefix. */
async function listed(folder: URL, ask: Ask, signal: AbortSignal): Promise<Entry[]> {
  const prefix = percentDecoded(folder.pathname.slice(1))
  const entries: Entry[] = []
  let token: string | null = null
  do {
    const list = new URL('/', folder)
    list.search = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(token === null ? {} : { 'continuation-token': token }),
    }).toString()
    const { status, body } = await ask({ url: list.href, maxBytes: LIST_BYTES, signal })
    if (status !== 200)
      throw unavailable(folder.href, `the server answers ${status} to the list of its files`)
    const page = readList(Buffer.from(body).toString('utf8'), folder)
    entries.push(...page.entries)
    token = page.nextToken
    if (entries.length > MAX_FILES)
      throw unavailable(folder.href, `there are more than ${MAX_FILES} files below it`)
  } while (token !== null)
  return entries
}

function readList(
  xml: string,
  folder: URL,
): { readonly entries: Entry[]; readonly nextToken: string | null } {
  const entries: Entry[] = []
  let fields: Record<string, string> = {}
  let name = ''
  let nextToken: string | null = null
  scanXml(xml, {
    open(tag) {
      if (tag === 'Contents') fields = {}
      name = tag
    },
    text(text) {
      if (['Key', 'Size', 'ETag', 'LastModified'].includes(name)) fields[name] = (fields[name] ?? '') + text
      if (name === 'NextContinuationToken') nextToken = (nextToken ?? '') + text
    },
    close(tag) {
      name = ''
      const { Key: key = '', Size: size = '', ETag: etag = null, LastModified: modifiedAt = null } = fields
      if (tag !== 'Contents' || !key.endsWith('.parquet') || !/^\d{1,15}$/.test(size)) return
      const path = key.split('/').map(encodeURIComponent).join('/')
      entries.push({ url: new URL(`/${path}`, folder).href, byteLength: Number(size), etag, modifiedAt })
    },
  })
  return { entries, nextToken }
}

function dataFile({ url, byteLength, etag, modifiedAt }: Entry, ask: Ask): DataFile {
  const name = percentDecoded(new URL(url).pathname.split('/').at(-1) ?? url)
  return {
    name,
    byteLength,
    version: `${url} ${byteLength} ${etag ?? modifiedAt ?? ''}`,
    snapshotAt: releaseOf(new URL(url).pathname) ?? modifiedAt,
    async read(start, end, signal) {
      const pieces: Uint8Array[] = []
      for (let from = start; from < end; from += PIECE_BYTES) {
        pieces.push(
          await piece({ url, etag, byteLength }, from, Math.min(end, from + PIECE_BYTES), ask, signal),
        )
      }
      return Buffer.concat(pieces)
    },
  }
}

/** Asks again after what passes by itself, each time for the same bytes of the same version. */
async function piece(
  { url, etag, byteLength }: Pick<Entry, 'url' | 'etag' | 'byteLength'>,
  start: number,
  end: number,
  ask: Ask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const headers = { range: `bytes=${start}-${end - 1}`, ...(etag === null ? {} : { 'if-match': etag }) }
  // What does not pass within this call is returned, for it may pass for a later attempt of the job.
  const askOnce = async (): Promise<Uint8Array | SurveyorError> => {
    const { status, headers: answered, body } = await ask({ url, headers, maxBytes: end - start, signal })
    const isWhole = answered['content-range'] === `bytes ${start}-${end - 1}/${byteLength}`
    if (status === 206 && isWhole && body.length === end - start) return body
    if (status === 412) return unavailable(url, 'it changed while it was read')
    const refusal = unavailable(url, `the server answers ${status} to a range of it`)
    if (status >= 500 || status === 429) throw refusal
    return refusal
  }
  const isRetryable = (error: unknown): boolean => error instanceof SurveyorError && error.retryable
  const answer = await retry(askOnce, { backoff: BACKOFF, maxAttempts: MAX_ATTEMPTS, isRetryable, signal })
  if (answer instanceof SurveyorError) throw answer
  return answer
}

/** The path alone: an address may hold credentials. */
function unavailable(url: string, reason: string): SurveyorError {
  const { host, pathname } = new URL(url)
  return new SurveyorError(
    'source_unavailable',
    `The Overture data at ${host}${pathname} cannot be read: ${reason}.`,
  )
}
