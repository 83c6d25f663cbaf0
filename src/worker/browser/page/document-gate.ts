// Stops the requests of a page that we have a say in: the page itself and its redirects, and what is not to be loaded.
import type { CDPSession } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { BrowserVisit } from '#extract/browser/visit.ts'
import type { EgressVisit } from '#platform/egress/visit.ts'

export interface DocumentGate {
  /** Why the page itself was not let through; null: it was. */
  readonly refusal: Error | null
}

/** The names of CDP for what a caller may leave out. */
const RESOURCE_TYPES = { image: 'Image', font: 'Font', media: 'Media', stylesheet: 'Stylesheet' } as const

/** What Fetch.requestPaused tells (Chrome DevTools protocol, Fetch domain). */
interface Paused {
  readonly requestId: string
  readonly frameId: string
  readonly resourceType: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}

/**
 * Robots.txt and the slot at the host are asked for the page and for each redirect of it. The headers of the caller are
 * sent to the origin of the page only: Chromium would take them along a redirect.
 */
export async function openDocumentGate(
  session: CDPSession,
  mainFrameId: string,
  visit: BrowserVisit,
  door: EgressVisit,
): Promise<DocumentGate> {
  const origin = new URL(visit.url).origin
  const own = Object.entries(visit.headers)
  const blocked = (visit.blockResources ?? []).map((name) => RESOURCE_TYPES[name])
  let refusal: Error | null = null
  let isGiven = visit.html !== undefined

  const headersFor = (request: Paused['request']): { name: string; value: string }[] => {
    const isOwn = URL.parse(request.url)?.origin === origin
    const sent = Object.entries(request.headers).filter(
      ([name]) => !own.some(([own_]) => own_ === name.toLowerCase()),
    )
    return [...sent, ...(isOwn ? own : [])].map(([name, value]) => ({ name, value }))
  }

  const answer = async ({ requestId, frameId, resourceType, request }: Paused): Promise<void> => {
    if (blocked.some((type) => type === resourceType)) {
      return void (await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }))
    }
    const isMain = resourceType === 'Document' && frameId === mainFrameId
    if (isMain && isGiven) {
      isGiven = false
      return void (await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
        body: Buffer.from(visit.html ?? '').toString('base64'),
      }))
    }
    if (isMain) {
      try {
        await door.admit(request.url)
      } catch (error) {
        refusal =
          error instanceof Error ? error : new SurveyorError('url_not_allowed', 'The URL is not allowed.')
        return void (await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }))
      }
    }
    await session.send('Fetch.continueRequest', {
      requestId,
      ...(own.length > 0 ? { headers: headersFor(request) } : {}),
    })
  }

  session.on('Fetch.requestPaused', (paused) => {
    // The page may be gone when the answer is there.
    answer(paused).catch(() => undefined)
  })
  await session.send('Fetch.enable', {
    patterns:
      own.length > 0
        ? [{ urlPattern: '*' }]
        : (['Document', ...blocked] as const).map((resourceType) => ({ resourceType })),
  })
  return {
    get refusal() {
      return refusal
    },
  }
}
