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

/** The encodings that we ask for. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** The largest window that RFC 9659 lets a server use; the library's own limit would be 128 MiB for each body. */
const ZSTD_WINDOW_LOG = 23
/** A truncated stream is decoded as far as it goes, as browsers do: many servers leave out the trailer. */
const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }

/**
 * The decoded body, at most `maxBytes` long; with `cut` a longer body is cut there. Throws `target_too_large`, and
 * `target_protocol_error` for broken data or more than one encoding. An unknown encoding is left as it is.
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
  const decoder = body.length === 0 ? null : decoderOf(encodings[0], body)
  if (decoder !== null) return collected(decoder, body, maxBytes, cut)
  if (body.length <= maxBytes) return body
  if (cut) return body.subarray(0, maxBytes)
  throw tooLarge(maxBytes)
}

/** `target_too_large`, with the limit. */
export function tooLarge(maxBytes: number): SurveyorError {
  return new SurveyorError('target_too_large', `The target is larger than ${maxBytes} bytes.`)
}

type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>

function decoderOf(encoding: string | undefined, body: Buffer): Decoder | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(LENIENT)
    case 'deflate':
      // RFC 9110 means the zlib format; many servers send raw deflate.
      return ((body[0] ?? 0) & 0x0f) === 8 ? createInflate(LENIENT) : createInflateRaw(LENIENT)
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })
    default:
      return null
  }
}

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
      reject(
        new SurveyorError('target_protocol_error', 'The compressed answer of the target is broken.', {
          cause,
        }),
      )
    })
    decoder.end(body)
  })
}
