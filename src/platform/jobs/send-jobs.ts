// A list of jobs as an answer: the filters of both services, and a page, a stream or a table.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Job, JobState } from '#contract/job.ts'
import { Timestamp, Words } from '#contract/schema.ts'
import { visibleOwner } from '#platform/http/auth/authenticator.ts'
import { sendList } from '#platform/http/output/pagination.ts'
import type { JobReads, JobRecord } from './job-engine.ts'
import { withLinksFor } from './present-job.ts'
import { toldTo } from './told-to.ts'

const CSV_COLUMNS = [
  'id',
  'type',
  'status',
  'priority',
  'deliveries',
  'failures',
  'parentId',
  'workerId',
  'createdAt',
  'startedAt',
  'completedAt',
  'error.code',
  'error.detail',
]

/** The states of `/api/jobs/dead`: nobody works on such a job any more, and nothing says that it could not be done. */
export const UNFINISHED = ['dead', 'expired'] as const satisfies readonly JobState[]

/** The query fields of every list of jobs. */
export const JOB_FILTERS = {
  parentId: Type.Optional(Type.String({ description: 'Only the jobs that belong to this one.' })),
  createdAfter: Type.Optional(Timestamp),
  createdBefore: Type.Optional(Timestamp),
  sort: Type.Optional(
    Words(['-createdAt', 'createdAt'], { description: 'Newest first (`-createdAt`) where absent.' }),
  ),
}

export interface JobListRequest {
  readonly states?: readonly JobState[] | undefined
  readonly types?: readonly string[] | undefined
  readonly parentId?: string | undefined
  readonly createdAfter?: string | undefined
  readonly createdBefore?: string | undefined
  readonly sort?: '-createdAt' | 'createdAt' | undefined
  readonly host?: string | undefined
  readonly domain?: string | undefined
  readonly urls?: readonly string[] | undefined
}

/** Without results. The jobs of the caller, or of everybody when the caller may see these. */
export async function sendJobs(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine, present }: { readonly engine: JobReads; readonly present: (job: JobRecord) => Job },
  { states, types, parentId, createdAfter, createdBefore, sort, host, domain, urls }: JobListRequest,
): Promise<{ items: Job[]; nextCursor: string | null }> {
  const owner = visibleOwner(request.caller, 'jobs')
  const filter = {
    ...(owner === null ? {} : { owner }),
    ...(states === undefined ? {} : { states }),
    ...(types === undefined ? {} : { types }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(createdAfter === undefined ? {} : { createdAfter: new Date(createdAfter) }),
    ...(createdBefore === undefined ? {} : { createdBefore: new Date(createdBefore) }),
    ...(host === undefined ? {} : { host }),
    ...(domain === undefined ? {} : { domain }),
    ...(urls === undefined ? {} : { urls }),
    oldestFirst: sort === 'createdAt',
  }
  return sendList(request, reply, {
    cursorLength: 1,
    columns: CSV_COLUMNS,
    async page(limit, after) {
      const { items, next } = await engine.list({ ...filter, after, limit })
      const shown = items.map((job) => withLinksFor(request.caller, present(toldTo(request.caller, job))))
      return { items: shown, next }
    },
  })
}
