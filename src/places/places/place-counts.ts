// Places counted in groups: by their facts, their categories, their location. Facets, statistics and browse views read them.
import type { Database } from '#platform/db/database.ts'
import { placeProviders } from '#places/identity/place-providers.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'

/** What the places of a group have in common. */
export type GroupKind = 'facts' | 'categories' | 'location'

interface GroupColumn {
  readonly kind: GroupKind
  readonly name: Sql
  /** Of `places p`. */
  readonly of: Sql
  /** In rows of other kinds. */
  readonly none: Sql
}

const text = (kind: GroupKind, name: Sql): GroupColumn => ({
  kind,
  name,
  of: sql`p.${name}`,
  none: sql`null::text`,
})
const flag = (name: Sql): GroupColumn => ({
  kind: 'facts',
  name,
  of: sql`p.${name}`,
  none: sql`null::boolean`,
})

/** The columns of `place_counts`, those of each kind together. */
const COLUMNS: readonly GroupColumn[] = [
  { kind: 'facts', name: sql`providers`, of: placeProviders, none: sql`null::text` },
  text('facts', sql`status`),
  flag(sql`has_website`),
  flag(sql`has_phone`),
  flag(sql`has_email`),
  { kind: 'facts', name: sql`stars`, of: sql`floor(p.rating)`, none: sql`null::float8` },
  { kind: 'categories', name: sql`categories`, of: sql`p.categories`, none: sql`null::text[]` },
  text('location', sql`country_code`),
  text('location', sql`region`),
  text('location', sql`city`),
]

/**
 * A query of the groups of `kinds`: `kind`, the columns of its kind, the others null, and `places`, above zero.
 * `conditions` are those of `places p`; without any the kept counts are read, otherwise the places once, however many kinds
 * there are.
 */
export function placeGroups(kinds: readonly GroupKind[], conditions: readonly Sql[]): Sql {
  const names = joinSql(
    COLUMNS.map(({ name }) => name),
    ', ',
  )
  if (conditions.length === 0) {
    return sql`
      select kind, ${names}, sum(places)::bigint as places from place_counts where kind = any(${[...kinds]}::text[])
      group by kind, ${names} having sum(places) > 0`
  }
  const columnsOf = (kind: GroupKind) => COLUMNS.filter((column) => column.kind === kind).map(({ of }) => of)
  const kindOfRow = kinds.map((kind) => {
    const [first = sql`null`] = columnsOf(kind)
    return sql`when grouping(${first}) = 0 then ${kind}::text`
  })
  const shown = COLUMNS.map(({ kind, name, of, none }) => sql`${kinds.includes(kind) ? of : none} as ${name}`)
  const sets = kinds.map((kind) => sql`(${joinSql(columnsOf(kind), ', ')})`)
  return sql`
    select case ${joinSql(kindOfRow, ' ')} end as kind, ${joinSql(shown, ', ')}, count(*) as places
    from places p where ${joinSql(conditions, ' and ')} group by grouping sets (${joinSql(sets, ', ')})`
}

/** With more rows behind the sums, reading them takes longer than it should. */
const MAX_APPENDED = 5_000

/** Sums the rows that writes have appended to `place_counts`, once there are many; answers how many they were. */
export async function sumPlaceCounts(db: Database): Promise<number> {
  const isMuch = sql`
    select from place_counts where not summed offset ${MAX_APPENDED} limit 1`
  if ((await db.query(isMuch)).length === 0) return 0
  return db.transaction(async (tx) => {
    // Of several replicas one sums. Writes only append, and wait for nothing.
    await tx.execute(sql`lock table place_counts in share update exclusive mode`)
    const names = joinSql(
      COLUMNS.map(({ name }) => name),
      ', ',
    )
    const [row] = await tx.query<{ appended: number }>(sql`
      with gone as (
        delete from place_counts returning *
      ), kept as (
        insert into place_counts (kind, ${names}, places, summed)
        select kind, ${names}, sum(places), true from gone group by kind, ${names} having sum(places) <> 0
      )
      select (count(*) filter (where not summed))::integer as appended from gone`)
    return row?.appended ?? 0
  })
}
