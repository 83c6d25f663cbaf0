// The worker-facing API: the files of a job, saved and read under its lease.
import { Type } from 'typebox'
import { ArtifactLink, ReadArtifactQuery, SaveArtifactQuery } from '#contract/crawl/artifact.ts'
import { Bytes, LINK_EXAMPLE } from './artifact-routes.ts'
import type { ArtifactService } from './artifact-service.ts'
import { artifactLink, sendArtifact } from './present-artifact.ts'
import { mediaTypeOf } from './receive-upload.ts'
import { byteBodyRoutes, receiveBytes } from '#platform/http/input/byte-body.ts'
import { safeFilename } from '#platform/http/output/content-disposition.ts'
import type { App } from '#platform/http/server/server.ts'
import { workerRoute } from '#crawl/workers/worker-route.ts'

/** Each call needs the lease of the job; without it `lease_lost`. */
export function workerArtifactRoutes(app: App, { artifacts }: { readonly artifacts: ArtifactService }): void {
  const { config } = workerRoute()

  byteBodyRoutes(app, (inner) => {
    inner.post(
      '/api/worker/artifacts',
      {
        config: { ...config, byteBody: true },
        schema: {
          summary: 'Save a file of a job',
          description:
            'The body is the file itself, Content-Type says what it is. Needs the lease of the job, at the end as at the ' +
            'beginning. The same content of the same kind again answers the same artifact. Hand the answers in as ' +
            '`artifacts` of the result.',
          querystring: SaveArtifactQuery,
          response: { 201: { ...ArtifactLink, examples: [LINK_EXAMPLE] } },
        },
      },
      async (request, reply) => {
        const { jobId, leaseToken, kind, width, height, pages, filename } = request.query
        const facts = {
          kind,
          mediaType: mediaTypeOf(request.headers['content-type']),
          filename: filename === undefined ? null : safeFilename(filename),
          width,
          height,
          pages,
        }
        const content = receiveBytes(request, artifacts)
        const artifact = await artifacts.saveOfJob({ jobId, leaseToken }, facts, content)
        return reply.code(201).send(artifactLink(artifact))
      },
    )
  })

  app.get(
    '/api/worker/artifacts/:id',
    {
      config: { ...config, errors: [...(config.errors ?? []), 'result_expired', 'range_not_satisfiable'] },
      schema: {
        summary: 'Read a file that a job is about',
        description: 'Only one that the input of the job names. `X-Filename` has its name, percent-encoded.',
        params: Type.Object({ id: Type.String({ examples: [LINK_EXAMPLE.id] }) }),
        querystring: ReadArtifactQuery,
        produces: ['application/octet-stream'],
        response: { 200: Bytes, 206: Bytes, 304: Type.Null() },
      },
    },
    async (request, reply) => {
      const artifact = await artifacts.getForJob(request.query, request.params.id)
      if (artifact.filename !== null) void reply.header('x-filename', encodeURIComponent(artifact.filename))
      return sendArtifact(request, reply, { artifacts, artifact })
    },
  )
}
