// A map that shows at most 120 places of a view, as Google's does. It answers as many requests as it is allowed to and
// holds the others, so that an experiment decides how far a search comes.
import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { distanceM, type LatLng } from '#kit/geo/geometry.ts'
import { googlePlace, googleText, searchAnswer } from '#test/support/google/google-payloads.ts'

export interface CappedMap extends AsyncDisposable {
  readonly url: string
  /** Where all its places lie. */
  readonly bbox: readonly [west: number, south: number, east: number, north: number]
  /** The number of requests answered so far. */
  readonly answered: number
  /** How many of those had been answered before. */
  readonly repeated: number
  /** Answers so many more, those that are held first. */
  allow(count: number): void
  /** Resolves after so many answers from now on, or when `signal` aborts. */
  after(count: number, signal: AbortSignal): Promise<void>
}

const PAGE = 20
const MAX_RESULTS = 120
const COLUMNS = 80
const STEP_DEG = 0.0005
const [WEST, SOUTH] = [7.4, 43.7]
/** Spreads the places of a page over the whole view. */
const SCATTER = 7_919

export async function startCappedMap(count: number): Promise<CappedMap> {
  const places = Array.from({ length: count }, (_, i) => {
    const at = (i * SCATTER) % count
    return {
      fid: `0x10:0x${(at + 1).toString(16)}`,
      name: `Cafe ${at + 1}`,
      lng: WEST + (at % COLUMNS) * STEP_DEG,
      lat: SOUTH + Math.floor(at / COLUMNS) * STEP_DEG,
    }
  })
  const held = new Set<{
    readonly response: ServerResponse
    readonly request: string
    readonly text: string
  }>()
  const asked = new Set<string>()
  const events = new EventEmitter()
  let [answered, allowed] = [0, 0]

  const answerHeld = (): void => {
    for (const one of held) {
      if (allowed <= 0) break
      held.delete(one)
      allowed -= 1
      answered += 1
      asked.add(one.request)
      one.response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(one.text)
    }
    events.emit('answered')
  }
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://map.test')
    const pb = searchParams.get('pb') ?? ''
    const inView = viewIn(pb)
    const shown = places.filter(inView).slice(0, MAX_RESULTS)
    // Behind its end the map shows the last page again.
    const last = Math.max(0, Math.floor((shown.length - 1) / PAGE) * PAGE)
    const from = Math.min(Number(/!8i(\d+)/.exec(pb)?.[1] ?? 0), last)
    const page = shown.slice(from, from + PAGE).map((place) => googlePlace(place))
    const query = searchParams.get('q') ?? ''
    const one = { response, request: `${query} ${pb}`, text: googleText(searchAnswer(query, page)) }
    held.add(one)
    // Who asked may be killed meanwhile.
    response.once('close', () => held.delete(one))
    answerHeld()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bbox: [
      WEST - STEP_DEG,
      SOUTH - STEP_DEG,
      WEST + COLUMNS * STEP_DEG,
      SOUTH + Math.ceil(count / COLUMNS) * STEP_DEG,
    ],
    get answered() {
      return answered
    },
    get repeated() {
      return answered - asked.size
    },
    allow(more) {
      allowed = more
      answerHeld()
    },
    async after(more, signal) {
      const until = answered + more
      const isOver = () => answered >= until || signal.aborted
      while (!isOver()) await once(events, 'answered', { signal }).catch(() => null)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Whether a place lies in the square that a request looks at. A little beyond is shown, too. */
function viewIn(pb: string): (place: LatLng) => boolean {
  const [, span = '0', lng = '0', lat = '0'] = /!1d([\d.]+)!2d(-?[\d.]+)!3d(-?[\d.]+)/.exec(pb) ?? []
  const center = { lng: Number(lng), lat: Number(lat) }
  const half = Number(span) / 2 + 5
  return (place) =>
    distanceM(center, { lng: place.lng, lat: center.lat }) <= half &&
    distanceM(center, { lng: center.lng, lat: place.lat }) <= half
}
