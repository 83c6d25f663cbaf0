// An extraction's answer as the bytes it is about, where Accept asks for them: the picture, the PDF, the Markdown.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExtractionAnswer } from '#contract/result.ts'
import type { ArtifactDesk } from '#crawl/artifacts/artifact-desk.ts'
import { artifactFilename } from '#crawl/artifacts/present-artifact.ts'
import { negotiate } from '#platform/http/negotiate.ts'
import { dataHeaders } from '#platform/http/send-bytes.ts'
import { breakOffWhenStalled } from '#platform/http/stream-rows.ts'

const JSON_OR_ANYTHING = /^\s*(?:\*\/\*|application\/(?:\*|json|problem\+json))\s*(?:;|$)/i
const ENVELOPE = 'application/json'
const MARKDOWN = 'text/markdown'

/** Whether Accept may ask for something else than the envelope: a look that costs next to nothing. */
export function mayWantRaw({ headers }: FastifyRequest): boolean {
  const { accept } = headers
  // What a repeated Idempotency-Key is answered with is kept as text.
  if (accept === undefined || headers['idempotency-key'] !== undefined) return false
  return accept.split(',').some((range) => !JSON_OR_ANYTHING.test(range))
}

/**
 * Answers with the bytes of the only artifact, or with `data.markdown`, where Accept prefers their type; null where it
 * does not or there are none: the envelope is the answer then. Throws as `ArtifactDesk.get`.
 */
export async function sendRaw(
  request: FastifyRequest,
  reply: FastifyReply,
  artifacts: ArtifactDesk,
  answer: Pick<ExtractionAnswer, 'jobId' | 'data' | 'artifacts'>,
): Promise<FastifyReply | null> {
  const [link, ...others] = answer.artifacts
  const only = others.length === 0 ? link : undefined
  const { markdown } = Object(answer.data) as { readonly markdown?: unknown }
  const fileType = only?.mediaType.split(';', 1)[0]?.trim()
  // A JSON file beside a JSON envelope cannot be told apart by Accept.
  const wanted = negotiate(request.headers.accept, [
    ENVELOPE,
    ...(fileType === undefined ? [] : [fileType]),
    ...(typeof markdown === 'string' ? [MARKDOWN] : []),
  ])
  if (only !== undefined && wanted === fileType && wanted !== ENVELOPE) {
    const artifact = await artifacts.get(only.id, request.caller)
    const body = await artifacts.open(artifact)
    breakOffWhenStalled(reply, body)
    return reply
      .headers({
        'x-job-id': answer.jobId,
        ...dataHeaders(artifact.mediaType, artifactFilename(artifact)),
        'content-length': artifact.bytes,
        vary: 'Prefer, Accept',
      })
      .send(body)
  }
  if (wanted !== MARKDOWN || typeof markdown !== 'string') return null
  return reply
    .headers({
      'x-job-id': answer.jobId,
      'content-type': `${MARKDOWN}; charset=utf-8`,
      vary: 'Prefer, Accept',
    })
    .send(markdown)
}
