// Clients of the pool: each leases, fetches through the proxy, releases, again and again, until the process ends or is killed.
// Arguments: the URL of crawl, the domains with their ports (`strict.test=8123,…`), how many clients, the time of a lease.
// Prints one line for each lease: `<domain> <proxy> <outcome>`.
import { createEgress } from '#platform/egress/egress.ts'
import { ProxyFailure } from '#platform/egress/proxied/proxy-failure.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import type { LeasedProxy, ProxyOutcome } from '#contract/crawl/learned/proxy.ts'

const [, , crawl = '', ports = '', clients = '1', ttlMs = '2000'] = process.argv
const sites = ports.split(',').map((entry) => {
  const [domain = '', port = ''] = entry.split('=')
  return { domain, port }
})
const egress = createEgress({
  settings: {
    allow: ['127.0.0.0/8'],
    hosts: sites.map(({ domain, port }) => `${domain}=127.0.0.1:${port}`),
    contact: null,
    hostDelayMs: 0,
    hostConcurrency: 100,
    productVersion: '0',
  },
  log: silentLogger,
})

const post = async (path: string, body: unknown): Promise<Response> =>
  fetch(crawl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function through(
  { proxy }: LeasedProxy,
  domain: string,
): Promise<{ outcome: ProxyOutcome; bytes: number }> {
  await using route = egress.openRoute({ url: proxy.url, dns: proxy.dns })
  try {
    const url = `http://${domain}/`
    const answer = await egress.fetch({ url, maxBytes: 100_000, deadlineMs: 30_000, robots: 'ignore', route })
    return { outcome: answer.status === 403 ? 'blocked' : 'ok', bytes: route.bytes }
  } catch (error) {
    return { outcome: error instanceof ProxyFailure ? error.fault : 'timeout', bytes: route.bytes }
  }
}

async function client(index: number): Promise<void> {
  for (let turn = index; ; turn += 1) {
    const { domain } = sites[turn % sites.length] ?? { domain: '' }
    const answer = await post('/api/proxy/lease', {
      targetDomain: domain,
      ttlMs: Number(ttlMs),
      waitMs: 5_000,
    })
    if (answer.status !== 201) {
      const problem = (await answer.json()) as { reason?: string }
      process.stdout.write(`${domain} - ${problem.reason ?? 'error'}\n`)
      continue
    }
    const lease = (await answer.json()) as LeasedProxy
    const { outcome, bytes } = await through(lease, domain)
    process.stdout.write(`${domain} ${lease.proxy.id} ${outcome}\n`)
    await post('/api/proxy/release', { leaseId: lease.leaseId, outcome, bytes })
  }
}

// Ends with the process that started it, however that one ends.
process.stdin.on('close', () => process.exit(0)).resume()
await Promise.all(Array.from({ length: Number(clients) }, async (_, index) => client(index)))
