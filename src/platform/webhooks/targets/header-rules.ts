// Which headers a caller may add to a webhook: no header that frames, routes, authenticates to a proxy or is ours.
import type { FieldProblem } from '#contract/problem.ts'
import { pointerStep } from '#kit/json-pointer.ts'

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const VALUE = /^[\x20-\x7e]*$/

const DENIED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  // The metadata services of clouds require these headers, so that a plain forged request cannot read them.
  'metadata',
  'metadata-flavor',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-aws-ec2-metadata-token',
  'x-aws-ec2-metadata-token-ttl-seconds',
  'x-real-ip',
])
const DENIED_BEGINNINGS = ['proxy-', 'sec-', 'webhook-', 'x-forwarded-', 'x-metadata-']

/** The problems of the headers. `pointer` is their place in the body. */
export function headerProblems(headers: Readonly<Record<string, string>>, pointer: string): FieldProblem[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const detail = problemOf(name, value)
    const at = pointer + pointerStep(name.slice(0, 100))
    return detail === null ? [] : [{ pointer: at, code: 'header_not_allowed', detail }]
  })
}

function problemOf(name: string, value: string): string | null {
  const lower = name.toLowerCase()
  if (!NAME.test(name)) return 'This is no name of a header.'
  if (DENIED.has(lower) || DENIED_BEGINNINGS.some((beginning) => lower.startsWith(beginning)))
    return 'This header cannot be chosen.'
  return VALUE.test(value) ? null : 'Must be visible ASCII characters.'
}
