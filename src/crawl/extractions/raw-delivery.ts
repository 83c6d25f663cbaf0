// The main content of an answer by itself (the image, the Markdown), when `delivery` or Accept asks for it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import { artifactFilename } from '#crawl/artifacts/present-artifact.ts'
import type { RawForm } from '#extract/define-extractor.ts'
import { mediaTypeEssence } from '#kit/http/media-type.ts'
import { negotiate } from '#platform/http/output/negotiate.ts'
import { dataHeaders } from '#platform/http/output/send-bytes.ts'
import { breakOffWhenStalled } from '#platform/http/output/stream-rows.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

const JSON_OR_ANYTHING = /^\s*(?:\*\/\*|application\/(?:\*|json|problem\+json))\s*(?:;|$)/i
const ENVELOPE = 'application/json'
const MARKDOWN = 'text/markdown'

/** Whether Accept may ask for something other than the envelope: a cheap check. */
export function mayWantRaw({ headers }: FastifyRequest): boolean {
  const { accept } = headers
  // The answer stored for an Idempotency-Key is text.
  if (accept === undefined || headers['idempotency-key'] !== undefined) return false
  return accept.split(',').some((range) => !JSON_OR_ANYTHING.test(range))
}

/**
 * Answers with the bytes of the only artifact, or with `data.markdown`, when Accept prefers their type. Null when
 * Accept does not, or there are none: the answer is then the envelope. Throws as `ArtifactService.get`.
 */
export async function sendRaw(
  request: FastifyRequest,
  reply: FastifyReply,
  artifacts: ArtifactService,
  answer: Pick<ExtractionAnswer, 'jobId' | 'data' | 'artifacts'>,
): Promise<FastifyReply | null> {
  const [link, ...others] = answer.artifacts
  const only = others.length === 0 ? link : undefined
  const { markdown } = fieldsOf(answer.data)
  const fileType = only === undefined ? undefined : mediaTypeEssence(only.mediaType)
  // Accept cannot tell a JSON file from a JSON envelope.
  const wanted = negotiate(request.headers.accept, [
    ENVELOPE,
    ...(fileType === undefined ? [] : [fileType]),
    ...(typeof markdown === 'string' ? [MARKDOWN] : []),
  ])
  if (only !== undefined && wanted === fileType && wanted !== ENVELOPE) {
    void reply.headers({ 'x-job-id': answer.jobId, vary: 'Prefer, Accept' })
    return sendFile(request, reply, artifacts, only.id)
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

/** Throws `validation_failed` when the answer to such a request could not be repeated. */
export function checkRaw({ headers, method }: FastifyRequest): void {
  if (headers['idempotency-key'] === undefined) return
  throw noRaw(method, 'idempotency_key', 'An answer under an Idempotency-Key is kept, and a raw one is not.')
}

/**
 * Answers with the primary content and nothing else. Throws `validation_failed` when there is none, and as
 * `ArtifactService.get`. `X-Job-Id` names the job that has the rest.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  artifacts: ArtifactService,
  { raw, answer }: { readonly raw: RawForm; readonly answer: ExtractionAnswer },
): Promise<FastifyReply> {
  const { jobId } = answer
  void reply.header('x-job-id', jobId)
  const content = raw.contentOf(answer)
  if ('missing' in content) throw noRaw(request.method, 'no_raw_content', content.missing)
  if ('artifactId' in content) {
    return sendFile(request, reply, artifacts, content.artifactId, content.mediaType)
  }
  if ('json' in content) {
    const headers = dataHeaders('application/json; charset=utf-8', `${jobId}.json`)
    return reply.headers(headers).send(JSON.stringify(content.json))
  }
  const ending = content.mediaType === MARKDOWN ? 'md' : 'txt'
  return reply
    .headers(dataHeaders(`${content.mediaType}; charset=utf-8`, `${jobId}.${ending}`))
    .send(content.text)
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  artifacts: ArtifactService,
  id: string,
  mediaType?: string,
): Promise<FastifyReply> {
  const artifact = await artifacts.get(id, request.caller)
  const body = await artifacts.open(artifact)
  breakOffWhenStalled(reply, body)
  return reply
    .headers({
      ...dataHeaders(mediaType ?? artifact.mediaType, artifactFilename(artifact)),
      'content-length': artifact.bytes,
    })
    .send(body)
}

function noRaw(method: string, code: string, detail: string): SurveyorError {
  const pointer = method === 'POST' ? '/delivery' : '?delivery'
  return new SurveyorError('validation_failed', 'The answer cannot be raw.', {
    errors: [{ pointer, code, detail }],
  })
}
