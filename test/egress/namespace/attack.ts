// Runs inside the private network: sends every target through one way out and prints what was reached, as one JSON
// line.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import { fetch as plainFetch, ProxyAgent } from 'undici'
import { createEgress, type Egress } from '#platform/egress/egress.ts'
import { createForwardProxy } from '#platform/egress/forward-proxy.ts'
import type { ProxyRoute } from '#platform/egress/proxied/proxy-route.ts'
import { startLocalProxy, type LocalProxy } from '#test/support/sites/local-proxies.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { CANARY_TEXT, startCanary } from './canary.ts'
import { startNameServer } from './dns-server.ts'
import { HOSTILE, PUBLIC, PUBLIC_ADDRESSES, type Target } from './targets.ts'

export interface AttackReport {
  readonly door: string
  readonly hostile: number
  /** Fetches of hostile targets, repetitions counted. */
  readonly attempts: number
  readonly public: number
  /** Connections that should not have been: `address port`, each once. */
  readonly leaked: string[]
  /** How many connections those were. */
  readonly leakedConnections: number
  /** Public targets that the canary did not answer. */
  readonly publicMissed: string[]
}

/** Sends a target through the door; the text that came back in this time, or null. */
type Door = (target: Target, giveUpMs: number) => Promise<string | null>

const PUBLIC_PORTS: ReadonlySet<string> = new Set(['80', '443', '3000', '8080', '8443'])
const AT_ONCE = 16
/** For what should not be reached: most are refused at once, and a connection counts however it ends. */
const GIVE_UP_MS = 4000
/** For what must be answered, on any machine. */
const PATIENCE_MS = 120_000

const doors: Readonly<Record<string, () => Promise<{ door: Door; close: () => Promise<void> }>>> = {
  /** The control: whatever the network lets through. */
  async plain() {
    return {
      door: async ({ url }, giveUpMs) => {
        const answer = await plainFetch(url, { signal: AbortSignal.timeout(giveUpMs) })
        return answer.text()
      },
      close: async () => {},
    }
  },
  async egress() {
    const egress = openEgress()
    return {
      door: async (target, giveUpMs) => fetched(egress, target, giveUpMs),
      close: async () => egress[Symbol.asyncDispose](),
    }
  },
  /** Proxies of a pool, which connect to whatever they are asked for. */
  'through-http': async () => throughProxy('http'),
  'through-socks5': async () => throughProxy('socks5'),
  /** A browser whose forward proxy goes through one of a pool. */
  async 'proxy-through-http'() {
    const upstream = await startUpstream('http')
    const egress = openEgress()
    const route = egress.openRoute({ url: upstream.url, dns: 'local' })
    const proxy = await createForwardProxy({ allow: [], hosts: [], log: silentLogger }, { route })
    const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: false })
    return {
      door: async ({ url }, giveUpMs) => {
        const answer = await plainFetch(url, { dispatcher, signal: AbortSignal.timeout(giveUpMs) })
        return answer.text()
      },
      close: async () => {
        await dispatcher.destroy()
        await proxy[Symbol.asyncDispose]()
        await route[Symbol.asyncDispose]()
        await egress[Symbol.asyncDispose]()
        await upstream.stop()
      },
    }
  },
  /** A client that follows redirects by itself, every hop through the proxy. */
  async proxy() {
    const proxy = await createForwardProxy({ allow: [], hosts: [], log: silentLogger })
    const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: false })
    return {
      door: async ({ url }, giveUpMs) => {
        const answer = await plainFetch(url, { dispatcher, signal: AbortSignal.timeout(giveUpMs) })
        return answer.text()
      },
      close: async () => {
        await dispatcher.destroy()
        await proxy[Symbol.asyncDispose]()
      },
    }
  },
  /** Raw request lines, with hosts as no well-behaved client would write them. */
  async 'proxy-raw'() {
    const proxy = await createForwardProxy({ allow: [], hosts: [], log: silentLogger })
    const { port } = new URL(proxy.url)
    return {
      door: async ({ url }, giveUpMs) => {
        const direct = await rawAnswer(
          Number(port),
          giveUpMs,
          `GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
        )
        const authority = /^https?:\/\/([^/?#\s]+)/i.exec(url)?.[1] ?? ''
        const withPort = /:\d+$/.test(authority)
          ? authority
          : `${authority}:${url.startsWith('https') ? 443 : 80}`
        const tunnelled = await rawAnswer(
          Number(port),
          giveUpMs,
          `CONNECT ${withPort} HTTP/1.1\r\nhost: x\r\n\r\n`,
          'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        )
        return direct.includes(CANARY_TEXT) && tunnelled.includes(' 200 ') ? CANARY_TEXT : null
      },
      close: async () => {
        await proxy[Symbol.asyncDispose]()
      },
    }
  },
}

const openEgress = (): Egress =>
  createEgress({
    settings: {
      allow: [],
      hosts: [],
      contact: null,
      hostDelayMs: 0,
      hostConcurrency: 64,
      productVersion: '0',
    },
    log: silentLogger,
  })

async function fetched(
  egress: Egress,
  { url }: Target,
  giveUpMs: number,
  route?: ProxyRoute,
): Promise<string> {
  const answer = await egress.fetch({
    url,
    maxBytes: 1_000_000,
    deadlineMs: giveUpMs,
    ...(route === undefined ? {} : { route }),
  })
  return Buffer.from(answer.body).toString()
}

/** At a public address, as the guard wants it. */
const startUpstream = async (protocol: 'http' | 'socks5'): Promise<LocalProxy> =>
  startLocalProxy({ protocol, isEverywhere: true, host: [...PUBLIC_ADDRESSES][0] ?? '' })

async function throughProxy(
  protocol: 'http' | 'socks5',
): Promise<{ door: Door; close: () => Promise<void> }> {
  const upstream = await startUpstream(protocol)
  const egress = openEgress()
  const route = egress.openRoute({ url: upstream.url, dns: 'local' })
  return {
    door: async (target, giveUpMs) => fetched(egress, target, giveUpMs, route),
    close: async () => {
      if (upstream.asked.length === 0) throw new Error('The proxy was never asked.')
      await route[Symbol.asyncDispose]()
      await egress[Symbol.asyncDispose]()
      await upstream.stop()
    },
  }
}

function rawAnswer(port: number, giveUpMs: number, first: string, inside?: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(first))
    const timer = setTimeout(() => socket.destroy(), giveUpMs)
    socket.on('data', (chunk) => {
      if (text === '' && inside !== undefined) socket.write(inside)
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
}

/** `kind` narrows the hostile targets to one kind, `rounds` repeats them. */
async function run(doorName: string, kind: string | undefined, rounds: number): Promise<AttackReport> {
  const names = await startNameServer()
  const canary = await startCanary()
  const authority = readFileSync(path.join(import.meta.dirname, '..', 'fixtures', 'authority.pem'), 'utf8')
  setDefaultCACertificates([...rootCertificates, authority])
  const { door, close } = await (doors[doorName] as (typeof doors)[string])()

  const publicMissed: string[] = []
  const raw = doorName === 'proxy-raw'
  const publicTargets = PUBLIC.filter(
    ({ kind, url }) => !raw || (kind !== 'redirect' && kind !== 'https' && !/ü/.test(url)),
  )
  await all(publicTargets, async (target) => {
    const text = await door(target, PATIENCE_MS).catch(() => null)
    if (text === null || !text.includes(CANARY_TEXT)) publicMissed.push(target.url)
  })
  const chosen = HOSTILE.filter((target) => kind === undefined || target.kind === kind)
  const hostile = chosen.flatMap((target) =>
    Array.from({ length: (target.times ?? 1) * rounds }, () => target),
  )
  await all(hostile, async (target) => {
    await door(target, GIVE_UP_MS).catch(() => null)
  })
  await close()
  canary.close()
  names.close()

  const leaked = canary.accepted.filter((line) => {
    const [address = '', port = ''] = line.split(' ')
    return !PUBLIC_ADDRESSES.has(address) || !PUBLIC_PORTS.has(port)
  })
  return {
    door: doorName,
    hostile: chosen.length,
    attempts: hostile.length,
    public: publicTargets.length,
    leaked: [...new Set(leaked)],
    leakedConnections: leaked.length,
    publicMissed,
  }
}

async function all(targets: readonly Target[], work: (target: Target) => Promise<void>): Promise<void> {
  const queue = [...targets]
  const worker = async (): Promise<void> => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) await work(target)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const [, , doorName = '', kind, rounds = '1'] = process.argv
console.log(JSON.stringify(await run(doorName, kind, Number(rounds))))
