// Resolves a name into all its addresses without blocking the thread pool.
import { lookup, Resolver } from 'node:dns/promises'
import { errorCode } from '#kit/unknown-values.ts'

/** Every address of the name, IPv4 first; throws when there is none. */
export type ResolveName = (hostname: string) => Promise<string[]>

/**
 * A resolver reads the list of name servers when it is made. A short life lets it notice soon that a laptop changed its
 * network.
 */
const RESOLVER_LIFE_MS = 60_000

/**
 * Asks c-ares first. `getaddrinfo` blocks one of four pool threads for as long as a hostile name server keeps silent,
 * and four such names would stop every other look-up and all decompression. Names that only the system knows (a hosts
 * file, mDNS) are then asked from the system, which answers at once. A name without a dot is asked from the system
 * only.
 *
 * A name that is asked for while it is looked up gets the same answer: a page with thirty pictures of one host would ask
 * sixty times at once, and name servers drop what comes so fast.
 */
export function createResolveName(): ResolveName {
  let resolver = new Resolver({ timeout: 2000, tries: 2 })
  let madeAt = performance.now()
  const underWay = new Map<string, Promise<string[]>>()

  const resolve = async (hostname: string): Promise<string[]> => {
    if (!hostname.replace(/\.$/, '').includes('.')) return systemAddresses(hostname)
    if (performance.now() - madeAt > RESOLVER_LIFE_MS) {
      resolver = new Resolver({ timeout: 2000, tries: 2 })
      madeAt = performance.now()
    }
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value : []),
      ...(v6.status === 'fulfilled' ? v6.value : []),
    ]
    if (found.length > 0) return found
    if (isSilence(v4) || isSilence(v6)) throw new Error('The name servers did not answer.')
    return systemAddresses(hostname)
  }

  return (hostname) => {
    const asked = underWay.get(hostname)
    if (asked !== undefined) return asked
    const asking = resolve(hostname).finally(() => underWay.delete(hostname))
    underWay.set(hostname, asking)
    return asking
  }
}

async function systemAddresses(hostname: string): Promise<string[]> {
  const known = await lookup(hostname, { all: true })
  return known.map((entry) => entry.address)
}

function isSilence(outcome: PromiseSettledResult<string[]>): boolean {
  return outcome.status === 'rejected' && errorCode(outcome.reason) === 'ETIMEOUT'
}
