// A browser of a farm that the operator named (SURVEYOR_BROWSER_URL), over the Chrome DevTools protocol.
import type { ConnectOverCDPTransport } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { isRecord } from '#kit/unknown-values.ts'
import { openPeerSocket } from '#platform/egress/peer-socket.ts'
import { createPeer } from '#platform/egress/peer.ts'
import type { BrowserProcess } from './browser-process.ts'
import { createFarmGuard } from './farm-guard.ts'

const CONNECT_TIMEOUT_MS = 15_000
const WHAT = 'The browser farm (SURVEYOR_BROWSER_URL)'

/**
 * `url`: the WebSocket of a farm or of one browser (`ws:`, `wss:`), or the address that tells it (`http:`, `https:`, at
 * `/json/version`). Closing it ends our contexts, not the browser. Throws `browser_unavailable`.
 */
export async function connectFarm(url: string): Promise<BrowserProcess> {
  const transport: ConnectOverCDPTransport = {
    send: (message) => guard.fromPlaywright(message),
    close: () => void socket.close(),
  }
  const guard = createFarmGuard({
    toFarm: (text) => socket.send(text),
    toPlaywright: (message) => transport.onmessage?.(message),
    onBroken: () => void socket.close(),
  })
  const socket = await openPeerSocket({
    url: await socketUrl(url),
    onText: (text) => guard.fromFarm(text),
    onClose: () => transport.onclose?.(),
    timeoutMs: CONNECT_TIMEOUT_MS,
    unavailableCode: 'browser_unavailable',
    what: WHAT,
  }).catch((cause: unknown) => {
    throw awayFor(cause, cause instanceof SurveyorError ? cause.message : undefined)
  })
  try {
    const { chromium } = await import('playwright-core')
    const browser = await chromium.connectOverCDP(transport, {
      timeout: CONNECT_TIMEOUT_MS,
      noDefaults: true,
    })
    const end = async (): Promise<void> => socket.close()
    return {
      browser,
      get alive() {
        return browser.isConnected()
      },
      memoryBytes: async () => null,
      close: end,
      kill: end,
      expect: (proxyUrl, requests) => guard.expect(proxyUrl, requests),
    }
  } catch (cause) {
    await socket.close()
    throw new SurveyorError('browser_unavailable', `${WHAT} does not speak as Chromium does.`, { cause })
  }
}

/** A farm that is away may be back at the next attempt of a job. */
const awayFor = (cause: unknown, detail = `${WHAT} cannot be reached.`): SurveyorError =>
  new SurveyorError('browser_unavailable', detail, { cause, retryable: true })

/** The version of its browser, `156.0.8078.79`. Throws `browser_unavailable`. */
export async function farmVersion(url: string): Promise<string> {
  const farm = await connectFarm(url)
  try {
    return farm.browser.version()
  } finally {
    await farm.close()
  }
}

/** An address of a browser tells where its WebSocket is; the operator's host and port stay. */
async function socketUrl(address: string): Promise<string> {
  const url = URL.parse(address)
  if (url === null) throw new SurveyorError('browser_unavailable', `${WHAT} is no address.`)
  if (url.protocol === 'ws:' || url.protocol === 'wss:') return url.href
  await using peer = createPeer({
    origin: url.origin,
    name: 'The browser farm',
    unavailableCode: 'browser_unavailable',
  })
  const asking = peer.request({
    method: 'GET',
    path: `/json/version${url.search}`,
    timeoutMs: CONNECT_TIMEOUT_MS,
  })
  const { body } = await asking.catch((cause: unknown) => {
    throw awayFor(cause)
  })
  const told = isRecord(body) ? URL.parse(String(body['webSocketDebuggerUrl'])) : null
  if (told === null) throw new SurveyorError('browser_unavailable', `${WHAT} names no WebSocket.`)
  const socket = new URL(told.pathname + (told.search || url.search), url)
  socket.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return socket.href
}
