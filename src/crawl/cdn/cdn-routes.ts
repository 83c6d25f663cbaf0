// /api/cdn-report and /api/cdn-detection: what is seen of CDNs and bot walls, and what is known of them.
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import {
  CDN_STATES,
  CdnDetection,
  CdnDetectionList,
  CdnReport,
  CdnReportAnswer,
  CdnStats,
  KnownCdnList,
  PROTECTIONS,
} from '#contract/crawl/learned/cdn.ts'
import { Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { Database } from '#platform/db/database.ts'
import { contentVersion, isKnown } from '#platform/http/output/entity-tags.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import { requireScope } from '#platform/http/auth/authenticator.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { EXTRACTION_ERRORS } from '#crawl/extractions/extraction-routes.ts'
import { jobOrigin } from '#crawl/requests/job-origin.ts'
import { lookAtKnown } from '#crawl/engines/domain-evidence.ts'
import type { ProxyKind } from '#crawl/engines/ways.ts'
import { findDomains, listDomains, readCdnStats, type StoredCdn } from './cdn-store.ts'
import { EXAMPLE_DETECTION, EXAMPLE_REPORT, EXAMPLE_STATS } from './cdn-examples.ts'
import { presentDetection, presentKnown } from './present-cdn.ts'
import { refreshDomain } from './refresh.ts'
import { hostOf, readReport, reportProblems } from './read-report.ts'
import { takeReports } from './take-reports.ts'

const COLUMNS = ['domain', 'state', 'protection', 'providers', 'lastSeenAt', 'expiresAt']
const KNOWN_COLUMNS = ['domain', 'provider', 'kind', 'protection']

/** Needs the scope `cdn`. */
export function cdnRoutes(
  app: App,
  deps: {
    readonly db: Database
    readonly engine: JobSubmission & JobReads
    readonly operations: readonly ExtractorOperation[]
    readonly waits: OpenWaits
    readonly proxyKinds: () => ReadonlySet<ProxyKind>
  },
): void {
  const { db, proxyKinds } = deps
  const config = { group: 'cdn', scope: 'cdn' } as const
  const shown = async (rows: readonly StoredCdn[], domain?: string): Promise<CdnDetection[]> => {
    const known = await lookAtKnown(db, [...new Set(rows.map((row) => row.registrableDomain))])
    return rows.map((row) =>
      presentDetection(row, known.get(row.registrableDomain) ?? null, proxyKinds(), domain),
    )
  }

  app.post(
    '/api/cdn-report',
    {
      config,
      schema: {
        summary: 'Report what was seen of a CDN or bot wall',
        description:
          'Of an answer that a client got by itself: nothing is requested. It weighs 0.3 of what a worker reports, and ' +
          'changes no strategy.',
        body: { ...CdnReport, examples: [EXAMPLE_REPORT] },
        response: {
          202: { ...CdnReportAnswer, examples: [{ domain: 'example.org', detection: EXAMPLE_DETECTION }] },
        },
      },
    },
    async ({ body }, reply) => {
      const errors = reportProblems(body)
      const report = errors.length > 0 ? null : readReport(body, 'client')
      if (report === null)
        throw new SurveyorError('validation_failed', 'The report cannot be read.', { errors })
      await db.transaction(async (tx) => takeReports(tx, [report]))
      const [detection] = await shown(await findDomains(db, [report.domain]))
      if (detection === undefined) throw new Error('A report left no record.')
      void reply.code(202)
      return { domain: report.domain, detection }
    },
  )

  app.get(
    '/api/cdn-detection/known',
    {
      config,
      schema: {
        summary: 'List domains whose CDN is known',
        description:
          'Confirmed ones only, in a short form and by name. `ETag` tells whether a page changed: ask with `If-None-Match`.',
        querystring: listQuery({}),
        response: {
          200: {
            ...KnownCdnList,
            examples: [
              {
                items: [{ domain: 'example.org', provider: 'cloudflare', kind: 'cdn', protection: 'none' }],
                nextCursor: null,
              },
            ],
          },
          304: Type.Null(),
        },
      },
    },
    async (request, reply) => {
      const page = await sendList(request, reply, {
        cursorLength: 1,
        columns: KNOWN_COLUMNS,
        async page(limit, after) {
          const { items, next } = await listDomains(db, { state: ['confirmed'] }, limit, after)
          return { items: items.map(presentKnown), next }
        },
      })
      if (reply.sent || page.items === undefined) return page
      const etag = `"${contentVersion(page)}"`
      void reply.headers({ etag, 'cache-control': 'private, no-cache' })
      return isKnown(request.headers['if-none-match'], etag) ? notModified(reply) : page
    },
  )

  app.get(
    '/api/cdn-detection/stats',
    {
      config,
      schema: {
        summary: 'Which CDNs were seen how often',
        description: 'Of the domains that are kept: those seen in the last month.',
        response: { 200: { ...CdnStats, examples: [EXAMPLE_STATS] } },
      },
    },
    async () => readCdnStats(db),
  )

  app.get(
    '/api/cdn-detection',
    {
      config,
      schema: {
        summary: 'List detections',
        description: 'By domain; all given filters hold together.',
        querystring: listQuery({
          state: Type.Optional(Type.Array(Words(CDN_STATES), { description: 'Any of these.' })),
          provider: Type.Optional(
            Type.Array(Type.String({ maxLength: 50, examples: ['cloudflare'] }), {
              description: 'Any of these.',
            }),
          ),
          protection: Type.Optional(Type.Array(Words(PROTECTIONS), { description: 'Any of these.' })),
          registrableDomain: Type.Optional(
            Type.String({ maxLength: 260, description: 'With its subdomains.', examples: ['example.org'] }),
          ),
        }),
        response: {
          200: { ...CdnDetectionList, examples: [{ items: [EXAMPLE_DETECTION], nextCursor: null }] },
        },
      },
    },
    async (request, reply) => {
      const { state, provider, protection, registrableDomain: asked } = request.query
      const registrableDomain = asked === undefined ? undefined : (hostOf(asked) ?? asked)
      const filter = { state, provider, protection, registrableDomain }
      return sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        async page(limit, after) {
          const { items, next } = await listDomains(db, filter, limit, after)
          return { items: await shown(items), next }
        },
      })
    },
  )

  app.get(
    '/api/cdn-detection/:domain',
    {
      config: { ...config, errors: [...EXTRACTION_ERRORS, 'not_found'] },
      schema: {
        summary: 'The detection for one domain',
        description:
          'Of a subdomain that was never seen, that of its registrable domain: `inheritedFrom` names it.',
        params: Type.Object({ domain: Type.String({ maxLength: 260, examples: ['example.org'] }) }),
        querystring: Type.Object(
          {
            refresh: Type.Optional(
              Type.Boolean({
                description:
                  'Look at it first: a worker asks it for the headers of `/` by HEAD. Needs the scope `extract:cdn` too.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { ...CdnDetection, examples: [EXAMPLE_DETECTION] } },
      },
    },
    async (request, reply) => {
      const host = hostOf(request.params.domain)
      if (host !== null && request.query.refresh === true) {
        requireScope(request.caller, 'extract:cdn')
        using wait = deps.waits.open(reply)
        await refreshDomain(deps, host, jobOrigin(request), wait.signal)
      }
      const registrable = host === null ? null : registrableDomain(`https://${host}/`)
      const found =
        host === null ? [] : await findDomains(db, [host, ...(registrable === null ? [] : [registrable])])
      const stored = found.find(({ domain }) => domain === host) ?? found[0]
      const [detection] = host === null || stored === undefined ? [] : await shown([stored], host)
      if (detection === undefined) throw new SurveyorError('not_found', 'Nothing was seen of this domain.')
      return detection
    },
  )
}

const notModified = (reply: FastifyReply): FastifyReply => reply.code(304).send()
