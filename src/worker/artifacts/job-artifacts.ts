// The artifacts of one job: saved under its lease, each listed once for its result.
import { sourcesOf, type ArtifactLink } from '#contract/crawl/artifact.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import type { JobLease } from '#platform/jobs/worker/transport.ts'
import type { ArtifactCalls } from './artifact-calls.ts'

/** Disposed of when the operation ends, which aborts unfinished transfers. */
export interface JobArtifacts extends Pick<ExtractContext, 'saveArtifact' | 'readArtifact'>, Disposable {
  /** The artifacts saved so far, in the order of the calls. */
  saved(): ArtifactLink[]
}

/** The job may read only the artifacts that its `input` names. Uploads under way end with the signal. */
export function openJobArtifacts(deps: {
  readonly calls: ArtifactCalls
  readonly lease: JobLease
  /** The input of the job: it may read only the artifacts that its input names. */
  readonly input: unknown
  readonly signal: AbortSignal
}): JobArtifacts {
  const { calls, lease } = deps
  let hasEnded = false
  let transfers: { readonly ended: AbortController; readonly signal: AbortSignal } | null = null
  // Most jobs have no files, and joining and aborting signals costs more than a no-op job.
  const signal = (): AbortSignal => {
    if (hasEnded) return AbortSignal.abort(overdue())
    if (transfers === null) {
      const ended = new AbortController()
      transfers = { ended, signal: AbortSignal.any([deps.signal, ended.signal]) }
    }
    return transfers.signal
  }
  const links: (ArtifactLink | null)[] = []

  return {
    saved() {
      const saved = links.filter((link) => link !== null)
      return [...new Map(saved.map((link) => [link.id, link])).values()]
    },
    async saveArtifact(artifact) {
      const place = links.push(null) - 1
      const link = await calls.save(lease, artifact, signal())
      links[place] = link
      return link
    },
    async readArtifact(id, { maxBytes }) {
      if (!sourcesOf(deps.input).some((source) => source.id === id)) {
        throw new SurveyorError('not_found', 'The input names no such artifact.')
      }
      return calls.read(lease, id, maxBytes, signal())
    },
    [Symbol.dispose]() {
      hasEnded = true
      transfers?.ended.abort(overdue())
    },
  }
}

function overdue(): SurveyorError {
  return new SurveyorError('job_ended', 'The operation has ended.')
}
