// Keeps the JSON that the scripts of a page fetch, while the page is open: bounded in number and in bytes.
import type { CDPSession, Page, Request } from 'playwright-core'
import type { BrowserVisit, CapturedResponse } from '#extract/browser/visit.ts'
import { mediaTypeEssence } from '#kit/http/media-type.ts'

/**
 * The responses so far, in the order of their ends, those of frames in other processes last; `isCut`: some that were
 * wanted are left out.
 */
export interface Captures {
  all(): Promise<{ readonly responses: readonly CapturedResponse[]; readonly isCut: boolean }>
}

/** Decoded; a longer one is left out. The browser itself keeps no more of it. */
const MAX_BODY_BYTES = 2 * 1_024 ** 2
const MAX_TOTAL_BYTES = 8 * 1_024 ** 2
/** Requests under way that are followed at once. */
const MAX_FOLLOWED = 1_000
/** Requests that the session of the page has seen, so that none is told twice. */
const MAX_REMEMBERED = 10_000
const JSON_TYPE = /^(?:application|text)\/(?:[\w.+-]*\+)?(?:json|x-json)$/i

interface Followed {
  readonly url: string
  readonly method: string
  status: number
  mediaType: string
  bytes: number
}

export async function captureResponses(
  page: Page,
  session: CDPSession,
  { accepts, max }: NonNullable<BrowserVisit['capture']>,
): Promise<Captures> {
  const followed = new Map<string, Followed>()
  const reading: Promise<CapturedResponse | null>[] = []
  const requested = new Set<string>()
  let waiting = 0
  let elsewhere = Promise.resolve()
  let totalBytes = 0
  let isCut = false

  const read = async (requestId: string, seen: Followed): Promise<CapturedResponse | null> => {
    try {
      const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId })
      const text = base64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
      const { url, method, status, mediaType } = seen
      return { url, method, status, mediaType, text }
    } catch {
      // The page has gone on to another one, or the browser has dropped it.
      isCut = true
      return null
    }
  }

  const takeOfFrame = async (request: Request, before: Promise<void>): Promise<void> => {
    await before
    waiting -= 1
    if (requested.has(keyOf(request.method(), request.url()))) return
    const read = await readOfFrame(request).catch(() => 'cut' as const)
    if (read === null) return
    const bytes = read === 'cut' ? Infinity : Buffer.byteLength(read.text)
    const isTooMuch = bytes > MAX_BODY_BYTES || totalBytes + bytes > MAX_TOTAL_BYTES
    if (read === 'cut' || isTooMuch || reading.length >= max) isCut = true
    else {
      totalBytes += bytes
      reading.push(Promise.resolve(read))
    }
  }

  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if ((type !== 'XHR' && type !== 'Fetch') || !accepts(request.url)) return
    if (followed.size >= MAX_FOLLOWED) isCut = true
    else {
      if (requested.size < MAX_REMEMBERED) requested.add(keyOf(request.method, request.url))
      followed.set(requestId, {
        url: request.url,
        method: request.method,
        status: 0,
        mediaType: '',
        bytes: 0,
      })
    }
  })
  // The session of a page does not see the frames that Chromium keeps in a process of their own; Playwright does. One
  // after the other, for each body is in memory whole.
  page.on('requestfinished', (request) => {
    if (!isOfFrame(request, page) || !accepts(request.url())) return
    if (waiting >= MAX_FOLLOWED || requested.size === MAX_REMEMBERED) {
      isCut = true
      return
    }
    waiting += 1
    elsewhere = takeOfFrame(request, elsewhere)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const seen = followed.get(requestId)
    if (seen === undefined) return
    seen.status = response.status
    seen.mediaType = response.mimeType
    if (!JSON_TYPE.test(response.mimeType)) followed.delete(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const seen = followed.get(requestId)
    if (seen !== undefined) seen.bytes += dataLength
  })
  session.on('Network.loadingFailed', ({ requestId }) => followed.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId }) => {
    const seen = followed.get(requestId)
    if (seen === undefined || !followed.delete(requestId) || seen.bytes === 0) return
    const isTooMuch = seen.bytes > MAX_BODY_BYTES || totalBytes + seen.bytes > MAX_TOTAL_BYTES
    if (isTooMuch || reading.length >= max) isCut = true
    else {
      totalBytes += seen.bytes
      reading.push(read(requestId, seen))
    }
  })
  await session.send('Network.enable', {
    maxResourceBufferSize: MAX_BODY_BYTES,
    maxTotalBufferSize: MAX_TOTAL_BYTES,
  })
  return {
    async all() {
      await elsewhere
      const responses = (await Promise.all(reading)).filter((response) => response !== null)
      return { responses, isCut }
    },
  }
}

function keyOf(method: string, url: string): string {
  return `${method} ${url}`
}

function isOfFrame(request: Request, page: Page): boolean {
  const type = request.resourceType()
  return (
    (type === 'xhr' || type === 'fetch') &&
    request.serviceWorker() === null &&
    request.frame() !== page.mainFrame()
  )
}

/** Null: no JSON; `cut`: more of it than is kept. */
async function readOfFrame(request: Request): Promise<CapturedResponse | 'cut' | null> {
  const response = await request.response()
  const mediaType = mediaTypeEssence(response?.headers()['content-type'])
  if (response === null || !JSON_TYPE.test(mediaType)) return null
  const { responseBodySize } = await request.sizes()
  if (responseBodySize > MAX_BODY_BYTES) return 'cut'
  const text = (await response.body()).toString('utf8')
  if (text === '') return null
  return { url: request.url(), method: request.method(), status: response.status(), mediaType, text }
}
