// /api/v1/artifacts: the files of extractions and the uploads of callers.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  Artifact,
  ArtifactList,
  LinkBody,
  SignedLink,
  Uploaded,
  UploadQuery,
  type Artifact as ArtifactShape,
  type ArtifactLink,
} from '#contract/crawl/artifact.ts'
import type { ArtifactService } from './artifact-service.ts'
import type { ArtifactRecord } from './artifact-store.ts'
import { artifactPath, presentArtifact, sendArtifact } from './present-artifact.ts'
import { visibleOwner } from '#platform/http/auth/authenticator.ts'
import { byteBodyRoutes } from '#platform/http/input/byte-body.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import { Count } from '#contract/schema.ts'
import type { App } from '#platform/http/server/server.ts'
import { jobOrigin } from '#crawl/requests/job-origin.ts'
import { JOB_MAKERS } from '#crawl/requests/input-scopes.ts'
import { receiveUpload, UPLOAD_FORM } from './receive-upload.ts'

const ID = 'art_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const CSV_COLUMNS = [
  'id',
  'kind',
  'mediaType',
  'bytes',
  'sha256',
  'width',
  'height',
  'pages',
  'filename',
  'jobId',
  'createdAt',
  'expiresAt',
]
export const LINK_EXAMPLE: ArtifactLink = {
  id: ID,
  kind: 'screenshot',
  href: artifactPath(ID),
  mediaType: 'image/png',
  bytes: 48_213,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  width: 1_280,
  height: 800,
  expiresAt: '2026-11-22T09:00:00.000Z',
}
const EXAMPLE: ArtifactShape = {
  ...LINK_EXAMPLE,
  filename: null,
  jobId: 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
  createdAt: '2026-11-21T09:00:00.000Z',
}
const DEFAULT_LINK_MS = 3_600_000
const Params = Type.Object({ id: Type.String({ examples: [ID] }) })
export const Bytes = Type.Unsafe<string>({ type: 'string', format: 'binary', examples: ['The bytes.'] })

/** Upload, list, read and delete files. A key sees its own; a signed link opens one file without a key. */
export function artifactRoutes(app: App, { artifacts }: { readonly artifacts: ArtifactService }): void {
  const config = { group: 'jobs', scope: 'artifacts' } as const
  const reading = { group: 'jobs', scope: 'artifacts:all', scopeByHandler: true } as const

  byteBodyRoutes(app, (inner) => {
    inner.post(
      '/api/v1/artifacts',
      {
        config: { ...config, byteBody: true, form: { schema: UPLOAD_FORM } },
        schema: {
          summary: 'Upload a file',
          description:
            'The body is the file itself, Content-Type says what it is and Content-Disposition may name it; or it is a ' +
            'form (multipart/form-data) with files in `file`. The answer has the id that extractors take as ' +
            '`artifactId`; to a form with several files it is a list of such answers, in their order.',
          querystring: UploadQuery,
          response: { 201: { ...Uploaded, examples: [EXAMPLE] } },
        },
      },
      async (request, reply) => {
        const { uploads, ttlMs } = await receiveUpload(request, artifacts, request.query)
        const added = await artifacts.keep(jobOrigin(request).fairnessKey, uploads, { ttlMs })
        const [first, ...more] = added.map(presentArtifact)
        if (first === undefined) throw new Error('An upload has at least one file.')
        void reply.code(201)
        return more.length > 0
          ? { items: [first, ...more] }
          : reply.header('location', first.href).send(first)
      },
    )
  })

  app.get(
    '/api/v1/artifacts',
    {
      config: { ...config, orScopes: JOB_MAKERS },
      schema: {
        summary: 'List the files that are kept',
        description:
          'Those of the key, or with `artifacts:all` of everybody: newest first, without those that have expired.',
        querystring: listQuery({
          jobId: Type.Optional(Type.String({ description: 'Only those that this job made.' })),
          kind: Type.Optional(Type.String({ maxLength: 50, examples: ['screenshot'] })),
        }),
        response: { 200: { ...ArtifactList, examples: [{ items: [EXAMPLE], nextCursor: null }] } },
      },
    },
    (request, reply) => {
      const { jobId, kind } = request.query
      const owner = visibleOwner(request.caller, 'artifacts')
      return sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        async page(limit, after) {
          const { items, next } = await artifacts.list({ jobId, kind, owner, limit, after })
          return { items: items.map(presentArtifact), next }
        },
      })
    },
  )

  app.get(
    '/api/v1/artifacts/:id',
    {
      config: {
        ...reading,
        signedLinks: true,
        errors: ['result_expired', 'range_not_satisfiable'],
      },
      schema: {
        summary: 'Get the bytes of a file',
        description:
          'Takes `Range`, `If-Range` and `If-None-Match`; the ETag is the SHA-256. The file must ' +
          'be of the key, uploaded with it or made by a job of it, or the key has `artifacts:all`. A signed link needs no key. 410 `result_expired` once it ' +
          'is no longer kept.',
        params: Params,
        querystring: Type.Object({
          exp: Type.Optional(Count({ description: 'Of a signed link.' })),
          sig: Type.Optional(Type.String({ maxLength: 100, description: 'Of a signed link.' })),
        }),
        produces: ['application/octet-stream'],
        response: { 200: Bytes, 206: Bytes, 304: Type.Null() },
      },
    },
    async (request, reply) => sendArtifact(request, reply, { artifacts, artifact: await asked(request) }),
  )

  app.get(
    '/api/v1/artifacts/:id/info',
    {
      config: { ...reading, errors: ['result_expired'] },
      schema: {
        summary: 'Look at a file',
        description: 'What it is, how large, which job made it and until when it is kept.',
        params: Params,
        response: { 200: { ...Artifact, examples: [EXAMPLE] } },
      },
    },
    async (request) => presentArtifact(await artifacts.get(request.params.id, request.caller)),
  )

  app.post(
    '/api/v1/artifacts/:id/links',
    {
      config: { ...reading, errors: ['result_expired'] },
      schema: {
        summary: 'Make a link that needs no key',
        description:
          'Whoever has the link gets the bytes until it runs out. A link cannot be taken back; the file can.',
        params: Params,
        body: { ...LinkBody, examples: [{ ttlMs: 3_600_000 }] },
        response: { 201: SignedLink },
      },
    },
    async (request, reply) => {
      const artifact = await artifacts.get(request.params.id, request.caller)
      const { query, expiresAt } = artifacts.sign(artifact, request.body.ttlMs ?? DEFAULT_LINK_MS)
      const href = `${artifactPath(artifact.id)}?${query}`
      return reply.code(201).send({ href, expiresAt: expiresAt.toISOString() })
    },
  )

  app.delete(
    '/api/v1/artifacts/:id',
    {
      config: reading,
      schema: {
        summary: 'Delete a file',
        description: 'Results that list it stay as they are. One that has expired can be deleted as well.',
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await artifacts.remove(request.params.id, request.caller)
      return reply.code(204).send(null)
    },
  )

  async function asked({ params, query, caller }: ReadRequest): Promise<ArtifactRecord> {
    const { sig, exp } = query
    return sig === undefined
      ? artifacts.get(params.id, caller)
      : artifacts.getLinked(params.id, { sig, exp: exp ?? 0 })
  }
}

interface ReadRequest extends Pick<FastifyRequest, 'caller'> {
  readonly params: { readonly id: string }
  readonly query: { readonly sig?: string; readonly exp?: number }
}
