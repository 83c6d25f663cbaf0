// Fetches and inspects the images of a page: several at once, within the time and bytes of the job, each with its own
// outcome.
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractLimiter } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import type { FetchRules } from '#extract/page/load-target.ts'
import { headersTowards } from '#extract/page/target-headers.ts'
import { inspectImage, type InspectedImage, type Wants } from '#extractors/image/inspect/inspect-image.ts'
import { MAX_IMAGE_BYTES, MAX_JOB_BYTES } from '#extractors/image/request/limits.ts'
import type { FoundImage } from '#extractors/image/find/choose-images.ts'

/** What came of one image: its facts, or why there are none. */
export type FetchedImage =
  | { readonly image: InspectedImage; readonly artifactId: string | null }
  | { readonly error: SurveyorError }

/** How the images of a page are asked for, and what of them is wanted. */
export interface FetchImagesOptions {
  readonly pageUrl: string | null
  /** The headers of the request for the page; an image gets those that its origin may see. */
  readonly headers: Readonly<Record<string, string>>
  readonly rules: FetchRules
  /** By `performance.now()`; images not inspected by then end with `extract_timeout`. */
  readonly endsAtMs: number
  readonly wants: Wants
  /** How many images this process holds at once, over all jobs. */
  readonly limiter: ExtractLimiter
  readonly save: (url: string | null, image: InspectedImage) => Promise<string | null>
}

/** For one job: more would only wait for the same host and the same decoder. */
const AT_ONCE = 4
/** Images in the memory of this process: eight of the largest are 200 MB. */
const MAX_HELD = 8
/** Too little to ask a host for anything. */
const MIN_MS = 250
const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8,*/*;q=0.5'
/** These end the job as a whole: nothing that follows could be kept or reported. */
const FATAL = new Set(['lease_lost', 'storage_unavailable', 'draining', 'job_ended'])

/** In the order of `images`. Throws only what ends the job: its signal, and what `FATAL` names. */
export async function fetchImages(
  images: readonly FoundImage[],
  context: ExtractContext,
  options: FetchImagesOptions,
): Promise<FetchedImage[]> {
  const results: FetchedImage[] = []
  const budget = { bytes: MAX_JOB_BYTES }
  let done = 0
  const queue = images.entries()
  const line = async (): Promise<void> => {
    for (const [at, image] of queue) {
      results[at] = await fetchOne(image, context, options, budget)
      done += 1
      context.progress({ done, total: images.length, message: null })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, () => line()))
  } finally {
    // Where one line ended the job, the others find nothing more to fetch.
    queue.toArray()
  }
  return results
}

async function fetchOne(
  image: FoundImage,
  context: ExtractContext,
  options: FetchImagesOptions,
  budget: { bytes: number },
): Promise<FetchedImage> {
  let release: () => void = () => undefined
  try {
    const slot = await options.limiter.acquire('images', {
      concurrency: MAX_HELD,
      intervalMs: 0,
      perDay: null,
      maxWaitMs: remaining(options),
      signal: context.signal,
    })
    release = () => slot.release()
    const file = image.inline === null ? await fetchFile(image, context, options, budget) : inlineFile(image)
    budget.bytes -= file.length
    if (budget.bytes < 0) throw spent()
    const inspected = await inspectImage(file, options.wants, { context, endsAtMs: options.endsAtMs })
    return { image: inspected, artifactId: await options.save(image.url, inspected) }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof SurveyorError)) {
      context.log.error({ err: error }, 'an image could not be looked at')
      return { error: extractError('internal', 'The image could not be looked at.') }
    }
    if (FATAL.has(error.code)) throw error
    // All images of this process share one queue; an image that got no turn ran out of time.
    return { error: error.code === 'rate_limited' && remaining(options) < MIN_MS ? outOfTime() : error }
  } finally {
    release()
  }
}

async function fetchFile(
  { url }: FoundImage,
  context: ExtractContext,
  { pageUrl, headers, rules, ...options }: FetchImagesOptions,
  budget: { readonly bytes: number },
): Promise<Uint8Array> {
  if (url === null || !/^https?:/i.test(url))
    throw extractError('url_not_allowed', 'The address is relative, and the page has none of its own.')
  if (budget.bytes <= 0) throw spent()
  const deadlineMs = remaining(options)
  if (deadlineMs < MIN_MS) throw outOfTime()
  const answer = await context.fetch({
    url,
    headers: {
      ...(pageUrl === null ? {} : { ...headersTowards(headers, pageUrl, url), ...referer(pageUrl, url) }),
      accept: ACCEPT,
    },
    ...rules,
    maxBytes: Math.min(rules.maxBytes, MAX_IMAGE_BYTES),
    deadlineMs,
  })
  if (answer.status >= 400)
    throw extractError('target_http_error', `The image is answered with the status ${answer.status}.`)
  return answer.body
}

function inlineFile({ inline }: FoundImage): Uint8Array {
  if (inline === null) throw new Error('There is no inline image here.')
  if (inline.problem !== null) throw errorOf(inline.problem)
  return Buffer.from(inline.base64, 'base64')
}

/** As browsers do: the whole address within the site, only the site to others, nothing from https to http. */
function referer(pageUrl: string, url: string): { referer?: string } {
  const [from, to] = [URL.parse(pageUrl), URL.parse(url)]
  if (from === null || to === null || (from.protocol === 'https:' && to.protocol === 'http:')) return {}
  from.hash = ''
  from.username = ''
  from.password = ''
  return { referer: from.origin === to.origin ? from.href : `${from.origin}/` }
}

const remaining = ({ endsAtMs }: Pick<FetchImagesOptions, 'endsAtMs'>): number =>
  Math.max(1, Math.round(endsAtMs - performance.now()))

const outOfTime = (): SurveyorError =>
  extractError(
    'extract_timeout',
    'The time of the job ended before this image; `timeoutMs` may be up to 300000.',
  )

const spent = (): SurveyorError =>
  extractError(
    'target_too_large',
    `The images before this one came to the ${MAX_JOB_BYTES} bytes that one job may fetch.`,
  )
