// How many places of a list have each value of a field: what a page of filters shows beside the list.
import { FACETS, type Facet, type FacetName } from '#contract/places/lists/facets.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput } from '#contract/surveyor-error.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { Database } from '#platform/db/database.ts'
import { placeConditions } from './place-conditions.ts'
import { placeGroups, type GroupKind } from './place-counts.ts'
import { readPlaceArea, type PlaceQuery } from './place-query.ts'
import { isNarrowing } from '#places/content/narrowing-ids.ts'

/** The most values that a facet names; `more` counts the others. */
const MAX_VALUES = 50

/** The facets that `text` names, comma-separated. Throws `validation_failed`. */
export function readFacets(text: string | undefined): FacetName[] {
  if (text === undefined) return []
  const errors: FieldProblem[] = []
  const names = new Set<FacetName>()
  for (const part of text.split(',').map((name) => name.trim())) {
    const known = FACETS.find((name) => name === part)
    if (known !== undefined) names.add(known)
    else {
      const meant = closestWord(part, FACETS)
      const hint = meant === null ? `there are ${FACETS.join(', ')}` : `did you mean ${meant}?`
      const detail = `${JSON.stringify(part.slice(0, 100))} is no facet; ${hint}`
      errors.push({ pointer: '?facets', code: 'unknown_facet', detail })
    }
  }
  if (errors.length > 0) throw invalidInput('The query', errors)
  return [...names]
}

/** Which groups of places hold the values of a facet, and which values each has. */
interface FacetSource {
  readonly kind: GroupKind
  /** Of `g`, a group; several values of one place count once each. */
  readonly values: Sql
}

const categories = (values: Sql): FacetSource => ({ kind: 'categories', values })
const fact = (name: Sql): FacetSource => ({ kind: 'facts', values: sql`select g.${name}::text as value` })
const location = (name: Sql): FacetSource => ({ kind: 'location', values: sql`select g.${name} as value` })

const SOURCES: Readonly<Record<FacetName, FacetSource>> = {
  key: categories(
    sql`select distinct split_part(x, '/', 1) || '/*' as value from unnest(g.categories) x where not x ${isNarrowing}`,
  ),
  category: categories(sql`select x as value from unnest(g.categories) x where not x ${isNarrowing}`),
  cuisine: categories(sql`select x as value from unnest(g.categories) x where x like 'cuisine/%'`),
  country: location(sql`country_code`),
  region: location(sql`region`),
  city: location(sql`city`),
  status: fact(sql`status`),
  provider: {
    kind: 'facts',
    values: sql`select x as value from unnest(string_to_array(g.providers, ',')) x`,
  },
  hasWebsite: fact(sql`has_website`),
  hasPhone: fact(sql`has_phone`),
  hasEmail: fact(sql`has_email`),
  // 4 stands for 4.0 to 4.9; 5 is only 5.
  rating: fact(sql`stars`),
}

interface FacetRow {
  readonly facet: FacetName
  readonly value: string | null
  readonly places: number
  readonly distinctValues: number
}

/**
 * Enough for the groups of a broad list. With the default of 4 MB the server sorts all places of the list to count them,
 * which takes twice as long.
 */
const GROUPING_MEMORY = sql`set local work_mem = '32MB'`

/** Of all places of a list. Throws as `placeConditions`. */
export async function countFacets(
  db: Database,
  names: readonly FacetName[],
  query: PlaceQuery,
): Promise<Record<string, Facet>> {
  const { language = null } = query
  const conditions = await placeConditions(db, query, readPlaceArea(query))
  const kinds = [...new Set(names.map((name) => SOURCES[name].kind))]
  const counts = names.map((name) => {
    const { kind, values } = SOURCES[name]
    return sql`select * from (
      select ${name}::text as facet, v.value, sum(g.places)::integer as places,
             (count(*) over ())::integer as "distinctValues"
      from groups g, lateral (${values}) v where g.kind = ${kind}
      group by v.value order by 3 desc, 2 limit ${MAX_VALUES}) c`
  })
  const rows = await db.transaction(async (tx) => {
    await tx.execute(GROUPING_MEMORY)
    return tx.query<FacetRow>(sql`
      with groups as materialized (${placeGroups(kinds, conditions)})
      ${joinSql(counts, ' union all ')} order by 1, 3 desc, 2`)
  })
  return Object.fromEntries(
    names.map((name) => [
      name,
      facetOf(
        name,
        rows.filter(({ facet }) => facet === name),
        language,
      ),
    ]),
  )
}

const LABELLED: ReadonlySet<FacetName> = new Set(['category', 'cuisine'])

function facetOf(name: FacetName, rows: readonly FacetRow[], language: string | null): Facet {
  return {
    values: rows.map(({ value, places }) => ({
      value,
      label: value !== null && LABELLED.has(name) ? categoryLabel(value, language) : value,
      places,
    })),
    more: Math.max(0, (rows[0]?.distinctValues ?? 0) - rows.length),
  }
}
