// An artifact in its wire forms: the link in a result, the entry of a list, its file.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Artifact, ArtifactLink } from '#contract/crawl/artifact.ts'
import { mediaTypeEssence } from '#kit/http/media-type.ts'
import { sendBytes } from '#platform/http/output/send-bytes.ts'
import type { ArtifactRecord } from './artifact-store.ts'
import type { ArtifactService } from './artifact-service.ts'

/** The path of its bytes. */
export function artifactPath(id: string): string {
  return `/api/v1/artifacts/${id}`
}

/** The short form, as results list it. */
export function artifactLink(artifact: ArtifactRecord): ArtifactLink {
  const { id, kind, mediaType, bytes, sha256, width, height, pages, expiresAt } = artifact
  return {
    id,
    kind,
    href: artifactPath(id),
    mediaType,
    bytes,
    sha256,
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(pages === null ? {} : { pages }),
    expiresAt: expiresAt.toISOString(),
  }
}

/** The full form: the link, and what else the list shows. */
export function presentArtifact(artifact: ArtifactRecord): Artifact {
  const { filename, jobId, createdAt } = artifact
  return { ...artifactLink(artifact), filename, jobId, createdAt: createdAt.toISOString() }
}

/** The given name, or one made of the id and the media type. */
export function artifactFilename({ id, filename, mediaType }: ArtifactRecord): string {
  return filename ?? `${id}.${ENDINGS[mediaTypeEssence(mediaType)] ?? 'bin'}`
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/zip': 'zip',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/csv': 'csv',
}

/** Answers with its bytes. Throws as `sendBytes`. */
export function sendArtifact(
  request: FastifyRequest,
  reply: FastifyReply,
  { artifacts, artifact }: { readonly artifacts: ArtifactService; readonly artifact: ArtifactRecord },
): Promise<FastifyReply> {
  return sendBytes(request, reply, {
    bytes: artifact.bytes,
    etag: `"${artifact.sha256}"`,
    mediaType: artifact.mediaType,
    filename: artifactFilename(artifact),
    maxAgeMs: artifact.expiresAt.getTime() - Date.now(),
    open: (range) => artifacts.open(artifact, range),
  })
}
