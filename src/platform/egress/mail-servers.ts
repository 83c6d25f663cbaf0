// Whether a domain takes mail, asked from the name servers alone: nothing is sent to a mail server.
import { Resolver } from 'node:dns/promises'
import { errorCode } from '#kit/unknown-values.ts'

/** What of a resolver it takes. */
export type MailResolver = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>

/**
 * True where a mail server is named (RFC 5321 5.1), or none and the domain itself has an address; false where there is no
 * such domain, or one that says it takes no mail (RFC 7505); null where the name servers do not tell.
 */
export type AcceptsMail = (domain: string) => Promise<boolean | null>

/** The answer that the name, or a record of this kind, is not there. */
const ABSENT: ReadonlySet<string | null> = new Set(['ENODATA', 'ENOTFOUND'])

/** Without `resolver` those of the system are asked, each for at most two times two seconds. */
export function createAcceptsMail(resolver?: MailResolver): AcceptsMail {
  return async (domain) => {
    // A new one for each question notices soon that a laptop changed its network.
    const names = resolver ?? new Resolver({ timeout: 2_000, tries: 2 })
    try {
      const servers = await names.resolveMx(domain)
      // A single server without a name is the way to say that there is none.
      if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '' && exchange !== '.')
    } catch (error) {
      if (!ABSENT.has(errorCode(error))) return null
    }
    const found = await Promise.allSettled([names.resolve4(domain), names.resolve6(domain)])
    if (found.some((each) => each.status === 'fulfilled' && each.value.length > 0)) return true
    const isAbsent = found.every((each) => each.status === 'fulfilled' || ABSENT.has(errorCode(each.reason)))
    return isAbsent ? false : null
  }
}
