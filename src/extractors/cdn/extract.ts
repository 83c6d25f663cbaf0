// Asks a site for the headers of one page, says what they show, and reports it.
import type { CdnOutcome, CdnReport } from '#contract/crawl/learned/cdn.ts'
import {
  checkedOperation,
  type ExtractContext,
  type ExtractorInstance,
  type ExtractorOutput,
} from '#extract/context.ts'
import { statusError } from '#extract/errors.ts'
import { answerEvidence } from '#parsing/cdn/answer-evidence.ts'
import { confidenceOf, findProviders } from '#parsing/cdn/classify-cdn.ts'
import type { CdnCheckInput } from './options.ts'

const TIMEOUT_MS = 15_000
/** An answer to HEAD has no body. */
const MAX_BYTES = 65_536

/** Holds nothing between jobs. */
export async function create(): Promise<ExtractorInstance> {
  return { operations: { check: checkedOperation<CdnCheckInput>(check) } }
}

async function check(input: CdnCheckInput, context: ExtractContext): Promise<ExtractorOutput> {
  const answer = await context.fetch({
    url: input.url,
    method: 'HEAD',
    maxBytes: MAX_BYTES,
    maxRedirects: 0,
    deadlineMs: input.timeoutMs ?? TIMEOUT_MS,
    ...(input.robots === undefined ? {} : { robots: input.robots }),
  })
  const { finalUrl, status, remoteAddress = null } = answer
  if (status >= 500 && answer.headers['retry-after'] !== undefined) throw statusError(status)
  const seen = { ...answerEvidence(answer.headers), ips: remoteAddress === null ? [] : [remoteAddress] }
  const outcome = outcomeOf(status, answer.headers)
  if (outcome !== null) {
    const report: CdnReport = {
      ...seen,
      url: new URL(finalUrl).origin,
      observedAt: new Date().toISOString(),
      statusCode: status,
      outcome,
      engine: 'http',
    }
    context.report('cdn', report)
  }
  const providers = findProviders(seen).map(({ name, kind, evidence }) => ({
    name,
    kind,
    confidence: confidenceOf(evidence),
    evidence: [...evidence],
  }))
  return {
    data: { domain: new URL(finalUrl).host, statusCode: status, outcome, providers },
    engine: 'http',
    response: {
      url: answer.url,
      finalUrl,
      statusCode: status,
      contentType: answer.headers['content-type'] ?? null,
      bytes: answer.bytes,
      redirects: [],
    },
  }
}

/** Without a page, a wall is told by its status and by what the provider says of itself. */
function outcomeOf(status: number, headers: Readonly<Record<string, string>>): CdnOutcome | null {
  const told = headers['cf-mitigated'] ?? headers['x-vercel-mitigated'] ?? headers['x-amzn-waf-action'] ?? ''
  if (/captcha/i.test(told)) return 'captcha'
  if (/challenge/i.test(told)) return 'challenge'
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 407) return 'login'
  // Some servers refuse HEAD alone, so 403 says nothing.
  return status < 400 || status === 404 || status === 405 ? 'ok' : null
}
