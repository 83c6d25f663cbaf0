// The files of a form as uploads: their bytes are stored as they arrive, and belong to nobody until they are kept.
import type { FastifyRequest } from 'fastify'
import type { JsonSchema } from '#platform/http/input/json-schema.ts'
import { readForm, type FormRules, type ReadForm } from '#platform/http/input/form-body.ts'
import { safeFilename } from '#platform/http/output/content-disposition.ts'
import type { ArtifactService } from './artifact-service.ts'
import type { NewUpload } from './artifact-store.ts'
import { mediaTypeOf } from './media-type.ts'

/** The most files of one form. */
export const MAX_FORM_FILES = 100

/** Throws as `readForm` and `ArtifactService.receive`; nothing is kept then. */
export async function receiveForm(
  request: FastifyRequest,
  artifacts: ArtifactService,
  rules: Pick<FormRules<unknown>, 'maxFiles' | 'maxTextBytes'>,
): Promise<ReadForm<NewUpload>> {
  return readForm(request, {
    ...rules,
    maxBytes: artifacts.maxBytes,
    async keep({ filename, mediaType, content }) {
      const facts = { kind: 'upload', mediaType: mediaTypeOf(mediaType), filename: safeFilename(filename) }
      return artifacts.receive(facts, content)
    },
  })
}

/** The field `file` in the description of a form. */
export function fileField(maxFiles: number, description: string): JsonSchema {
  const file = { type: 'string', format: 'binary' }
  return maxFiles === 1
    ? { ...file, description }
    : { type: 'array', items: file, minItems: 1, maxItems: maxFiles, description }
}

/** What the examples of such a form hold. */
export const EXAMPLE_FILE = 'The bytes of the file.'
