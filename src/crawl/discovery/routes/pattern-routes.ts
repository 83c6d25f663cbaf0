// /api/discovery: candidates and patterns, what is followed now, and learning again.
import { Type } from 'typebox'
import {
  ActivePatterns,
  CANDIDATE_STATES,
  ChangePatternBody,
  CreatePatternBody,
  DecisionBody,
  Pattern,
  PATTERN_KINDS,
  PATTERN_SOURCES,
  PATTERN_STATES,
  PatternList,
  RebuildAnswer,
  type PatternState,
} from '#contract/crawl/discovery/pattern.ts'
import { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import { Words } from '#contract/schema.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import { anchorTemplate, pathTemplate } from '#kit/url/path-template.ts'
import type { Database } from '#platform/db/database.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'
import { createPattern, decidePattern } from '#crawl/discovery/learning/decide-patterns.ts'
import { findPattern, listPatterns } from '#crawl/discovery/learning/read-patterns.ts'
import { ACTIVE_EXAMPLE, PATTERN_EXAMPLE, PATTERN_ID } from './pattern-examples.ts'
import { sendVersioned } from './send-versioned.ts'

const CSV_COLUMNS = [
  'id',
  'kind',
  'template',
  'language',
  'status',
  'source',
  'trials',
  'hits',
  'newHits',
  'missing',
  'posterior.mean',
  'posterior.lower5',
]
const Params = Type.Object({ id: Type.String({ examples: [PATTERN_ID] }) })
const Explain = Type.Optional(
  Type.Boolean({ description: 'With the counts and thresholds behind each state.' }),
)
const OTHER_STATES: readonly PatternState[] = PATTERN_STATES.filter(
  (state) => !(CANDIDATE_STATES as readonly string[]).includes(state),
)
const filters = {
  kind: Type.Optional(Words(PATTERN_KINDS)),
  language: Type.Optional(Type.String({ maxLength: 3, examples: ['de'] })),
  source: Type.Optional(Words(PATTERN_SOURCES)),
  explain: Explain,
}

/** Needs the scope `discovery`. */
export function patternRoutes(
  app: App,
  deps: { readonly db: Database; readonly discovery: Pick<Discovery, 'settings' | 'active' | 'rebuild'> },
): void {
  const { db, discovery } = deps
  const config = { group: 'discovery', scope: 'discovery' } as const
  const list = { ...PatternList, examples: [{ items: [PATTERN_EXAMPLE], nextCursor: null }] }

  app.get(
    '/api/discovery/candidates',
    {
      config,
      schema: {
        summary: 'List candidate patterns',
        description:
          'What may become a pattern: `observed` on a few domains, `candidate` from three on, `proposed` where an ' +
          'operator may promote it. The newest first.',
        querystring: listQuery({
          ...filters,
          status: Type.Optional(Type.Array(Words(CANDIDATE_STATES), { description: 'Any of these.' })),
        }),
        response: { 200: list },
      },
    },
    (request, reply) => {
      const { status, explain, kind, language, source } = request.query
      const states = status ?? CANDIDATE_STATES
      return send(request, reply, { states, kind, language, source }, explain)
    },
  )

  for (const [verb, status, summary] of [
    ['promote', 'active', 'Follow a candidate from now on'],
    ['reject', 'rejected', 'Never follow a candidate'],
  ] as const)
    app.post(
      `/api/discovery/candidates/:id/${verb}`,
      {
        config: { ...config, errors: ['not_found', 'conflict'] },
        schema: {
          summary,
          description:
            'Holds whatever the data say, until `PATCH /api/discovery/patterns/:id` leaves it to them again.',
          params: Params,
          body: { ...DecisionBody, examples: [{ note: 'checked by hand' }] },
          response: { 200: { ...Pattern, examples: [PATTERN_EXAMPLE] } },
        },
      },
      async ({ params, body, caller }) => {
        const decision = { status, by: caller.id, ...body }
        const decided = await decidePattern(db, params.id, decision, CANDIDATE_STATES)
        if (decided !== null) return decided
        if ((await findPattern(db, params.id)) === null) throw unknownPattern()
        throw new SurveyorError('conflict', 'It is no candidate any more: change the pattern instead.')
      },
    )

  app.get(
    '/api/discovery/patterns',
    {
      config,
      schema: {
        summary: 'List patterns',
        description: 'Those that are or were followed, and those that were rejected. The newest first.',
        querystring: listQuery({
          ...filters,
          status: Type.Optional(Type.Array(Words(OTHER_STATES), { description: 'Any of these.' })),
        }),
        response: { 200: list },
      },
    },
    (request, reply) => {
      const { status, explain, kind, language, source } = request.query
      return send(request, reply, { states: status ?? OTHER_STATES, kind, language, source }, explain)
    },
  )

  app.post(
    '/api/discovery/patterns',
    {
      config: { ...config, errors: ['conflict'] },
      schema: {
        summary: 'Add a pattern',
        description: 'Active at once, until enough trials speak against it.',
        body: {
          ...CreatePatternBody,
          examples: [{ kind: 'path', template: '/standorte', language: 'de', expectedYield: 0.4 }],
        },
        response: { 201: Pattern },
      },
    },
    async ({ body }, reply) => {
      const { kind, template } = body
      const normal =
        kind === 'path' ? pathTemplate(`http://x/${template.replace(/^\/+/, '')}`) : anchorTemplate(template)
      if (normal === null || normal === '/')
        throw invalidInput('The template', [
          {
            pointer: '/template',
            code: 'no_template',
            detail: 'Must be a path below / or the words of a link.',
          },
        ])
      const made = await createPattern(db, { ...body, template: normal })
      return reply.code(201).header('location', `/api/discovery/patterns/${made.id}`).send(made)
    },
  )

  app.get(
    '/api/discovery/patterns/active',
    {
      config: { ...config, headers: [] },
      schema: {
        summary: 'The patterns in use',
        description:
          'The most promising first. With an `ETag`: `If-None-Match` is answered with 304 as long as nothing changed.',
        querystring: Type.Object(
          {
            language: Type.Optional(
              Type.String({
                maxLength: 35,
                description: 'Patterns of this language and of any.',
                examples: ['de'],
              }),
            ),
            country: Type.Optional(
              Type.String({
                pattern: '^[A-Za-z]{2}$',
                description: 'In the place of `language`: the main language of the country.',
              }),
            ),
            fields: Type.Optional(
              Type.Array(Words(CONTACT_FIELDS), { description: 'Only patterns that had any of these.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { ...ActivePatterns, examples: [ACTIVE_EXAMPLE] }, 304: Type.Null() },
      },
    },
    async (request, reply) => {
      const {
        country,
        fields,
        language = country === undefined ? undefined : mainLanguage(country),
      } = request.query
      const { version, patterns } = await discovery.active()
      const wanted = language?.split('-', 1)[0]?.toLowerCase()
      const fitting = patterns.filter(
        (pattern) =>
          (wanted === undefined || pattern.language === wanted || pattern.language === '*') &&
          (fields === undefined || fields.some((field) => pattern.fields.includes(field))),
      )
      return sendVersioned(request, reply, { version, patterns: fitting })
    },
  )

  app.get(
    '/api/discovery/patterns/:id',
    {
      config: { ...config, errors: ['not_found'] },
      schema: {
        summary: 'Look at a pattern or candidate',
        params: Params,
        querystring: Type.Object({ explain: Explain }, { additionalProperties: false }),
        response: { 200: { ...Pattern, examples: [PATTERN_EXAMPLE] } },
      },
    },
    async ({ params, query }) => {
      const found = await findPattern(db, params.id, query.explain === true ? discovery.settings : null)
      if (found === null) throw unknownPattern()
      return found
    },
  )

  app.patch(
    '/api/discovery/patterns/:id',
    {
      config: { ...config, errors: ['not_found'] },
      schema: {
        summary: 'Set the state of a pattern by hand',
        description: '`decided: false` leaves it to the data again.',
        params: Params,
        body: { ...ChangePatternBody, examples: [{ status: 'dormant', note: 'too many empty pages' }] },
        response: { 200: { ...Pattern, examples: [PATTERN_EXAMPLE] } },
      },
    },
    async ({ params, body, caller }) => {
      const { decided, ...change } = body
      const changed = await decidePattern(db, params.id, {
        ...change,
        by: decided === false ? null : caller.id,
      })
      if (changed === null) throw unknownPattern()
      return changed
    },
  )

  app.post(
    '/api/discovery/rebuild',
    {
      config,
      schema: {
        summary: 'Learn everything again',
        description:
          'Replays the signals that are kept. Decisions of operators and exclusions stay; the same signals give the ' +
          'same patterns.',
        response: { 200: { ...RebuildAnswer, examples: [{ signals: 12_000, patterns: 410, active: 52 }] } },
      },
    },
    async () => discovery.rebuild(),
  )

  function send(
    request: Parameters<typeof sendList>[0],
    reply: Parameters<typeof sendList>[1],
    filter: {
      readonly states: readonly PatternState[]
      readonly kind: string | undefined
      readonly language: string | undefined
      readonly source: string | undefined
    },
    explain: boolean | undefined,
  ) {
    const settings = explain === true ? discovery.settings : null
    return sendList<Pattern>(request, reply, {
      cursorLength: 1,
      columns: CSV_COLUMNS,
      page: async (limit, after) => listPatterns(db, filter, { limit, after }, settings),
    })
  }
}

/** By CLDR's likely subtags; undefined for a country that does not exist. */
function mainLanguage(country: string): string | undefined {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return language === 'und' ? undefined : language
}

const unknownPattern = (): SurveyorError => new SurveyorError('not_found', 'There is no pattern of this id.')
