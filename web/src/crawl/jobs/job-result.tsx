// The result of an ended job, whatever it is: an extraction, an answer too large to show, or the problem it ended with.
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Job } from '#contract/job.ts'
import { fetchApi } from '#shared/api/call-api.ts'
import { saveBlob } from '#shared/api/save-file.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatBytes } from '#shared/format/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { isObject } from '#shared/format/unknown-values.ts'
import { JsonTree } from '#crawl/result/json-tree.tsx'
import { loadAnswer, type LoadedAnswer } from '#crawl/result/load-answer.ts'
import { PlainText } from '#crawl/result/plain-text.tsx'
import { ResultView } from '#crawl/result/result-view.tsx'

/** What an ended job came to: its result, the problem it ended with, or that it was cancelled. */
export function JobOutcome({ job }: { readonly job: Job }) {
  if (job.resultExpired === true)
    return <EmptyState title="The result is no longer kept" detail="Run the job again to get a new one." />
  if (job.status === 'succeeded') return <JobResult jobId={job.id} />
  if (job.error !== null) return <ProblemView problem={job.error} />
  return <EmptyState title={`The job was ${job.status}`} detail={job.cancelReason ?? 'It has no result.'} />
}

/** Loads it once; the caller renders this when the job has ended. */
export function JobResult({ jobId }: { readonly jobId: string }) {
  const path = `/api/jobs/${encodeURIComponent(jobId)}/result`
  const { data, problem, reload } = useQuery(path, async (signal) => loadAnswer(path, { signal }))
  if (problem !== null) return <ProblemView problem={problem} onRetry={reload} />
  if (data === null) return <Loading label="Loading the result" />
  return <ShownAnswer answer={data} name={jobId} path={path} />
}

/** An answer as it was loaded. `path` is where the whole of a large one is had. */
export function ShownAnswer({
  answer,
  name,
  path,
}: {
  readonly answer: LoadedAnswer
  readonly name: string
  readonly path: string | null
}) {
  switch (answer.kind) {
    case 'json':
      return isExtraction(answer.value) ? (
        <ResultView answer={answer.value} />
      ) : (
        <JsonTree value={answer.value} label="Answer" name={name} />
      )
    case 'text':
      return <PlainText text={answer.text} label="Answer" filename={`${name}.txt`} />
    case 'file':
      return (
        <EmptyState
          title="The answer is a file"
          detail={`${answer.blob.type}, ${formatBytes(answer.blob.size)}`}
        >
          <Button onPress={() => saveBlob(answer.blob, name)}>Save</Button>
        </EmptyState>
      )
    case 'large':
      return <LargeAnswer bytes={answer.bytes} name={name} path={path} />
  }
}

function LargeAnswer({
  bytes,
  name,
  path,
}: {
  readonly bytes: number | null
  readonly name: string
  readonly path: string | null
}) {
  const save = useAction(async () => {
    if (path !== null) saveBlob(await (await fetchApi(path)).blob(), `${name}.json`)
  })
  const size = bytes === null ? 'More than 32 MB' : formatBytes(bytes)
  return (
    <EmptyState title="Too large to show" detail={`${size}. It can be saved.`}>
      {path !== null && (
        <Button isBusy={save.isRunning} onPress={() => save.run()}>
          Save
        </Button>
      )}
      {save.problem !== null && <ProblemView problem={save.problem} />}
    </EmptyState>
  )
}

function isExtraction(value: unknown): value is ExtractionAnswer {
  return (
    isObject(value) &&
    typeof value['jobId'] === 'string' &&
    isObject(value['engine']) &&
    isObject(value['timings'])
  )
}
