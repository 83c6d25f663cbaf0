// /api/schedules: the searches that are repeated. `POST /api/search` makes them.
import { Type } from 'typebox'
import { ChangeScheduleBody, Schedule, ScheduleList } from '#contract/places/schedule.ts'
import { AcceptedSearch } from '#contract/places/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import { itemAt } from '#kit/item-at.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { visibleOwner, type Caller } from '#platform/http/auth/authenticator.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import { listQuery, sendList, pageOf } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { cursorUuid } from '#places/places/cursor-values.ts'
import { changeSchedule } from './change-schedule.ts'
import { runNow, type RunDueDeps } from './run-schedules.ts'
import { presentSchedules, readSchedules, type ScheduleRow } from './model/schedule-rows.ts'

const COLUMNS = ['id', 'query', 'cron', 'everyMs', 'timezone', 'nextAt', 'runs', 'skipped', 'createdAt']
const ScheduleParams = Type.Object({
  id: Type.String({ examples: ['sch_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'] }),
})

/** Adds the routes. A key sees, changes and deletes its own, with `search:all` those of everybody. */
export function scheduleRoutes(app: App, deps: RunDueDeps): void {
  const { db } = deps
  const config = { group: 'search', scope: 'search', errors: ['not_found'] } as const

  app.get(
    '/api/schedules',
    {
      config,
      schema: {
        summary: 'List schedules',
        description: 'Searches that are repeated, the newest first.',
        querystring: listQuery({}),
        response: { 200: ScheduleList },
      },
    },
    async (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: COLUMNS,
        page: async (limit, after) => {
          const conditions = [isVisible(request.caller)]
          if (after !== null) conditions.push(sql`id < ${cursorUuid(after[0])}::uuid`)
          const rows = await readSchedules(
            db,
            sql`${joinSql(conditions, ' and ')} order by id desc limit ${limit + 1}`,
          )
          const { items, next } = pageOf(
            rows,
            limit,
            (row) => row,
            ({ id }) => [id],
          )
          return { items: await presentSchedules(db, items), next }
        },
      }),
  )

  app.get(
    '/api/schedules/:id',
    {
      config,
      schema: {
        summary: 'Look at a schedule',
        params: ScheduleParams,
        response: { 200: Schedule },
      },
    },
    async (request) => presentOne(db, await visibleSchedule(db, request.params.id, request.caller)),
  )

  app.patch(
    '/api/schedules/:id',
    {
      config,
      schema: {
        summary: 'Change or pause a schedule',
        description:
          'Gives it other times, pauses it, or lets it go on. A new rhythm counts from now; times that passed while it was ' +
          'paused are not made up for. A run that goes on ends by itself. The search itself stays as it is, because its ' +
          'runs are compared with each other: for another one make another schedule.',
        params: ScheduleParams,
        body: { ...ChangeScheduleBody, examples: [{ cron: '0 6 * * 1', timezone: 'Europe/Monaco' }] },
        response: { 200: Schedule },
      },
    },
    async (request) => {
      const { id } = request.params
      const row = await db.transaction(async (tx) =>
        changeSchedule(tx, await visibleSchedule(tx, id, request.caller, sql`for update`), request.body),
      )
      return presentOne(db, row)
    },
  )

  app.post(
    '/api/schedules/:id/run',
    {
      config: { ...config, errors: ['conflict'], headers: ['Idempotency-Key'] },
      ...idempotent({ db }),
      schema: {
        summary: 'Run a schedule now',
        description:
          'Begins its search at once, also where it is paused; its next time stays. It is compared with the run before, as ' +
          'any other. A `conflict` while a run goes on, and when the key that made the schedule has ended.',
        params: ScheduleParams,
        response: { 202: AcceptedSearch },
      },
    },
    async (request, reply) => {
      const accepted = await db.transaction(async (tx) => {
        const row = await visibleSchedule(tx, request.params.id, request.caller, sql`for update`)
        return runNow(deps, tx, row, request.trace.traceparent)
      })
      return reply.code(202).header('location', accepted.links['self']).send(accepted)
    },
  )

  app.delete(
    '/api/schedules/:id',
    {
      config,
      schema: {
        summary: 'Delete a schedule',
        description:
          'The search is not repeated any more. What it found stays, and a run that goes on ends by itself.',
        params: ScheduleParams,
        response: { 204: Type.Null({ description: 'Deleted' }) },
      },
    },
    async (request, reply) => {
      const { id } = await visibleSchedule(db, request.params.id, request.caller)
      await db.execute(sql`delete from schedules where id = ${id}`)
      return reply.code(204).send(null)
    },
  )
}

async function presentOne(db: Queryable, row: ScheduleRow): Promise<Schedule> {
  return itemAt(await presentSchedules(db, [row]), 0)
}

function isVisible(caller: Caller): Sql {
  const owner = visibleOwner(caller, 'search')
  return owner === null ? sql`true` : sql`owner = ${owner}`
}

/** Throws `not_found`, also for one of another key. */
async function visibleSchedule(
  db: Queryable,
  id: string,
  caller: Caller,
  lock: Sql = sql``,
): Promise<ScheduleRow> {
  const uuid = parseId('sch', id)
  const [row] =
    uuid === null ? [] : await readSchedules(db, sql`id = ${uuid} and ${isVisible(caller)} ${lock}`)
  if (row === undefined) throw new SurveyorError('not_found', 'No schedule has this id.')
  return row
}
