// Extractions by form (multipart/form-data): the file is uploaded with the request, the texts are its flat options.
import type { FastifyRequest } from 'fastify'
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput, type SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { FORM_TEXTS } from '#platform/http/input/form-body.ts'
import { parseJsonBody } from '#platform/http/input/json-body.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'
import { typedTexts } from '#platform/http/input/strict-input.ts'
import type { RouteConfig } from '#platform/http/routing/route-config.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import type { NewUpload } from '#crawl/artifacts/artifact-store.ts'
import { EXAMPLE_FILE, fileField, MAX_FORM_FILES, receiveForm } from '#crawl/artifacts/receive-upload.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { flatQuery, propertiesOf } from '#crawl/requests/flat-query.ts'
import { jobOrigin } from '#crawl/requests/job-origin.ts'
import { requestBody, requestFields } from '#crawl/requests/request-fields.ts'

/** The field of a form that holds JSON. */
const OPTIONS = 'options'

/** The files that came with requests and are nobody's yet. */
const received = new WeakMap<FastifyRequest, readonly NewUpload[]>()

/** How the path of an operation that reads files takes a form; of another one nothing. */
export function formConfig(
  { operation }: ExtractorOperation,
  artifacts: ArtifactService,
  limits: { readonly bodyLimit: number; readonly maxKeys: number },
): Pick<RouteConfig, 'form'> {
  if (!Object.hasOwn(propertiesOf(operation.input), 'artifactId')) return {}
  const maxFiles = Object.hasOwn(propertiesOf(requestBody(operation)), 'artifactIds') ? MAX_FORM_FILES : 1
  const flat = flatQuery(requestFields(operation), {})
  const properties = {
    file: fileField(
      maxFiles,
      `The file, in the place of \`artifactId\`.${maxFiles === 1 ? '' : ' Several make a batch: 202.'}`,
    ),
    [OPTIONS]: {
      type: 'object',
      description: 'Further fields of the JSON body, as JSON; those that are not flat have no other place.',
    },
    ...asSchema(flat).properties,
  }
  const example = { file: maxFiles === 1 ? EXAMPLE_FILE : [EXAMPLE_FILE], [OPTIONS]: { timeoutMs: 60_000 } }
  return {
    form: {
      schema: { type: 'object', properties, additionalProperties: false, examples: [example] },
      async read(request) {
        const { texts, files } = await receiveForm(request, artifacts, {
          maxFiles,
          maxTextBytes: limits.bodyLimit,
        })
        received.set(request, files)
        const { [OPTIONS]: options = [], ...others } = texts
        const [first, ...more] = files.map(({ id }) => id)
        const source =
          first === undefined
            ? {}
            : more.length === 0
              ? { artifactId: first }
              : { artifactIds: [first, ...more] }
        const fields = [
          ...options.map((json) => readOptions(json, limits.maxKeys)),
          typedTexts(others, flat, FORM_TEXTS),
        ]
        return {
          body: joined([...fields, source]),
          identity: JSON.stringify([fields, files.map(({ facts, blob }) => [facts, blob.sha256])]),
        }
      },
    },
  }
}

/**
 * Runs `work` with the files of the form as uploads of the caller. When it throws they are removed, because then the
 * caller has nothing that names them.
 */
export async function withFormFiles<Result>(
  artifacts: ArtifactService,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const uploads = received.get(request) ?? []
  if (uploads.length === 0) return work()
  await artifacts.keep(jobOrigin(request).fairnessKey, uploads)
  try {
    return await work()
  } catch (error) {
    await artifacts.discard(uploads)
    throw error
  }
}

function readOptions(json: string, maxKeys: number): Readonly<Record<string, unknown>> {
  const value = parseJsonBody(Buffer.from(json), maxKeys)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return fieldsOf(value)
  throw invalid([{ pointer: `/${OPTIONS}`, code: 'wrong_type', detail: 'Must be a JSON object.' }])
}

/** The fields of all of them. Throws `validation_failed` when two name the same one. */
function joined(parts: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const entries = parts.flatMap((part) => Object.entries(part))
  const names = entries.map(([name]) => name)
  const repeated = names.filter((name, at) => names.indexOf(name) < at)
  if (repeated.length > 0)
    throw invalid(
      repeated.map((name) => ({
        pointer: FORM_TEXTS.pointerTo(name),
        code: 'repeated',
        detail: 'The form says this more than once.',
      })),
    )
  return Object.fromEntries(entries)
}

function invalid(errors: readonly FieldProblem[]): SurveyorError {
  return invalidInput(FORM_TEXTS.part, errors.slice(0, 50))
}
