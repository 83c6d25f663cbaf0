// For a program that fetches from a network of its own (a browser farm): each request is checked by the guard before it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CheckAddresses } from '#platform/egress/guard/check-addresses.ts'
import { portOf, type Guard } from '#platform/egress/guard/guard.ts'
import type { ProxyRules } from './forward-proxy.ts'

/** The requests of one visit. */
export interface RequestCheck {
  /** Throws SurveyorError for a URL that may not be asked for; the program must not fetch it then. */
  check(url: string): Promise<void>
  /** Bytes that the program says it got. */
  count(bytes: number): void
  readonly bytes: number
  /** Why this URL was refused; null: it was not. */
  failureOf(url: string): SurveyorError | null
}

const MAX_FAILURES = 1_000

/**
 * The name is resolved here and once more by the program, so this is weaker than the forward proxy: a name server that
 * answers the program otherwise gets its request through. What must not be reached has to be out of reach of the farm.
 */
export function createRequestCheck(
  deps: { readonly guard: Guard; readonly checkAddresses: CheckAddresses },
  { blocks = () => false, maxBytes = Infinity, onTooMuch }: ProxyRules = {},
): RequestCheck {
  const { guard, checkAddresses } = deps
  const failures = new Map<string, SurveyorError>()
  /** A page asks for many things of few hosts. */
  const checked = new Map<string, Promise<unknown>>()
  let bytes = 0

  const checkAddress = async (url: URL): Promise<void> => {
    guard.checkUrl(url)
    if (blocks(url.hostname)) throw new SurveyorError('url_not_allowed', 'This host is not asked.')
    if (bytes > maxBytes)
      throw new SurveyorError('target_too_large', 'The targets sent more than may be taken.')
    // The guard has checked a literal; a mapped name is one that the operator named.
    if (isLiteral(url.hostname) || guard.mapped(url.hostname) !== null) return
    const known = checked.get(url.host) ?? checkAddresses(url.hostname, portOf(url))
    checked.set(url.host, known)
    await known
  }

  return {
    async check(text) {
      const url = URL.parse(text)
      if (url === null) throw new SurveyorError('url_not_allowed', 'The URL is not valid.')
      // These hold their content.
      if (url.protocol === 'data:' || url.protocol === 'blob:') return
      try {
        await checkAddress(url)
      } catch (error) {
        if (error instanceof SurveyorError && failures.size < MAX_FAILURES) failures.set(url.host, error)
        throw error
      }
    },
    count(more) {
      const isFirst = bytes <= maxBytes
      bytes += more
      if (isFirst && bytes > maxBytes) onTooMuch?.()
    },
    get bytes() {
      return bytes
    },
    failureOf(text) {
      return failures.get(URL.parse(text)?.host ?? '') ?? null
    },
  }
}

const isLiteral = (hostname: string): boolean => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
