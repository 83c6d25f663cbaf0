// A dialog that sends one request: its form is made from the schema that the service describes it with.
import { useState } from 'preact/hooks'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { DialogForm } from '#shared/ui/dialog-form.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { loadDescription, operationAt } from '#crawl/model/description.ts'
import type { Fields } from '#shared/format/unknown-values.ts'
import { formFields } from './form-model.ts'
import { RequestForm } from './request-form.tsx'

/** What is sent. `template` is the path as the description writes it, `path` as it is called. */
export interface AskedRequest {
  readonly title: string
  readonly method: 'POST' | 'PATCH'
  readonly template: string
  readonly path: string
  /** What it is for, where the description tells programs something else. */
  readonly about?: string
  /** What the form begins with. */
  readonly body?: Fields
  /** The word on the button. */
  readonly verb: string
}

/** `onDone` gets the answer; `onClose` must take the dialog away. */
export function RequestDialog({
  asked,
  onDone,
  onClose,
}: {
  readonly asked: AskedRequest
  readonly onDone: (answer: unknown) => void
  readonly onClose: () => void
}) {
  const { title, method, template, path, about, verb } = asked
  const { data, problem } = useQuery(`${method} ${template}`, async () =>
    operationAt(await loadDescription(), method, template),
  )
  const [body, setBody] = useState<Fields>(asked.body ?? {})
  const send = useAction(async () => {
    const answer = await callApi<unknown>(path, { method, body })
    onClose()
    onDone(answer)
  })
  const description = about ?? data?.description?.replaceAll('`', '') ?? null
  const fields = formFields(data?.bodySchema)
  return (
    <Dialog title={title} onClose={onClose}>
      {problem !== null && <ProblemView problem={problem} />}
      {data === null && problem === null && <Loading label="Loading the form" />}
      {data !== null && (
        <DialogForm verb={verb} action={send} onClose={onClose}>
          {description !== null && <p class="small muted">{description}</p>}
          <RequestForm
            sections={[{ title: null, isFolded: false, fields }]}
            body={body}
            onChange={setBody}
            problem={send.problem}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
