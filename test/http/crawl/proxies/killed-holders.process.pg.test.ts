// Holders of leases that die by kill -9: the proxy is theirs until the time of the lease is over, and not longer.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import type { LeasedProxy, Proxy, ProxyLease } from '#contract/crawl/learned/proxy.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'

/** Leases and never releases. */
const HOLDER = `
  const [url] = process.argv.slice(1)
  const answer = await fetch(url + '/api/proxy/lease', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ttlMs: 1_000 }),
  })
  console.log(JSON.stringify(await answer.json()))
  setInterval(() => {}, 1_000)`

test('a lease whose holder was killed ends by itself, and the proxy goes to who waits for it', async (t) => {
  const crawl = await startTestCrawl(t)
  const body = { url: 'http://proxy.test', maxConcurrency: 2 }
  const { id } = (await crawl.call<Proxy>('POST', '/api/proxy', { body })).json
  const holders = await Promise.all(
    [1, 2].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, crawl.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      t.after(() => child.kill('SIGKILL'))
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      return { child, lease: JSON.parse(line) as LeasedProxy }
    }),
  )
  for (const { child } of holders) child.kill('SIGKILL')
  const leased = new Set<string>()
  // It waits as long as it has to: the times are those of the database.
  while (leased.size < 2) {
    const answer = await crawl.call<LeasedProxy>('POST', '/api/proxy/lease', { body: { waitMs: 30_000 } })
    if (answer.status === 201) leased.add(answer.json.leaseId)
  }
  const { json } = await crawl.call<{ items: ProxyLease[] }>('GET', '/api/proxy/leases?state=expired')
  assert.deepEqual(
    json.items.map((lease) => lease.id).toSorted(),
    holders.map(({ lease }) => lease.leaseId).toSorted(),
  )
  const { usage, state } = (await crawl.call<Proxy>('GET', `/api/proxy/${id}`)).json
  assert.deepEqual([usage.leased, usage.leases, state], [2, 4, 'healthy'])
  for (const { lease } of holders) {
    const release = { leaseId: lease.leaseId, outcome: 'ok' }
    const late = await crawl.call<{ state: string }>('POST', '/api/proxy/release', { body: release })
    assert.deepEqual([late.status, late.json.state], [200, 'expired'])
  }
})
