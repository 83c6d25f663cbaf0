// The range look-up in nanoseconds, and what the recorded answers of real hosts show: providers by evidence, and nothing.
import { readFileSync } from 'node:fs'
import { findProviders } from '#parsing/cdn/classify-cdn.ts'
import { providerOfAddress } from '#parsing/cdn/provider-of-address.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'

export const name = 'cdn'
export const about = 'look-up of an address in the ranges of CDNs, providers in recorded answers of 123 hosts'

const ADDRESSES = 4_096
const ROUNDS = 50
/** Of three CDNs, a cloud, and of nobody in the table. */
const PREFIXES = ['2606:4700', '2a04:4e42', '2600:9000', '2600:1f18', '2001:db8']
const RECORDED = 'data/cdn-waf/pagexray-headers/headers-by-host.json'

interface Recorded {
  readonly headers: readonly (readonly [string, string])[]
  readonly setCookieNames: readonly string[]
}

/** Addresses all over the family, the same in each run. */
function addressesOf(family: 'IPv4' | 'IPv6'): string[] {
  let seed = 1
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  return Array.from({ length: ADDRESSES }, () =>
    family === 'IPv4'
      ? [0, 0, 0, 0].map(() => next(256)).join('.')
      : `${PREFIXES[next(PREFIXES.length)]}:${next(65_536).toString(16)}::${next(65_536).toString(16)}`,
  )
}

function lookUps(): void {
  for (const family of ['IPv4', 'IPv6'] as const) {
    const addresses = addressesOf(family)
    const startedAt = performance.now()
    providerOfAddress(addresses[0] ?? '')
    const firstMs = performance.now() - startedAt
    const rounds = Array.from({ length: ROUNDS }, () => {
      const at = performance.now()
      for (const address of addresses) providerOfAddress(address)
      return ((performance.now() - at) * 1e6) / ADDRESSES
    }).toSorted((a, b) => a - b)
    const found = addresses.filter((address) => providerOfAddress(address) !== null).length
    const median = rounds[ROUNDS / 2] ?? 0
    console.log(
      `${family}: ${median.toFixed(0)} ns a look-up with parsing (best ${(rounds[0] ?? 0).toFixed(0)}), ` +
        `${found} of ${ADDRESSES} in a range, first call ${firstMs.toFixed(1)} ms`,
    )
  }
}

function recordedAnswers(): void {
  if (skipWithout(RECORDED) !== false) return console.log(`${name}: the recorded answers are not here`)
  const hosts: Record<string, readonly Recorded[]> = JSON.parse(readFileSync(sharedPath(RECORDED), 'utf8'))
  const counts = new Map<string, number>()
  let without = 0
  for (const answers of Object.values(hosts)) {
    const found = new Set<string>()
    for (const { headers: given, setCookieNames: cookieNames } of answers) {
      const headers: Record<string, string> = {}
      for (const [header, value] of given) headers[header.toLowerCase()] ??= value
      for (const { name: provider, evidence } of findProviders({ headers, cookieNames }))
        found.add(`${provider} by ${evidence.map(({ kind }) => kind).join(' + ')}`)
    }
    if (found.size === 0) without += 1
    for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  console.log(`${Object.keys(hosts).length} hosts, ${without} without any provider`)
  for (const [one, count] of [...counts].toSorted((a, b) => b[1] - a[1])) console.log(`  ${one}: ${count}`)
}

/** Prints the median of 50 rounds for each family, and counts. */
export async function run(): Promise<void> {
  lookUps()
  recordedAnswers()
}
