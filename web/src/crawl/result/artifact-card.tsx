// A file of a result: a picture is shown, anything else is opened or saved.
import { useState } from 'preact/hooks'
import type { ArtifactLink, SignedLink } from '#contract/crawl/artifact.ts'
import { apiUrl, callApi, fetchApi } from '#shared/api/call-api.ts'
import { apiKey } from '#shared/api/key.ts'
import { saveBlob } from '#shared/api/save-file.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatBytes, formatCount, formatTime } from '#shared/format/format.ts'
import { useStore } from '#shared/route/store.ts'
import { Button } from '#shared/ui/button.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'

/** Raster formats that browsers draw. SVG is left out: it is a document, and is opened like one. */
const DRAWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
])
/** Larger pictures are shown when somebody asks for it. */
const MAX_SHOWN_BYTES = 20_000_000

/** The file with its facts and what can be done with it. */
export function ArtifactCard({ artifact }: { readonly artifact: ArtifactLink }) {
  const { id, kind, mediaType, bytes, width, height, pages, expiresAt } = artifact
  const isPicture = DRAWN.has(mediaType)
  const [isShown, setIsShown] = useState(isPicture && bytes <= MAX_SHOWN_BYTES)
  const save = useAction(async () => {
    const response = await fetchApi(pathOf(id), { headers: { accept: '*/*' } })
    saveBlob(await response.blob(), `${kind}-${id}.${mediaType.split('/')[1]?.split('+')[0] ?? 'bin'}`)
  })
  const open = useAction(async () => {
    // A tab that is opened for a link has no key: the link carries a signature for the minute that it takes.
    const { href } = await callApi<SignedLink>(`${pathOf(id)}/links`, {
      method: 'POST',
      body: { ttlMs: 60_000 },
    })
    const { pathname, search } = new URL(href, location.href)
    window.open(apiUrl(pathname) + search, '_blank', 'noopener')
  })
  const hasKey = useStore(apiKey) !== null
  const problem = save.problem ?? open.problem
  const size = width !== undefined && height !== undefined ? ` · ${width} × ${height} px` : ''
  const length = pages === undefined ? '' : ` · ${formatCount(pages, 'page')}`
  return (
    <section class="card" aria-label={`File: ${kind}`}>
      <div class="view-head">
        <h3>{kind.replaceAll('_', ' ')}</h3>
        <div class="buttons">
          {isPicture && !isShown && (
            <Button isSmall onPress={() => setIsShown(true)}>
              Show
            </Button>
          )}
          {hasKey ? (
            <Button isSmall isBusy={open.isRunning} onPress={() => open.run()}>
              Open
            </Button>
          ) : (
            <a class="button button-small" href={apiUrl(pathOf(id))} target="_blank" rel="noopener">
              Open
            </a>
          )}
          <Button isSmall isBusy={save.isRunning} onPress={() => save.run()}>
            Save
          </Button>
        </div>
      </div>
      <p class="muted small">
        {`${mediaType} · ${formatBytes(bytes)}${size}${length} · kept until ${formatTime(expiresAt)}`}
      </p>
      {problem !== null && <ProblemView problem={problem} />}
      {isShown && <Picture id={id} alt={`${kind} of the page`} />}
    </section>
  )
}

const pathOf = (id: string): string => `/api/v1/artifacts/${encodeURIComponent(id)}`

/** Its bytes come with the key of the tab, which an address in an `img` could not send. */
function Picture({ id, alt }: { readonly id: string; readonly alt: string }) {
  const { data, problem } = useQuery(`picture ${id}`, async (signal) => {
    const response = await fetchApi(pathOf(id), { signal, headers: { accept: '*/*' } })
    return dataUrl(await response.blob())
  })
  if (problem !== null) return <ProblemView problem={problem} />
  if (data === null) return <Loading label="Loading the picture" />
  return <img class="picture" src={data} alt={alt} />
}

async function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The picture could not be read.')))
    reader.readAsDataURL(blob)
  })
}
