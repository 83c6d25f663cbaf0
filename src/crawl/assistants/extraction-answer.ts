// The answer of a tool that runs an extraction: what was found, or the job to ask for where that still runs.
import { fieldsOf } from '#kit/unknown-values.ts'
import type { ToolAnswer, ToolContext } from '#platform/mcp/tool.ts'
import { runExtraction, type Run } from './run-extraction-job.ts'

/** What of the data of a result an assistant is shown. */
type Show = (data: Readonly<Record<string, unknown>>) => object

const REREAD_MS = 3_600_000

/** Throws the error that the extraction ended with. */
export async function answerOf(
  context: ToolContext,
  path: string,
  body: object,
  show: Show,
): Promise<ToolAnswer> {
  return { data: shown(await runExtraction(path, body, context), show) }
}

/** A job that still runs, or that was cancelled, has nothing to show. */
export function shown(run: Run, show: Show): object {
  const { jobId, status, result } = run
  return result === null ? { jobId, status } : { ...ended(run), ...show(fieldsOf(result.data)) }
}

export const ended = ({ jobId, status, result }: Run): object => ({
  jobId,
  status,
  warnings: (result?.warnings ?? []).map(({ detail }) => detail),
})

/** The further pieces of a text are those of the copy that the first came from. */
export const rereading = (offset = 0): object => (offset > 0 ? { maxAgeMs: REREAD_MS } : {})
