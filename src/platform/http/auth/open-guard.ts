// Keeps a web page from controlling a service without keys (DNS rebinding, cross-site requests).
import type { FastifyRequest } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'

const FOREIGN_PAGE = 'A page of another origin may not call this service.'

/**
 * A check for each request: its Host must be localhost, a loopback address or the name that the service was bound to,
 * and it must not come from a page of another origin, unless the operator named that (`isAllowedPage`). Throws `host_not_allowed`. Browsers send Sec-Fetch-Site to
 * loopback addresses, and Origin with every POST, so a page cannot omit both.
 */
export function openGuard(
  boundHost: string,
  isAllowedPage: (request: FastifyRequest) => boolean = () => false,
): (request: FastifyRequest) => void {
  const bound = boundHost.toLowerCase()
  const allowed = (name: string) => name === bound || isLoopbackName(name)

  return (request) => {
    const { headers, raw } = request
    const host = (headers.host ?? '').toLowerCase()
    const names = [nameOf(host), ...absoluteTarget(raw.url ?? '/')]
    if (!names.every(allowed)) {
      throw refusal('Without keys this service answers only to localhost and the address it is bound to.')
    }
    if (isAllowedPage(request)) return
    const site = headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site') throw refusal(FOREIGN_PAGE)
    refuseForeignOrigin(headers.origin, host)
  }
}

/** Throws `host_not_allowed` for a request of a page of another origin; programs send no Origin. */
export function refuseForeignPage({ headers }: FastifyRequest): void {
  refuseForeignOrigin(headers.origin, (headers.host ?? '').toLowerCase())
}

function refuseForeignOrigin(origin: string | undefined, host: string): void {
  if (origin !== undefined && !isSameOrigin(origin, host)) throw refusal(FOREIGN_PAGE)
}

/** localhost, *.localhost (RFC 6761), 127.0.0.0/8, ::1. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  if (name === '::1') return true
  return /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(name)
}

/** The name in a Host header without port and brackets; '' when it is malformed. */
function nameOf(host: string): string {
  return /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/.exec(host)?.slice(1, 3).find(Boolean) ?? ''
}

/** The host of an absolute-form request target, which takes precedence over Host (RFC 9112 section 3.2.2). */
function absoluteTarget(target: string): string[] {
  if (target.startsWith('/') || target === '*') return []
  return [URL.canParse(target) ? nameOf(new URL(target).host) : '']
}

function isSameOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === withoutDefaultPort(host)
}

function withoutDefaultPort(host: string): string {
  return host.replace(/:80$/, '')
}

function refusal(detail: string): SurveyorError {
  return new SurveyorError('host_not_allowed', detail)
}
