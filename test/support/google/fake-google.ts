// A map that plays Google's: searches of 20 a page, places, reviews, and what comes in the place of data.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { ExtractPeerFetch } from '#extract/context.ts'
import { googleSpellings } from '#kit/maps/google-ids.ts'
import {
  googlePlace,
  googleText,
  mapPage,
  placeAnswer,
  searchAnswer,
  type MadeGooglePlace,
} from './google-payloads.ts'

interface FakeAnswer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: string
}

/** What of a request beside its path decides about the answer. */
interface FakeRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a test may change while the map serves. */
export interface FakeGoogleOptions {
  readonly places: readonly MadeGooglePlace[]
  /** Whether searches without the form that the page of a search announces are answered by a stub. */
  readonly knowsForm?: boolean
  /** The reviews request: the pages of each place by its feature id; absent: 200 and nothing but null. */
  readonly reviews?: Readonly<Record<string, readonly (readonly unknown[])[]>>
  /** The tier of the places in answers to searches. */
  readonly listed?: 'full' | 'thin'
  /** Whether a form for consent comes first, until it is rejected; `stays`: and after that. Absent: none. */
  readonly consent?: 'once' | 'stays'
  /** Takes over where it answers. */
  readonly respond?: (url: URL) => FakeAnswer | null
}

/** Something that answers as the map does. */
export interface FakeGoogle {
  /** Paths with their queries, in the order of their coming. */
  readonly asked: string[]
  set(options: Partial<FakeGoogleOptions>): void
  /** The bodies of the forms for consent that were sent. */
  readonly choices: string[]
  answer(path: string, request?: FakeRequest): FakeAnswer
  /** The way of an extractor to it, without a socket. */
  readonly peerFetch: ExtractPeerFetch
}

const PAGE = 20
export const NEW_FORM = '!4m1!1d1!2d2!3d3!7i20!8i0!99znew'
export const STUB =
  '<!doctype html><html><head><title>map</title></head><body><div id="app"></div></body></html>'
export const CONSENT: FakeAnswer = {
  status: 302,
  headers: { location: 'https://consent.google.com/m?continue=x' },
  body: '',
}
/** The choice that accepts comes first, as in every language. */
const CONSENT_PAGE = ['false', 'true']
  .map(
    (essentialOnly) =>
      `<form action="https://consent.google.com/save" method="POST"><input type="hidden" name="gl" value="MC">` +
      `<input type="hidden" name="set_eom" value="${essentialOnly}"><button>Weiter &amp; los</button></form>`,
  )
  .join('')
const CONSENT_COOKIES =
  'SOCS=rejected; Domain=.google.com; Path=/; Secure\nNID=7; expires=Fri, 21-May-2027 08:00:00 GMT; Domain=.google.com\nFORM=x; Path=/'
export const SORRY: FakeAnswer = {
  status: 302,
  headers: { location: 'https://www.google.com/sorry/index?continue=x' },
  body: '',
}

export function createFakeGoogle(first: FakeGoogleOptions): FakeGoogle {
  let options = first
  const asked: string[] = []
  const choices: string[] = []

  const search = (url: URL): FakeAnswer => {
    const pb = url.searchParams.get('pb') ?? ''
    if (options.knowsForm === true && !pb.endsWith('!99znew')) return { status: 200, body: STUB }
    const offset = Number(/!8i(\d+)/.exec(pb)?.[1] ?? 0)
    const { listed = 'full' } = options
    const all = options.places.map((place) => googlePlace({ ...place, tier: listed, hasDetails: false }))
    // Behind its end the map shows the last page again.
    const from = Math.min(offset, Math.max(0, Math.floor((all.length - 1) / PAGE) * PAGE))
    return json(searchAnswer(url.searchParams.get('q') ?? '', all.slice(from, from + PAGE)))
  }
  const placeOf = (url: URL): MadeGooglePlace | undefined =>
    options.places.find(({ fid }) => {
      const ids = googleSpellings('google_fid', fid).map(({ value }) => value)
      return ids.includes(url.searchParams.get('ftid') ?? url.searchParams.get('cid') ?? '')
    })
  const consentOf = ({ pathname }: URL, { headers = {}, body = '' }: FakeRequest): FakeAnswer | null => {
    if (options.consent === undefined) return null
    if (pathname === '/m') return { status: 200, body: CONSENT_PAGE }
    if (pathname === '/save') {
      choices.push(body)
      return {
        status: 303,
        headers: { location: 'https://www.google.com/maps', 'set-cookie': CONSENT_COOKIES },
        body: '',
      }
    }
    const isChosen = options.consent === 'once' && headers['cookie'] === 'SOCS=rejected; NID=7'
    return isChosen ? null : CONSENT
  }
  const answer = (path: string, request: FakeRequest = {}): FakeAnswer => {
    const url = new URL(path, 'https://www.google.com')
    asked.push(path)
    const form = consentOf(url, request)
    if (form !== null) return form
    const own = options.respond?.(url) ?? null
    if (own !== null) return own
    if (url.pathname === '/search') return search(url)
    if (url.pathname.startsWith('/maps/search/')) {
      const pb = encodeURIComponent(NEW_FORM)
      return { status: 200, body: mapPage([`/search?tbm=map&q=x&pb=${pb}`], null) }
    }
    if (url.pathname === '/maps/rpc/listugcposts') return reviewsOf(url, options.reviews)
    if (url.pathname === '/maps/preview/place') {
      const place = placeOf(url)
      return place === undefined
        ? json([null])
        : json(placeAnswer(googlePlace({ ...place, hasDetails: true })))
    }
    if (url.pathname === '/maps') {
      const place = placeOf(url)
      if (place === undefined) return { status: 200, body: STUB }
      const thin = googlePlace({ ...place, tier: 'thin' })
      return {
        status: 200,
        body: mapPage([`/maps/preview/place?hl=en&ftid=${place.fid}`], placeAnswer(thin)),
      }
    }
    return { status: 404, body: 'nothing' }
  }
  return {
    asked,
    choices,
    set: (changed) => void (options = { ...options, ...changed }),
    answer,
    peerFetch: async (_setting, request) => {
      const { pathname, search: query } = new URL(request.url)
      const {
        status,
        headers = {},
        body,
      } = answer(pathname + query, {
        headers: request.headers ?? {},
        body: typeof request.body === 'string' ? request.body : '',
      })
      return { status, headers, body: Buffer.from(body) }
    },
  }
}

function reviewsOf(url: URL, reviews: FakeGoogleOptions['reviews']): FakeAnswer {
  const pb = url.searchParams.get('pb') ?? ''
  const fid = /!1s(0x[0-9a-f]+:0x[0-9a-f]+)/.exec(pb)?.[1] ?? ''
  const pages = reviews?.[fid]
  if (pages === undefined) return json([null, null, null, null, null, true])
  const at = Number(/!2spage(\d+)/.exec(pb)?.[1] ?? 0)
  return json([null, at + 1 < pages.length ? `page${at + 1}` : null, pages[at] ?? []])
}

function json(data: unknown): FakeAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: googleText(data),
  }
}

/** The same over a socket, until the test ends; answers its address. */
export async function serveFakeGoogle(t: TestContext, google: FakeGoogle): Promise<string> {
  const server = createServer((request, response) => {
    const { status, headers = {}, body } = google.answer(request.url ?? '/')
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
