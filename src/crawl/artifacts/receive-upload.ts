// Receives uploads: a file as the body itself, or the files of a form. Their bytes are stored as they arrive, and belong to
// nobody until they are kept.
import type { FastifyRequest } from 'fastify'
import { UploadQuery } from '#contract/crawl/artifact.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import { receiveBytes } from '#platform/http/input/byte-body.ts'
import {
  FORM_TEXTS,
  isForm,
  readForm,
  type FormRules,
  type ReadForm,
} from '#platform/http/input/form-body.ts'
import { typedTexts } from '#platform/http/input/strict-input.ts'
import { filenameOf, safeFilename } from '#platform/http/output/content-disposition.ts'
import { inputErrors } from '#crawl/requests/input-errors.ts'
import type { JsonSchema } from '#platform/http/input/json-schema.ts'
import type { ArtifactService } from './artifact-service.ts'
import type { NewUpload } from './artifact-store.ts'

/** Files whose bytes are stored, and for how long they are to be kept. */
export interface ReceivedUpload {
  /** At least one. */
  readonly uploads: readonly NewUpload[]
  readonly ttlMs: number | undefined
}

/** The most files of one form. */
export const MAX_FORM_FILES = 100
/** What the examples of such a form hold. */
export const EXAMPLE_FILE = 'The bytes of the file.'

/** Ample for the fields beside the files. */
const MAX_TEXT_BYTES = 10_000

/** The form in the description. */
export const UPLOAD_FORM = {
  type: 'object',
  properties: {
    file: fileField(MAX_FORM_FILES, 'The file, with its name and its type. Several are answered as `items`.'),
    ...UploadQuery.properties,
  },
  required: ['file'],
  additionalProperties: false,
  examples: [{ file: [EXAMPLE_FILE], kind: 'upload' }],
}

/** Throws `validation_failed`, and as `receiveBytes`, `receiveForm` and `ArtifactService.receive`. */
export async function receiveUpload(
  request: FastifyRequest,
  artifacts: ArtifactService,
  query: UploadQuery,
): Promise<ReceivedUpload> {
  if (isForm(request)) return receiveFiles(request, artifacts, query)
  const { kind = 'upload', ttlMs } = query
  const mediaType = mediaTypeOf(request.headers['content-type'])
  if (mediaType.startsWith('multipart/'))
    throw new SurveyorError('unsupported_media_type', 'Of bodies with several parts only forms are taken.')
  const filename = filenameOf(request.headers['content-disposition'])
  const upload = await artifacts.receive({ kind, mediaType, filename }, receiveBytes(request, artifacts))
  return { uploads: [upload], ttlMs }
}

async function receiveFiles(
  request: FastifyRequest,
  artifacts: ArtifactService,
  query: UploadQuery,
): Promise<ReceivedUpload> {
  const limits = { maxFiles: MAX_FORM_FILES, maxTextBytes: MAX_TEXT_BYTES }
  const { texts, files } = await receiveForm(request, artifacts, limits)
  const fields = typedTexts(texts, UploadQuery, FORM_TEXTS)
  // The query itself has its defaults by now.
  const asked = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
  const errors: FieldProblem[] = [
    ...inputErrors(UploadQuery, fields, (path) => FORM_TEXTS.pointerTo(path.join('/'))),
    ...Object.keys(fields)
      .filter((name) => asked.has(name))
      .map((name) => ({
        pointer: FORM_TEXTS.pointerTo(name),
        code: 'repeated',
        detail: 'The address says it too.',
      })),
    ...(files.length > 0 ? [] : [{ pointer: '/file', code: 'required', detail: 'The form has no file.' }]),
  ]
  if (errors.length > 0) throw invalidInput(FORM_TEXTS.part, errors)
  const { kind = 'upload', ttlMs }: UploadQuery = { ...query, ...fields }
  const uploads = files.map(({ facts, ...upload }) => ({ ...upload, facts: { ...facts, kind } }))
  return { uploads, ttlMs }
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}"
const MEDIA_TYPE = new RegExp(
  `^(${TOKEN}/${TOKEN})((?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]{0,100}"))*)$`,
)
const MAX_CHARS = 200

/** In lower case, with unchanged parameters; without a header it is `application/octet-stream` (RFC 9110 8.3). */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType.trim() === '') return 'application/octet-stream'
  const [, type, parameters = ''] = MEDIA_TYPE.exec(contentType.trim().slice(0, MAX_CHARS + 1)) ?? []
  if (type === undefined || contentType.trim().length > MAX_CHARS) {
    throw new SurveyorError('unsupported_media_type', 'The Content-Type is not a media type.')
  }
  return type.toLowerCase() + parameters
}

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
