// A file of this device as the source of an extraction: it is uploaded, and its id goes into the form.
import type { Artifact } from '#contract/crawl/artifact.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction } from '#shared/api/use-query.ts'
import { Field } from '#shared/ui/field.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { showToast } from '#shared/ui/toasts.tsx'

/** `onUpload` gets the id that extractors take as `artifactId`. */
export function UploadField({ onUpload }: { readonly onUpload: (artifactId: string) => void }) {
  const upload = useAction(async (file: File) => {
    const { id: artifactId } = await callApi<Artifact>('/api/v1/artifacts', {
      method: 'POST',
      file,
      headers: { 'content-type': file.type === '' ? 'application/octet-stream' : file.type },
    })
    onUpload(artifactId)
    showToast(`Uploaded: ${file.name}`)
  })
  return (
    <>
      <Field
        label="Or a file of this device"
        hint={
          upload.isRunning ? 'Being uploaded …' : 'It is kept for a while, and its id goes into artifactId.'
        }
      >
        {(ids) => (
          <input
            {...ids}
            type="file"
            class="input"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              if (file !== undefined) upload.run(file)
            }}
          />
        )}
      </Field>
      {upload.problem !== null && <ProblemView problem={upload.problem} />}
    </>
  )
}
