// What the phrases of a query ask for together.
import type { Category } from '#kit/categories/category-table.ts'
import type { Phrase } from './read-phrases.ts'
import { isGeneric } from './words/kind-words.ts'
import { withOtherTags } from './words/other-tags.ts'
import type { IgnoredReason, TypedQualifier } from './words/qualifiers.ts'
import { phraseOf } from './words/segments.ts'

/** What phrases ask for, and what of them has no effect. */
export interface PhraseMeanings {
  readonly categories: readonly Category[]
  readonly qualifiers: readonly TypedQualifier[]
  readonly ignored: readonly { readonly text: string; readonly reason: IgnoredReason }[]
}

/** The kinds, conditions and words without effect of some phrases. */
export function meaningsOf(phrases: readonly Phrase[]): PhraseMeanings {
  const categories = new Map<string, Category>()
  const qualifiers = new Map<string, TypedQualifier>()
  const ignored: { text: string; reason: IgnoredReason }[] = []
  let isBehindWith = false
  for (const { words, meaning } of phrases) {
    if (meaning?.role === 'with') isBehindWith = categories.size > 0
    else if (meaning?.role === 'qualifier')
      qualifiers.set(meaning.qualifier.id, { ...meaning.qualifier, typed: phraseOf(words) })
    else if (meaning?.role === 'ignored') ignored.push({ text: phraseOf(words), reason: meaning.reason })
    else if (meaning?.role === 'kinds') {
      // `hotels with pool`: another kind behind `with` is no kind that is looked for.
      if (isBehindWith) ignored.push({ text: phraseOf(words), reason: 'not_recorded' })
      else for (const category of meaning.categories) categories.set(category.id, category)
    }
  }
  return {
    categories: headKinds([...categories.values()]).map(withOtherTags),
    qualifiers: [...qualifiers.values()],
    ignored,
  }
}

/** `jewelry store` is jewelry: a word for any shop adds nothing to a kind of shops. Nor does a kind to a group that has it. */
function headKinds(categories: readonly Category[]): readonly Category[] {
  const special = categories.filter((category) => !isGeneric(category))
  const kinds = withoutAnyChurch(withoutAnyFood(special.length > 0 ? special : categories))
  return kinds.filter((kind) => !kinds.some((other) => other !== kind && holds(other, kind)))
}

/** `où manger des glaces`: what is eaten says which places. */
function withoutAnyFood(categories: readonly Category[]): readonly Category[] {
  const food = categories.find(({ id }) => id === 'group/food')
  if (food === undefined) return categories
  const tags = new Set(food.match.flat())
  const isServed = ({ id, match }: Category) =>
    id.startsWith('cuisine/') || match.some((all) => all.some((tag) => tags.has(tag)))
  const others = categories.filter((category) => category !== food)
  return others.some(isServed) ? others : categories
}

/** `catholic mass`: the denomination says which churches. */
function withoutAnyChurch(categories: readonly Category[]): readonly Category[] {
  const isOfDenomination = ({ match }: Category) =>
    match.flat().some((tag) => tag.startsWith('denomination/'))
  return categories.some(isOfDenomination)
    ? categories.filter(({ id }) => id !== 'religion/christian')
    : categories
}

/** Whether all places of `part` are of `whole` too, and not the other way round. */
function holds(whole: Category, part: Category): boolean {
  if (whole.narrows !== part.narrows || whole.match.length <= part.match.length) return false
  const alternatives = new Set(whole.match.map((tags) => tags.join('+')))
  return part.match.every((tags) => alternatives.has(tags.join('+')))
}
