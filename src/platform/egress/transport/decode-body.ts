// Decodes a Content-Encoding while counting the output, so that a bomb costs no more than the limit.
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { errorCode } from '#kit/unknown-values.ts'

/** The encodings that we ask for. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** The largest window that RFC 9659 lets a server use; the library's own limit would be 128 MiB for each body. */
const ZSTD_WINDOW_LOG = 23
/** Decodes a stream that breaks off as far as it goes. */
const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }

/**
 * The decoded body, at most `maxBytes` long; with `cut` a longer body is cut there, and one of gzip or deflate that breaks
 * off is taken as far as it goes. Throws `target_too_large`, and `target_protocol_error` for broken data, data that break
 * off, and more than one encoding. An unknown encoding is left as it is.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
  cut = false,
): Promise<Buffer> {
  const encodings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > 1) {
    throw new SurveyorError('target_protocol_error', 'The target encoded its answer more than once.')
  }
  const decoder = body.length === 0 ? null : decoderOf(encodings[0], body, cut ? LENIENT : {})
  if (decoder !== null) {
    return collected(decoder, body, maxBytes, cut).catch(async (error: unknown) => {
      // Many servers leave out the checksum at the end, which browsers do not miss.
      const at =
        error instanceof SurveyorError && breaksOff(error.cause) ? dataStart(encodings[0], body) : null
      if (at === null) throw error
      return collected(createInflateRaw(), body.subarray(at), maxBytes, cut)
    })
  }
  if (body.length <= maxBytes) return body
  if (cut) return body.subarray(0, maxBytes)
  throw tooLarge(maxBytes)
}

/** `target_too_large`, with the limit. */
export function tooLarge(maxBytes: number): SurveyorError {
  return new SurveyorError('target_too_large', `The target is larger than ${maxBytes} bytes.`)
}

type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>

/** RFC 9110 means the zlib format; many servers send raw deflate. */
const isZlib = (body: Buffer): boolean => ((body[0] ?? 0) & 0x0f) === 8

function decoderOf(
  encoding: string | undefined,
  body: Buffer,
  options: Partial<typeof LENIENT>,
): Decoder | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(options)
    case 'deflate':
      return isZlib(body) ? createInflate(options) : createInflateRaw(options)
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })
    default:
      return null
  }
}

/** Where the deflate stream begins in a format that ends with a checksum; null for others and where it does not begin. */
function dataStart(encoding: string | undefined, body: Buffer): number | null {
  if (encoding === 'deflate') return isZlib(body) ? ZLIB_HEADER_BYTES : null
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return null
  const flags = body[3] ?? 0
  let at: number = GZIP_HEADER_BYTES
  if ((flags & GZIP_FLAGS.extra) !== 0) at += 2 + (body[at] ?? 0) + 256 * (body[at + 1] ?? 0)
  for (const text of [GZIP_FLAGS.name, GZIP_FLAGS.comment]) {
    if ((flags & text) === 0) continue
    const end = body.indexOf(0, at)
    if (end === -1) return null
    at = end + 1
  }
  return (flags & GZIP_FLAGS.headerCheck) === 0 ? at : at + 2
}

/** RFC 1950. */
const ZLIB_HEADER_BYTES = 2
/** RFC 1952: after these come the parts that the flags name, in this order: extra, name, comment, check. */
const GZIP_HEADER_BYTES = 10
const GZIP_FLAGS = { headerCheck: 2, extra: 4, name: 8, comment: 16 } as const

/** The error of all of these decoders for data that end too early. */
const breaksOff = (cause: unknown): boolean => errorCode(cause) === 'Z_BUF_ERROR'

function collected(decoder: Decoder, body: Buffer, maxBytes: number, cut: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    decoder.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= maxBytes) return
      decoder.destroy()
      if (cut) resolve(Buffer.concat(chunks, maxBytes))
      else reject(tooLarge(maxBytes))
    })
    decoder.once('end', () => resolve(Buffer.concat(chunks, bytes)))
    decoder.once('error', (cause) => {
      const how = breaksOff(cause) ? 'breaks off before its end' : 'is broken'
      const detail = `The compressed answer of the target ${how}.`
      reject(new SurveyorError('target_protocol_error', detail, { cause }))
    })
    decoder.end(body)
  })
}
