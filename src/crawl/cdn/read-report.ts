// Reads a report of a CDN: whose it is, and what its evidence says.
import { CdnReport } from '#contract/crawl/learned/cdn.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { findProviders } from '#parsing/cdn/classify-cdn.ts'
import { EVIDENCE_HEADERS } from '#parsing/cdn/provider-marks.ts'
import { entryOf } from '#crawl/workers/run-reports.ts'
import type { ReadReport } from './cdn-record.ts'

/** An older report says nothing of now. */
const MAX_AGE_MS = 86_400_000
/** The clock of a worker may be a little ahead. */
const MAX_AHEAD_MS = 60_000

/** A name of DNS with a port; a longer one fits into no index. */
const MAX_HOST_CHARS = 260

const shapeOf = entryOf(CdnReport)

/** The host of a domain as people write it, with a port that is not the default; null for what is none. */
export function hostOf(domain: string): string | null {
  if (/[@/?#\\\s]/.test(domain)) return null
  const host = URL.parse(`https://${domain}/`)?.host ?? ''
  return host === '' ? null : host
}

/** What is wrong with a report that fits the schema; none for one that can be read. */
export function reportProblems(report: CdnReport): FieldProblem[] {
  const { domain, url, observedAt } = report
  if ((domain === undefined) === (url === undefined))
    return [{ pointer: '', code: 'no_form_fits', detail: 'Must have exactly one of domain and url.' }]
  if (addressOf(report) === null) {
    const pointer = domain === undefined ? '/url' : '/domain'
    return [{ pointer, code: 'format', detail: 'Names no host that can be reached by http or https.' }]
  }
  if (observedAt === undefined) return []
  const ageMs = Date.now() - Date.parse(observedAt)
  return ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS
    ? []
    : [{ pointer: '/observedAt', code: 'out_of_range', detail: 'Must be within the last day.' }]
}

/** Of a report that has no problems. Null for any other value. */
export function readReport(entry: unknown, source: 'worker' | 'client'): ReadReport | null {
  const report = shapeOf(entry)
  if (report === null || reportProblems(report).length > 0) return null
  const address = addressOf(report)
  const registrable = address === null ? null : registrableDomain(address.href)
  if (address === null || registrable === null) return null
  const headers = evidenceHeaders(report.headers ?? {})
  const now = Date.now()
  return {
    domain: address.host,
    registrableDomain: registrable,
    found: findProviders({
      headers,
      ips: report.ips ?? [],
      cnames: report.cnames ?? [],
      cookieNames: report.cookieNames ?? [],
      bodyMarkers: report.bodyMarkers ?? [],
      tlsIssuer: report.tls?.issuer ?? null,
    }),
    // A browser does not tell the cookies of an answer.
    isWhole: report.headers !== undefined && report.engine !== 'browser',
    last: {
      at: report.observedAt === undefined ? now : Math.min(now, Date.parse(report.observedAt)),
      outcome: report.outcome,
      source,
      statusCode: report.statusCode ?? null,
      engine: report.engine ?? null,
      proxyKind: report.proxyKind ?? 'none',
      proxyGroup: report.proxyGroup ?? null,
      jobId: report.jobId ?? null,
    },
  }
}

function addressOf({ domain, url }: CdnReport): URL | null {
  if (domain !== undefined) {
    const host = hostOf(domain)
    return host === null ? null : URL.parse(`https://${host}/`)
  }
  const parsed = URL.parse(url ?? '')
  if (parsed === null || parsed.host.length > MAX_HOST_CHARS) return null
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : null
}

function evidenceHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    if (EVIDENCE_HEADERS.has(lower)) headers[lower] = value
  }
  return headers
}
