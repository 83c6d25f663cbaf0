// A description as the answer shows it: lists cut to what fits, the description itself inline or as a file.
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import type { CompleteDescription } from './load-documents.ts'
import type { SpecData } from './swagger-data.ts'
import type { ReadOptions } from '#extractors/swagger/work/read-description.ts'

/** One entry of `specs`, with its warnings. */
export interface PresentedSpec {
  readonly data: SpecData
  /** Pointers lead into the data of the answer. */
  readonly warnings: readonly Warning[]
}

const MAX_WARNINGS = 100
/** For all descriptions in one answer; a result may have 32 MiB. */
const MAX_INLINE_BYTES = 12 * 1024 * 1024

/** How much of the answer is used already. */
export interface InlineBudget {
  bytes: number
}

/** `budget` is shared by all descriptions of an answer; what does not fit is saved as a file. */
export async function presentSpec(
  complete: CompleteDescription,
  at: number,
  options: ReadOptions,
  context: Pick<ExtractContext, 'saveArtifact'>,
  budget: InlineBudget,
): Promise<PresentedSpec> {
  const { description, url, foundBy, name, externalRefs } = complete
  const { kind, format, specVersion, convertedTo, title, version, lists, validation } = description
  const pointer = `/specs/${at}`
  const warnings = description.warnings.slice(0, MAX_WARNINGS).map((warning) => ({
    ...warning,
    pointer: warning.pointer === undefined ? pointer : `${pointer}/spec${warning.pointer}`,
  }))
  const data: Record<string, unknown> = {
    url,
    foundBy,
    name,
    kind,
    format,
    specVersion,
    convertedTo,
    title,
    version,
    description: description.description,
    ...(lists === undefined
      ? {}
      : {
          servers: lists.servers,
          counts: lists.counts,
          tags: lists.tags,
          securitySchemes: lists.securitySchemes,
          ...(options.output === 'full' ? {} : { operations: lists.operations }),
        }),
    ...(options.validate ? { validation } : {}),
    ...(options.resolveRefs === 'external' ? { externalRefs } : {}),
  }
  if (options.output !== 'summary') {
    const placed = await placeSpec(description.spec, context, budget, pointer)
    Object.assign(data, { spec: placed.spec, specArtifact: placed.artifact })
    warnings.push(...placed.warnings)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its parts have these types; only their lists are read-only
  return { data: data as SpecData, warnings }
}

interface Placed {
  readonly spec: unknown
  readonly artifact: ArtifactLink | null
  readonly warnings: readonly { code: string; detail: string; pointer: string }[]
}

async function placeSpec(
  spec: unknown,
  context: Pick<ExtractContext, 'saveArtifact'>,
  budget: InlineBudget,
  pointer: string,
): Promise<Placed> {
  const isText = typeof spec === 'string'
  const bytes = Buffer.from(isText ? spec : JSON.stringify(spec))
  if (budget.bytes + bytes.length <= MAX_INLINE_BYTES) {
    budget.bytes += bytes.length
    return { spec, artifact: null, warnings: [] }
  }
  try {
    const artifact = await context.saveArtifact({
      kind: 'document',
      mediaType: isText ? 'text/plain; charset=utf-8' : 'application/vnd.oai.openapi+json',
      filename: isText ? 'description.txt' : 'openapi.json',
      bytes,
    })
    return { spec: null, artifact, warnings: [] }
  } catch (error) {
    if (!(error instanceof SurveyorError) || error.code !== 'body_too_large') throw error
    const detail = `The description has ${bytes.length} bytes, more than an answer or a file may have.`
    return {
      spec: null,
      artifact: null,
      warnings: [{ code: 'spec_omitted', detail, pointer: `${pointer}/spec` }],
    }
  }
}
