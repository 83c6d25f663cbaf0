// A parser for isolate.test.ts that refuses every document; one that says "details" with all that an error can say.
import { SurveyorError } from '#contract/surveyor-error.ts'

export function parse(input: Uint8Array): never {
  const details = {
    retryable: true,
    retryAfterMs: 700,
    blockedBy: { provider: 'cloudflare', kind: 'challenge' },
    errors: [{ pointer: '/a', code: 'no', detail: 'must not be' }],
  } as const
  const isDetailed = Buffer.from(input).toString('utf8') === 'details'
  throw new SurveyorError('unsupported_document', 'Not a document.', isDetailed ? details : {})
}
