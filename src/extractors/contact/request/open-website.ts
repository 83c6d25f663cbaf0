// Opens the first page of a website, whose address people know without its scheme and its `www.`.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { openReadable, type ReadablePage } from '#extract/document/document-page.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import type { ContactInput } from './options.ts'

/** Nobody answers there: no name, no connection, no TLS. */
const NOBODY: ReadonlySet<string> = new Set(['target_dns_error', 'target_connect_error', 'target_tls_error'])
/** Any of these may tell a secret to who listens to a connection without TLS. */
const CREDENTIALS = ['headers', 'cookies', 'httpAuth', 'referer'] as const
/** Less is not enough for another address. */
const MIN_LEFT_MS = 250

/**
 * Where nobody answers at the root of a host, its other spellings are tried: with `www.` or without, then both by http.
 * Throws what the address that was named throws.
 */
export async function openWebsite(input: ContactInput, context: ExtractContext): Promise<ReadablePage> {
  const endsAtMs = performance.now() + (input.timeoutMs ?? Number.POSITIVE_INFINITY)
  const open = async (request: ContactInput): Promise<ReadablePage> => openPage(request, context)
  try {
    return await open(input)
  } catch (error) {
    if (!isNobody(error)) throw error
    for (const url of otherSpellings(input)) {
      const left = Math.floor(endsAtMs - performance.now())
      if (left < MIN_LEFT_MS || context.signal.aborted) break
      try {
        return await open({ ...input, url, timeoutMs: left })
      } catch (other) {
        if (!isNobody(other)) throw other
      }
    }
    throw error
  }
}

/** A page or a document of a website. The letterhead and the footer of a document have its contacts. */
export async function openPage(request: PageRequest, context: ExtractContext): Promise<ReadablePage> {
  return openReadable(request, context, { furniture: true })
}

const isNobody = (error: unknown): boolean => error instanceof SurveyorError && NOBODY.has(error.code)

function otherSpellings(input: ContactInput): string[] {
  const url = URL.parse(input.url ?? '')
  if (url === null || url.pathname !== '/' || url.search !== '' || url.protocol !== 'https:') return []
  if (url.username !== '' || CREDENTIALS.some((name) => input[name] !== undefined)) return []
  const { host } = url
  const domain = registrableDomain(url.href)
  const other =
    host === domain && host.includes('.') && !/^[\d.:[\]]+$/.test(host)
      ? [`www.${host}`]
      : host === `www.${domain}`
        ? [host.slice(4)]
        : []
  return [...other.map((each) => `https://${each}/`), ...[host, ...other].map((each) => `http://${each}/`)]
}
