// Adds to the e-mail addresses found whether their domains take mail.
import type { ExtractContext } from '#extract/context.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Each is a question to name servers; the addresses after them stay unknown. */
const MAX_DOMAINS = 50
const AT_ONCE = 5

/** `mx` of each address: true, false, or null where the name servers do not tell or the time is up. */
export async function withMailServers(
  emails: readonly object[],
  { acceptsMail, signal }: Pick<ExtractContext, 'acceptsMail' | 'signal'>,
  endsAtMs: number,
): Promise<object[]> {
  const domainOf = (email: object): string => String(fieldsOf(email)['value']).split('@').at(-1) ?? ''
  const domains = [...new Set(emails.map(domainOf))].slice(0, MAX_DOMAINS)
  const answers = new Map<string, boolean | null>()
  const ask = async (): Promise<void> => {
    for (let domain = domains.shift(); domain !== undefined; domain = domains.shift()) {
      if (signal.aborted || performance.now() >= endsAtMs) return
      answers.set(domain, (await acceptsMail?.(domain)) ?? null)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return emails.map((email) => ({
    ...email,
    verification: {
      ...fieldsOf(fieldsOf(email)['verification']),
      mx: answers.get(domainOf(email)) ?? null,
    },
  }))
}
