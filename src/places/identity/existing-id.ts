// The stored id for an id given by a caller.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { namedPlace } from './named-place.ts'

const TABLES = {
  ses: { table: sql`sessions`, name: 'session' },
  sea: { table: sql`searches`, name: 'search' },
} as const

/** The uuid of a row that exists; a place may be named by any of its ids. Throws `not_found`. */
export async function existingId(
  db: Queryable,
  kind: keyof typeof TABLES | 'plc',
  id: string,
): Promise<string> {
  if (kind === 'plc') return namedPlace(db, id)
  const { table, name } = TABLES[kind]
  const uuid = parseId(kind, id)
  const rows = uuid === null ? [] : await db.query(sql`select from ${table} where id = ${uuid}`)
  if (uuid === null || rows.length === 0) throw new SurveyorError('not_found', `No ${name} has this id.`)
  return uuid
}
