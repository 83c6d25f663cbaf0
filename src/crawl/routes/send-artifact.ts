// The bytes of an artifact as an answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ArtifactDesk } from '#crawl/artifacts/artifact-desk.ts'
import type { ArtifactRecord } from '#crawl/artifacts/artifact-store.ts'
import { artifactFilename } from '#crawl/artifacts/present-artifact.ts'
import { sendBytes } from '#platform/http/send-bytes.ts'

/** Throws as `sendBytes`. */
export function sendArtifact(
  request: FastifyRequest,
  reply: FastifyReply,
  { artifacts, artifact }: { readonly artifacts: ArtifactDesk; readonly artifact: ArtifactRecord },
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
