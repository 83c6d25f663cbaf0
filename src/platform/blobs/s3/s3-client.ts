// Signed requests to an S3-compatible store, with retries.
import type { Readable } from 'node:stream'
import aws4 from 'aws4'
import type { BackoffPolicy } from '#kit/time/backoff.ts'
import type { Clock } from '#kit/time/clock.ts'
import { retry } from '#kit/time/retry.ts'
import { storageFault } from '#platform/blobs/storage-fault.ts'
import type { Peer, PeerAnswer, PeerRequest, PeerStream } from '#platform/egress/peer.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { S3Location } from './s3-location.ts'

/** A key pair for AWS Signature Version 4. */
export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** One request, which may be sent several times. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Relative to the prefix; null for the bucket itself. Needs no encoding. */
  readonly key: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Opened for each attempt. */
  readonly body?: { readonly bytes: number; readonly sha256: string; readonly open: () => Readable }
  /** Any other status, except the retryable ones, is an error. */
  readonly expected: readonly number[]
  readonly timeoutMs?: number
  /** 5 by default. */
  readonly attempts?: number
  readonly signal?: AbortSignal
}

/** Both throw `storage_unavailable`, or the reason of the signal. */
export interface S3Client {
  send(request: S3Request): Promise<PeerAnswer>
  /** As `send`, but the body is streamed. */
  stream(request: S3Request): Promise<PeerStream>
}

const ATTEMPTS = 5
const BACKOFF: BackoffPolicy = { baseMs: 200, factor: 3, capMs: 5_000 }
/** SlowDown is a 503; 400 RequestTimeout means that a body did not arrive in time. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])
const PASSING_CODES = new Set(['RequestTimeout', 'OperationAborted'])
const TIMEOUT_MS = 30_000
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** The message of the store is for the log: its codes name the problem of a key or a bucket. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly status: number
  /** Whether the store asks to send the request again. */
  readonly retryable: boolean

  constructor(method: string, status: number, code: string) {
    super(`${method} was answered with ${status} ${code}`)
    this.status = status
    this.retryable = PASSING.has(status) || PASSING_CODES.has(code)
  }
}

/** Repeats a request when the store asks for it (408, 429, 5xx) and when the connection breaks. */
export function createS3Client(deps: {
  /** To the origin of the location. */
  readonly peer: Peer
  readonly location: S3Location
  readonly credentials: S3Credentials
  readonly clock: Clock
  readonly log: Logger
}): S3Client {
  const { peer, location, credentials, clock, log } = deps
  const { host } = new URL(location.origin)

  const outgoing = ({
    method,
    key,
    query = {},
    headers = {},
    body,
    timeoutMs,
    signal,
  }: S3Request): PeerRequest => {
    const parameters = new URLSearchParams(query).toString()
    const path = key === null ? location.bucketPath || '/' : `${location.bucketPath}/${location.prefix}${key}`
    const target = parameters === '' ? path : `${path}?${parameters}`
    const signed = aws4.sign(
      {
        service: 's3',
        region: location.region,
        method,
        path: target,
        headers: {
          ...headers,
          host,
          'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256,
          ...(body === undefined ? {} : { 'content-length': String(body.bytes) }),
        },
      },
      { ...credentials },
    )
    return {
      method,
      path: target,
      headers: textsOf(signed.headers ?? {}),
      ...(body === undefined ? {} : { rawBody: body.bytes === 0 ? '' : body.open() }),
      timeoutMs: timeoutMs ?? TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    }
  }

  /** The answer of the first attempt that the store does not ask to retry. */
  const persistently = async <A extends { readonly status: number }>(
    request: S3Request,
    ask: (outgoing: PeerRequest) => Promise<A>,
    textOf: (answer: A) => Promise<string>,
  ): Promise<A> => {
    const { method, expected, attempts: maxAttempts = ATTEMPTS, signal } = request
    const askOnce = async (): Promise<A> => {
      const answer = await ask(outgoing(request))
      if (expected.includes(answer.status)) return answer
      const code = /<Code>(\w{1,100})<\/Code>/.exec(await textOf(answer))?.[1] ?? 'no code'
      throw new S3Refusal(method, answer.status, code)
    }
    try {
      return await retry(askOnce, {
        backoff: BACKOFF,
        maxAttempts,
        isRetryable: (error) => !(error instanceof S3Refusal) || error.retryable,
        onRetry: (err, attempt) => log.debug({ err, attempt }, 'the blob store is asked again'),
        signal,
        clock,
      })
    } catch (error) {
      throw signal?.aborted === true ? error : storageFault(error)
    }
  }

  return {
    send: (request) =>
      persistently(
        request,
        (ready) => peer.request(ready),
        async ({ text }) => text,
      ),
    stream: (request) => persistently(request, (ready) => peer.stream(ready), problemText),
  }
}

const PROBLEM_BYTES = 65_536

/** Reads an unwanted answer; its connection is free after this. */
async function problemText({ body }: PeerStream): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > PROBLEM_BYTES) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Headers with one value each, as all of ours and those of the signature are. */
function textsOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' || typeof value === 'number') texts[name] = String(value)
  }
  return texts
}
