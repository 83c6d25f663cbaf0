// Try an extractor: a form of all that it takes, its result, and the same request for a terminal.
import { useState } from 'preact/hooks'
import { apiUrl } from '#shared/api/call-api.ts'
import { apiKey } from '#shared/api/key.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { goTo, linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { useStore } from '#shared/route/store.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { SelectField } from '#shared/ui/field.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { JobProgressBar, JobButtons, JobEvents } from '#crawl/jobs/job-parts.tsx'
import { JobOutcome, JobResult, ShownAnswer } from '#crawl/jobs/job-result.tsx'
import { useJob } from '#crawl/jobs/use-job.ts'
import { hasEnded } from '#shared/api/job-states.ts'
import { fieldsOf, isObject, textOf, type Fields } from '#shared/format/unknown-values.ts'
import { RequestForm } from '#crawl/request/request-form.tsx'
import { curlOf } from '#crawl/request/curl.ts'
import { loadAnswer, type LoadedAnswer } from '#crawl/result/load-answer.ts'
import { CopyButton } from '#crawl/result/save-text.tsx'
import { loadOperations, type TriedOperation } from './operations.ts'
import { UploadField } from './upload-field.tsx'

const FIRST = 'markdown.extract'
/** The id of the element that holds the result. */
const RESULT = 'result'

/** The view; the operation and the address stand in the link to it. */
export function TryView() {
  const { params } = useRoute()
  const { data: operations, problem, reload } = useQuery('operations', loadOperations)
  const operation = operations?.find(({ id }) => id === (params.get('operation') ?? FIRST)) ?? operations?.[0]
  return (
    <div class="view">
      <h1>Try an extractor</h1>
      {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
      {operations === null && problem === null && <Loading label="Loading the extractors" />}
      {operations !== null && operation !== undefined && (
        <div class="try">
          <div class="try-form">
            <SelectField
              label="Extractor"
              value={operation.id}
              choices={operations.map(({ id, summary }) => ({ value: id, label: `${id} – ${summary}` }))}
              onChange={(id) => setParams({ operation: id, job: null }, 'push')}
            />
            <TryForm key={operation.id} operation={operation} />
          </div>
          <div id={RESULT}>
            <TryResult jobId={params.get('job')} />
          </div>
        </div>
      )}
    </div>
  )
}

/** An answer that came at once has no job to follow; it lives as long as the view. */
let lastAnswer: LoadedAnswer | null = null

function TryForm({ operation }: { readonly operation: TriedOperation }) {
  const { params } = useRoute()
  const url = params.get('url')
  const [body, setBody] = useState<Fields>(url === null ? {} : { url })
  const needsKey = useStore(apiKey) !== null
  const run = useAction(async () => {
    const answer = await loadAnswer(operation.path, {
      method: 'POST',
      body,
      headers: { prefer: 'respond-async' },
    })
    lastAnswer = answer
    const value = answer.kind === 'json' ? fieldsOf(answer.value) : {}
    const jobId = textOf(value['jobId']) ?? ''
    const address = textOf(body['url'])
    // On a narrow screen the result stands below the form.
    document.getElementById(RESULT)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
    if (answer.status === 202 && Array.isArray(body['urls'])) goTo(linkTo(['jobs', jobId]))
    else setParams({ job: answer.status === 202 ? jobId : `kept:${jobId}`, url: address }, 'push')
  })
  const curl = curlOf({
    method: 'POST',
    url: new URL(apiUrl(operation.path), location.href).href,
    body,
    needsKey,
  })
  const takesFile = operation.sections.some(({ fields }) => fields.some(({ name }) => name === 'artifactId'))
  return (
    <form
      class="card"
      aria-label={operation.summary}
      onSubmit={(event) => {
        event.preventDefault()
        run.run()
      }}
    >
      {operation.unavailable !== null && <p class="field-error">{operation.unavailable}</p>}
      <RequestForm sections={operation.sections} body={body} onChange={setBody} problem={run.problem} />
      {takesFile && (
        <UploadField onUpload={(artifactId) => setBody({ ...withoutSource(body), artifactId })} />
      )}
      {run.problem !== null && <ProblemView problem={run.problem} />}
      <div class="buttons">
        <Button kind="primary" type="submit" isBusy={run.isRunning}>
          Run
        </Button>
        <Button kind="quiet" onPress={() => setBody({})}>
          Clear
        </Button>
      </div>
      <details class="form-section">
        <summary>The same for a terminal</summary>
        <div class="json">
          <div class="buttons">
            <CopyButton text={() => curl} />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that its scrolled part can be reached without a mouse */}
          <pre class="source" tabIndex={0} role="region" aria-label="Command">
            {curl}
          </pre>
        </div>
      </details>
    </form>
  )
}

/** A request has one source. */
function withoutSource(body: Fields): Fields {
  const { url: _url, urls: _urls, html: _html, ...others } = body
  return others
}

function TryResult({ jobId }: { readonly jobId: string | null }) {
  if (jobId === null)
    return (
      <section class="card try-result" aria-label="Result">
        <EmptyState title="No result yet" detail="Fill in an address and run. The result stands here." />
      </section>
    )
  if (jobId.startsWith('kept:')) {
    const id = jobId.slice('kept:'.length)
    const isLast =
      lastAnswer?.kind === 'json' && isObject(lastAnswer.value) && lastAnswer.value['jobId'] === id
    return (
      <div class="card try-result">
        {isLast && lastAnswer !== null ? (
          <ShownAnswer answer={lastAnswer} name={id} path={null} />
        ) : (
          <JobResult jobId={id} />
        )}
      </div>
    )
  }
  return <FollowedJob key={jobId} id={jobId} />
}

function FollowedJob({ id }: { readonly id: string }) {
  const { data: job, problem, reload } = useJob(id)
  const isOver = job !== null && hasEnded(job.status)
  return (
    <div class="card try-result" aria-busy={!isOver}>
      {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
      {job === null && problem === null && <Loading label="Loading the job" />}
      {isOver && <JobOutcome job={job} />}
      {job !== null && !isOver && (
        <>
          <div class="view-head">
            <h2>Under way</h2>
            <JobButtons job={job} onChange={reload} />
          </div>
          <JobProgressBar job={job} />
          <JobEvents jobId={id} onEnd={reload} />
        </>
      )}
    </div>
  )
}
