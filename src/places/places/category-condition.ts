// The `category` filter of the place lists, parsed in the same way as the categories of a search.
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  categoriesByPhrase,
  categoryById,
  closestCategoryWord,
  PLACE_KEYS,
} from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'

/** A place must have all ids of one alternative; `shop/*` is any value of the key. */
type Alternatives = readonly (readonly string[])[]

/** `text`: ids, their last parts, or words, comma-separated; one of them must match. Throws `validation_failed`. */
export async function categoryCondition(db: Queryable, text: string): Promise<Sql> {
  const parts = text.split(',').map((part) => part.trim())
  const alternatives: (readonly string[])[] = []
  for (const part of parts) {
    if (part === '') continue
    alternatives.push(...(knownAlternatives(part) ?? (await storedAlternatives(db, part))))
  }
  return anyOf(alternatives)
}

/** The categories that the words of a text name, in any language of the table; null without a match. */
export function wordCondition(text: string): Sql | null {
  const alternatives = categoriesByPhrase(searchFold(text)).flatMap(({ match }) => match)
  return alternatives.length === 0 ? null : anyOf(alternatives)
}

function knownAlternatives(text: string): Alternatives | null {
  const byId = categoryById(text)
  if (byId !== null) return byId.match
  // The id of a provider with other keys.
  if (text.includes('/')) return [[text]]
  const found = categoriesByPhrase(searchFold(text))
  return found.length === 0 ? null : found.flatMap(({ match }) => match)
}

/** A value without words in the table counts when a stored place has it. */
async function storedAlternatives(db: Queryable, text: string): Promise<Alternatives> {
  const value = text.toLowerCase().replaceAll(' ', '_')
  const ids = PLACE_KEYS.map((key) => `${key}/${value}`)
  const stored = await db.query(sql`select from places p where p.categories && ${ids}::text[] limit 1`)
  if (stored.length > 0) return ids.map((id) => [id])
  const meant = closestCategoryWord(searchFold(text))
  const detail = `${JSON.stringify(text.slice(0, 100))} is no category${meant === null ? '' : `; did you mean '${meant}'?`}`
  throw new SurveyorError('validation_failed', `The category is not known: ${detail}`, {
    errors: [{ pointer: '?category', code: 'unknown_category', detail }],
  })
}

function anyOf(alternatives: Alternatives): Sql {
  const single = alternatives.filter((ids) => ids.length === 1).flat()
  const ids = single.filter((id) => !id.endsWith('/*'))
  const keys = single.filter((id) => id.endsWith('/*')).map((id) => `${id.slice(0, -1)}%`)
  const conditions = [
    ...(ids.length === 0 ? [] : [sql`p.categories && ${ids}::text[]`]),
    ...(keys.length === 0
      ? []
      : [sql`exists (select from unnest(p.categories) c where c like any(${keys}::text[]))`]),
    ...alternatives.filter((all) => all.length > 1).map((all) => sql`p.categories @> ${all}::text[]`),
  ]
  return conditions.length === 0 ? sql`false` : sql`(${joinSql(conditions, ' or ')})`
}
