// The `q` filter of the place lists: words of a place, its phone number, its website, its id on the map.
import { foldText } from '#kit/text/text.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { sourceIds } from '#places/content/source-ids.ts'
import { askedPhoneWord, withoutScheme } from '#places/content/search-words.ts'
import { wordCondition } from './category-condition.ts'

/** From this length on, a word may also match a part of a name, or nearly match a word of one. */
const MIN_PART_CHARS = 4
/** Scripts without spaces between words: there any piece of a name matches. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
/** A shorter number is more likely a house number. */
const MIN_ID_DIGITS = 6

/** Every word must match, or the whole text must be a phone number or an id. */
export function textCondition(text: string): Sql {
  const folded = foldText(withoutScheme(text))
  const conditions = folded === '' ? [] : [sql`(${joinSql(folded.split(' ').map(fitsWord), ' and ')})`]
  // A kind of place may have several words: "gas station".
  const kind = folded.includes(' ') ? wordCondition(folded) : null
  if (kind !== null) conditions.push(kind)
  const phone = askedPhoneWord(text)
  if (phone !== null) conditions.push(sql`p.words @@ to_tsquery('simple', ${`'${phone}':*`})`)
  // The fence makes the server look the words up; otherwise it reads the list in its order and tests every place. Ids
  // are a separate query, because one condition without an index would make the server test every place for all of
  // them.
  return sql`p.id in (
    (select p.id from places p where ${conditions.length === 0 ? sql`false` : joinSql(conditions, ' or ')} offset 0)
    union all
    select place_id from place_aliases where scheme = 'osm' and value = any(${mapIds(text)}::text[]))`
}

/** A whole word of the place, the kind of place that the word means, or, from four letters on, a part of a name. */
function fitsWord(word: string): Sql {
  const fits = [sql`p.words @@ to_tsquery('simple', ${`'${word}'`})`]
  const kind = wordCondition(word)
  if (kind !== null) fits.push(kind)
  const isLong = word.length >= MIN_PART_CHARS
  if (isLong || UNSPACED.test(word)) fits.push(sql`p.match_text like ${`%${word}%`}`)
  if (isLong) fits.push(sql`${word} <% p.match_text`)
  return sql`(${joinSql(fits, ' or ')})`
}

/** `osm:node/1`, `way/2`, the URL of one on openstreetmap.org; a long number alone may be any of the three types. */
function mapIds(text: string): string[] {
  const value = text
    .trim()
    .replace(/^https?:\/\/(?:www\.)?(?:openstreetmap|osm)\.org\//i, '')
    .replace(/^osm:/i, '')
  if (/^\d+$/.test(value)) {
    return value.length < MIN_ID_DIGITS ? [] : ['node', 'way', 'relation'].map((type) => `${type}/${value}`)
  }
  const source = { provider: 'osm-file', scheme: 'osm', id: value } as const
  return /^[a-z]+[/ ]?-?\d+$/i.test(value) ? sourceIds({ source, aliases: [] }).map((id) => id.value) : []
}
