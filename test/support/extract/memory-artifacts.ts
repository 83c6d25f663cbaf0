// The artifacts of a job in a test without a service: kept in memory, with the ids that crawl would give.
import { createHash } from 'node:crypto'
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, NewArtifact, ReadArtifact } from '#extract/context.ts'
import { newId } from '#kit/ids.ts'

export interface MemoryArtifacts extends Pick<ExtractContext, 'saveArtifact' | 'readArtifact'> {
  /** In the order in which they were saved. */
  readonly saved: readonly (NewArtifact & { readonly link: ArtifactLink })[]
  /** Makes one that an input may name as `artifactId`. */
  bring(artifact: Omit<ReadArtifact, 'id' | 'sha256'>): string
}

export function createMemoryArtifacts(): MemoryArtifacts {
  const saved: (NewArtifact & { readonly link: ArtifactLink })[] = []
  const brought = new Map<string, ReadArtifact>()
  return {
    saved,
    async saveArtifact(artifact) {
      const { kind, mediaType, bytes, width, height, pages } = artifact
      const sha256 = sha256Of(bytes)
      const known = saved.find(({ link }) => link.kind === kind && link.sha256 === sha256)
      if (known !== undefined) return known.link
      const id = newId('art')
      const link = {
        id,
        kind,
        href: `/api/v1/artifacts/${id}`,
        mediaType,
        bytes: bytes.byteLength,
        sha256,
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        ...(pages === undefined ? {} : { pages }),
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }
      saved.push({ ...artifact, link })
      return link
    },
    async readArtifact(id, { maxBytes }) {
      const artifact = brought.get(id)
      if (artifact === undefined) throw new SurveyorError('not_found', 'No artifact has this id.')
      if (artifact.bytes.byteLength > maxBytes) {
        throw new SurveyorError('target_too_large', `The artifact has more than ${maxBytes} bytes.`)
      }
      return artifact
    },
    bring(artifact) {
      const id = newId('art')
      brought.set(id, { ...artifact, id, sha256: sha256Of(artifact.bytes) })
      return id
    },
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
