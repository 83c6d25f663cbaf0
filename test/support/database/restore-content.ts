// Brings a database back to what it held when it was made: a tenth of what it takes to make another one.
import { escapeLiteral, type Client } from 'pg'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { queryOn, type Queryable } from '#platform/db/queryable.ts'
import { sql } from '#platform/db/sql.ts'
import { databaseUrl } from './database-url.ts'
import { onServer } from './on-server.ts'

export interface Content {
  /** Changes with each change of a table, an index, a function, or a setting of the database. */
  readonly fingerprint: string
  readonly bytes: number
  /** Statements that delete all rows, insert the first ones again, and start the sequences again. */
  readonly restore: string
}

/** Dead rows slow down the tests that follow: a database that has grown by more is given up. */
const MAX_GROWTH_BYTES = 8 * 1024 ** 2

const FINGERPRINT = `
  select pg_database_size(current_database())::float8 as bytes, md5(concat(
    (select string_agg(concat(oid, ' ', xmin), ',' order by oid) from pg_class
     where oid >= 16384 and relpersistence <> 't' and relkind <> 't'),
    (select string_agg(concat(attrelid, ' ', attnum, ' ', xmin), ',' order by attrelid, attnum) from pg_attribute
     where attrelid >= 16384),
    (select string_agg(concat(oid, ' ', xmin), ',' order by oid) from pg_proc where oid >= 16384),
    (select string_agg(concat(oid, ' ', xmin), ',' order by oid) from pg_constraint),
    (select string_agg(setconfig::text, ',') from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
     where d.datname = current_database())
  )) as fingerprint`

/** Of a database that was just made and that nobody uses yet. */
export async function contentOf(name: string): Promise<Content> {
  return onServer(databaseUrl(name), async (client) => {
    const { rows } = await client.query<Pick<Content, 'fingerprint' | 'bytes'>>(FINGERPRINT)
    const [made] = rows
    if (made === undefined) throw new Error('A query without from answers one row.')
    return { ...made, restore: await restoreStatements(client) }
  })
}

/**
 * False where the tables are no longer as they were, the database has grown too much, or a test cut the connections of `open`.
 * Cuts all others, and works on one of these: a new one would take longer to begin than the rest.
 */
export async function restore(name: string, content: Content, open: Queryable | null): Promise<boolean> {
  if (open !== null) return restoreOn(open, content).catch(falseIfLost)
  return onServer(databaseUrl(name), async (client) => restoreOn(queryOn(client), content))
}

/** Answers false for a lost connection, and throws anything else. */
function falseIfLost(error: unknown): boolean {
  if (error instanceof SurveyorError && error.code === 'storage_unavailable') return false
  throw error
}

async function restoreOn(db: Queryable, content: Content): Promise<boolean> {
  await db.execute(sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and application_name <> current_setting('application_name')`)
  const [found] = await db.query<Pick<Content, 'fingerprint' | 'bytes'>>({ text: FINGERPRINT, values: [] })
  if (found?.fingerprint !== content.fingerprint) return false
  if (found.bytes > content.bytes + MAX_GROWTH_BYTES) return false
  await db.execute({ text: content.restore, values: [] })
  return true
}

interface Table {
  readonly oid: string
  /** Quoted, with its schema. */
  readonly name: string
}

async function restoreStatements(client: Client): Promise<string> {
  const { rows: tables } = await client.query<Table>(`
    select c.oid, c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.oid >= 16384 order by c.oid`)
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select conrelid as from, confrelid as to from pg_constraint where contype = 'f' and conrelid <> confrelid`)
  const statements: string[] = []
  const filled: string[] = []
  // Deleting from a table may append to one that nothing refers to (`place_counts`), so those are emptied last.
  const isAlone = ({ oid }: Table) => !references.some(({ from, to }) => from === oid || to === oid)
  const [alone, related] = [tables.filter(isAlone), tables.filter((table) => !isAlone(table))]
  for (const { name } of [...referringFirst(related, references), ...alone]) {
    statements.push(`delete from ${name}`)
    const { rows } = await client.query<{ rows: string | null }>(
      `select jsonb_agg(t)::text as rows from ${name} t`,
    )
    const content = rows[0]?.rows ?? null
    if (content === null) continue
    // Tables that others refer to come later in the order of deleting, and are filled first.
    filled.unshift(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${escapeLiteral(content)})`,
    )
  }
  const sequences = `select setval(seqrelid, seqstart, false) from pg_sequence`
  return [...statements, ...filled, sequences].join(';\n')
}

/** Tables in an order in which their rows can be deleted. */
function referringFirst(
  tables: readonly Table[],
  references: readonly { readonly from: string; readonly to: string }[],
): Table[] {
  const left = new Map(tables.map((table) => [table.oid, table]))
  const ordered: Table[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ oid }) => !references.some(({ from, to }) => to === oid && left.has(from)),
    )
    if (free.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const table of free) left.delete(table.oid)
    ordered.push(...free)
  }
  return ordered
}
