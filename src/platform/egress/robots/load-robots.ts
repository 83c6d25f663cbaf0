// Fetches the robots.txt of an origin through egress, like everything else.
import { startDeadline } from '#platform/egress/transport/deadline.ts'
import type { ExchangeAnswer } from '#platform/egress/transport/exchange.ts'
import type { Guard } from '#platform/egress/guard/guard.ts'
import { nextHop, tooManyRedirects, type Hop } from '#platform/egress/transport/redirect.ts'
import { tooLate } from '#platform/egress/transport/target-error.ts'
import type { Transport } from '#platform/egress/transport/transport.ts'

/** RFC 9309 2.3.1.2: at least five redirects are followed, also to other hosts. */
const MAX_REDIRECTS = 5
const LOAD_MS = 10_000

/** The final answer, its body cut after `maxBytes`. Throws SurveyorError: `too_many_redirects`, `url_not_allowed`, `target_*`. */
export async function loadRobots(
  deps: {
    readonly guard: Guard
    readonly transport: Transport
    readonly headers: Readonly<Record<string, string>>
  },
  origin: string,
  maxBytes: number,
): Promise<ExchangeAnswer> {
  const deadline = startDeadline(LOAD_MS, undefined, () => tooLate('robots.txt of the target'))
  try {
    let hop: Hop = {
      url: new URL('/robots.txt', origin),
      method: 'GET',
      idempotent: true,
      headers: deps.headers,
      body: undefined,
    }
    for (let redirects = 0; ; redirects += 1) {
      deps.guard.checkUrl(hop.url)
      const answer = await deps.transport.send(hop, { maxBytes, cut: true }, deadline.signal)
      const next = nextHop(hop, answer.status, answer.headers['location'])
      if (next === null) return answer
      if (redirects === MAX_REDIRECTS) throw tooManyRedirects(MAX_REDIRECTS)
      hop = next
    }
  } finally {
    deadline.end()
  }
}
