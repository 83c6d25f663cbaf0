// Loads the older version named by a caller and compares the found one with it.
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { textOf, type AskAddress } from '#extractors/swagger/fetch/ask-address.ts'
import type { CompleteDescription } from './read-found.ts'
import { MAX_CHARS } from './read/parsed-text.ts'
import type { SwaggerInput } from './options.ts'
import type { SwaggerData } from './swagger-data.ts'
import type { SpecWork } from '#extractors/swagger/work/spec-work.ts'

/** How the older version is fetched, and where both are compared. */
export interface CompareDeps {
  readonly ask: AskAddress
  readonly context: Pick<ExtractContext, 'readArtifact'>
  readonly work: SpecWork
}

/** Throws `validation_failed` when there is nothing to compare, or when `compareTo` is not an OpenAPI document. */
export async function compareFound(
  specs: readonly CompleteDescription[],
  compareTo: NonNullable<SwaggerInput['compareTo']>,
  filter: SwaggerInput['filter'],
  { ask, context, work }: CompareDeps,
): Promise<NonNullable<SwaggerData['diff']>> {
  const readable = specs.filter(({ description }) => description.lists !== undefined)
  const [first] = readable
  if (first === undefined) {
    throw refused('There is no OpenAPI document to compare with; none of what was found can be read as one.')
  }
  const before = await olderText(compareTo, ask, context)
  const title = titleIn(before)
  const chosen = readable.find(({ description }) => title !== null && description.title === title) ?? first
  const { previous, diff } = await work.compare({ before, after: chosen.text, filter: filter ?? null })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the lists differ: they are read-only in the making
  return { specIndex: specs.indexOf(chosen), previous, ...diff } as NonNullable<SwaggerData['diff']>
}

async function olderText(
  compareTo: NonNullable<SwaggerInput['compareTo']>,
  ask: AskAddress,
  context: CompareDeps['context'],
): Promise<string> {
  if (typeof compareTo !== 'string') return JSON.stringify(compareTo)
  if (/^art_[0-9a-f-]+$/.test(compareTo)) {
    const { bytes, mediaType } = await context.readArtifact(compareTo, { maxBytes: MAX_CHARS })
    const text = textOf(bytes, mediaType)
    if (text === null) throw refused('The artifact is no text.')
    return text
  }
  if (!/^https?:\/\/\S+$/i.test(compareTo.trim())) return compareTo
  const answer = await ask(compareTo.trim())
  if ('outcome' in answer) {
    const why = answer.detail ?? (answer.statusCode === null ? answer.outcome : `status ${answer.statusCode}`)
    throw refused(`The older description cannot be fetched: ${why}`)
  }
  if (answer.text === null) throw refused('The older description is no text.')
  return answer.text
}

/** The title near the top of a text that has not been parsed yet: good enough to choose by, and nothing more hangs on it. */
function titleIn(text: string): string | null {
  const match =
    /["']?title["']?\s{0,10}:\s{0,10}(?:"((?:[^"\\\n]|\\.){1,300})"|'([^'\n]{1,300})'|([^\s"'#{[][^\n#]{0,300}))/.exec(
      text,
    )
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '').trim()
}

const refused = (detail: string): Error =>
  extractError('validation_failed', detail, {
    errors: [{ pointer: '/compareTo', code: 'description', detail: 'must lead to an OpenAPI document' }],
  })
