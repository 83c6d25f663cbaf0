// Answers that are files: exports, pictures, PDFs, artifacts.
import { localProblem } from './problem.ts'
import { bytesOf, type Sent } from './read.ts'

/**
 * A file, read once: by `bytes`, `text` or `stream`. Where it is cut off, `bytes` and `text` ask for it again as for any
 * answer, and throw `stream_cut` in the end; a `stream`, of which a part has been used, fails with that at once.
 */
export interface FileResult {
  readonly mediaType: string | null
  /** As the service names it. */
  readonly filename: string | null
  /** Null where it is not known before the end. */
  readonly size: number | null
  /** The job that made it, which has all else; null for a file that no job made. */
  readonly jobId: string | null
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  /** For large files: `Readable.fromWeb(stream)` in Node. */
  stream(): ReadableStream<Uint8Array>
}

/** Throws `invalid_answer` where the answer is of another type than the one that was asked for. */
export async function fileOf(
  sent: Sent,
  accept: string,
  signal: AbortSignal | undefined,
): Promise<FileResult> {
  const { response } = sent
  const { headers } = response
  const mediaType = mediaTypeOf(headers)
  const jobId = headers.get('x-job-id')
  if (!isAccepted(mediaType, accept)) await refuseType(response, accept)
  const read = async <T>(how: (answer: Response) => Promise<T>): Promise<T> => {
    if (response.bodyUsed) throw new TypeError('A file is read once.')
    return sent.read(async (answer) => {
      // Another attempt may be answered otherwise.
      if (!isAccepted(mediaTypeOf(answer.headers), accept)) await refuseType(answer, accept)
      return how(answer)
    })
  }
  const size = headers.get('content-length')
  return {
    mediaType,
    filename: filenameOf(headers.get('content-disposition') ?? ''),
    // Of packed content it is another length.
    size: size === null || headers.has('content-encoding') ? null : Number(size),
    jobId,
    bytes: async () => new Uint8Array(await read(async (answer) => answer.arrayBuffer())),
    text: async () => read(async (answer) => answer.text()),
    stream: () => bytesOf(response, signal),
  }
}

async function refuseType(response: Response, accept: string): Promise<never> {
  await response.body?.cancel()
  throw localProblem('invalid_answer', `There is no single file of the type ${accept}.`, {
    status: response.status,
    retryable: false,
  })
}

/** Null where the answer names none. */
function mediaTypeOf(headers: Headers): string | null {
  return headers.get('content-type')?.split(';', 1)[0]?.trim() ?? null
}

/** `accept` as in the header of that name, without weights. */
export function isAccepted(mediaType: string | null, accept: string): boolean {
  return accept.split(',').some((range) => {
    const wanted = range.trim()
    return (
      wanted === '*/*' ||
      wanted === mediaType ||
      (wanted.endsWith('/*') && mediaType?.startsWith(wanted.slice(0, -1)) === true)
    )
  })
}

/** RFC 6266: the name in UTF-8 goes before the one in ASCII. */
function filenameOf(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // The other one, then.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? null
}
