// What a backup reads of the catalogs: tables in the order of loading, sequences, migrations, and which files rows refer to.
import { appliedMigrations, type AppliedMigration } from '#platform/db/migrate.ts'
import type { Queryable } from '#platform/db/queryable.ts'
import { identifier, joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { FileHead, SequenceValue, TableHead } from './format.ts'

/** A table, and the bytes that it takes in the database. */
export interface StoredTable extends TableHead {
  readonly size: number
}

/** The table of `blobs` has this name in the schema of its service. */
const BLOBS = 'blobs'

/** A table with its schema, quoted. */
export function tableName({ schema, name }: Pick<TableHead, 'schema' | 'name'>): Sql {
  return sql`${identifier(schema)}.${identifier(name)}`
}

/** All tables of the schemas but unlogged ones, whose content may be lost at any moment; those that others refer to first. */
export async function readTables(db: Queryable, schemas: readonly string[]): Promise<StoredTable[]> {
  const tables = await db.query<StoredTable>(sql`
    select n.nspname as schema, c.relname as name, pg_table_size(c.oid)::float8 as size,
           array(select a.attname::text from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                 order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and c.relkind = 'r' and c.relpersistence = 'p'
    order by n.nspname, c.relname`)
  const references = await db.query<Reference>(sql`
    select concat_ws('.', fn.nspname, f.relname) as from, concat_ws('.', tn.nspname, t.relname) as to
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid and fn.nspname = any(${schemas}) and f.relpersistence = 'p'`)
  return referredFirst(tables, references)
}

interface Reference {
  readonly from: string
  readonly to: string
}

function referredFirst(tables: readonly StoredTable[], references: readonly Reference[]): StoredTable[] {
  const left = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]))
  const ordered: StoredTable[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      ([name]) => !references.some(({ from, to }) => from === name && left.has(to)),
    )
    if (free.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(', ')}.`)
    for (const [name, table] of free) {
      left.delete(name)
      ordered.push(table)
    }
  }
  return ordered
}

/** Sequences that were used, with those of identity columns. */
export async function readSequences(db: Queryable, schemas: readonly string[]): Promise<SequenceValue[]> {
  return db.query<SequenceValue>(sql`
    select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where schemaname = any(${schemas}) and last_value is not null order by 1, 2`)
}

/** The migrations of each schema; a schema that does not exist is left out. */
export async function readMigrations(
  db: Queryable,
  schemas: readonly string[],
): Promise<Record<string, AppliedMigration[]>> {
  const states: Record<string, AppliedMigration[]> = {}
  for (const schema of schemas) {
    const [row] = await db.query<{ exists: boolean }>(
      sql`select to_regclass(${`"${schema}".schema_migrations`}) is not null as exists`,
    )
    if (row?.exists === true) states[schema] = await appliedMigrations(db, schema)
  }
  return states
}

/** The stored files that rows refer to by a foreign key; pages that only the cache holds are not among them. */
export async function readReferredFiles(db: Queryable, schemas: readonly string[]): Promise<FileHead[]> {
  const files: FileHead[] = []
  for (const schema of schemas) {
    const columns = await db.query<{ name: string; column: string }>(sql`
      select f.relname as name, a.attname as column from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[1]
      where k.contype = 'f' and f.relpersistence = 'p' and t.relname = ${BLOBS} and n.nspname = ${schema}`)
    if (columns.length === 0) continue
    const referred = columns.map(
      ({ name, column }) =>
        sql`exists (select from ${tableName({ schema, name })} r where r.${identifier(column)} = b.sha256)`,
    )
    const rows = await db.query<FileHead>(sql`
      select b.sha256, b.bytes from ${tableName({ schema, name: BLOBS })} b
      where ${joinSql(referred, ' or ')} order by b.sha256`)
    files.push(...rows)
  }
  return files
}
