// The bytes of an artifact as an answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ArtifactService } from './artifact-service.ts'
import type { ArtifactRecord } from './artifact-store.ts'
import { artifactFilename } from './present-artifact.ts'
import { sendBytes } from '#platform/http/output/send-bytes.ts'

/** Throws as `sendBytes`. */
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
