// How many places of a list have each value of a field: what a page of filters shows beside the list.
import { FACETS, type Facet, type FacetName } from '#contract/places/lists/facets.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { Queryable } from '#platform/db/database.ts'
import { placeConditions } from './place-conditions.ts'
import { readPlaceArea, type PlaceQuery } from './place-query.ts'
import { NARROWING_KEYS } from '#places/content/narrowing-ids.ts'

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
  if (errors.length > 0) throw new SurveyorError('validation_failed', 'The query is not valid.', { errors })
  return [...names]
}

/** The values of a facet for a place, and the columns that they are read from. */
interface FacetSource {
  readonly columns: Sql
  /** Of `c`, a row of these columns with its count `n`; several values of one place count once each. */
  readonly values: Sql
}

const isNarrowing = sql`like any(${NARROWING_KEYS.map((key) => `${key}/%`)}::text[])`
const column = (name: Sql): FacetSource => ({
  columns: sql`p.${name} as value`,
  values: sql`select c.value::text as value`,
})
const categories = (values: Sql): FacetSource => ({ columns: sql`p.categories`, values })

const SOURCES: Readonly<Record<FacetName, FacetSource>> = {
  key: categories(
    sql`select distinct split_part(x, '/', 1) || '/*' as value from unnest(c.categories) x where not x ${isNarrowing}`,
  ),
  category: categories(sql`select x as value from unnest(c.categories) x where not x ${isNarrowing}`),
  cuisine: categories(sql`select x as value from unnest(c.categories) x where x like 'cuisine/%'`),
  country: column(sql`country_code`),
  region: column(sql`region`),
  city: column(sql`city`),
  status: column(sql`status`),
  provider: column(sql`provider`),
  hasWebsite: column(sql`has_website`),
  hasPhone: column(sql`has_phone`),
  hasEmail: column(sql`has_email`),
  // 4 stands for 4.0 to 4.9; 5 is only 5.
  rating: { columns: sql`floor(p.rating) as value`, values: sql`select c.value::text as value` },
}

interface FacetRow {
  readonly value: string | null
  readonly places: number
  readonly distinctValues: number
}

/** Of all places of a list. Throws as `placeConditions`. */
export async function countFacets(
  db: Queryable,
  names: readonly FacetName[],
  query: PlaceQuery,
): Promise<Record<string, Facet>> {
  const { language = null } = query
  const conditions = await placeConditions(db, query, readPlaceArea(query))
  const facets = await Promise.all(
    names.map(async (name): Promise<[string, Facet]> => {
      const { columns, values } = SOURCES[name]
      const rows = await db.query<FacetRow>(sql`
        select v.value, sum(c.n)::integer as places, count(*) over ()::integer as "distinctValues"
        from (
          select ${columns}, count(*) as n from places p where ${joinSql([sql`true`, ...conditions], ' and ')} group by 1
        ) c, lateral (${values}) v
        group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`)
      return [name, facetOf(name, rows, language)]
    }),
  )
  return Object.fromEntries(facets)
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
