// What the phrases of a query ask for together.
import type { Category } from '#kit/categories/category-table.ts'
import type { Phrase } from './read-phrases.ts'
import { isGeneric } from './words/kind-words.ts'
import type { IgnoredReason, Qualifier } from './words/qualifiers.ts'
import { phraseOf } from './words/segments.ts'

/** What phrases ask for, and what of them has no effect. */
export interface PhraseMeanings {
  readonly categories: readonly Category[]
  readonly qualifiers: readonly Qualifier[]
  readonly ignored: readonly { readonly text: string; readonly reason: IgnoredReason }[]
}

/** The kinds, conditions and words without effect of some phrases. */
export function meaningsOf(phrases: readonly Phrase[]): PhraseMeanings {
  const categories = new Map<string, Category>()
  const qualifiers = new Map<string, Qualifier>()
  const ignored: { text: string; reason: IgnoredReason }[] = []
  let isBehindWith = false
  for (const { words, meaning } of phrases) {
    if (meaning?.role === 'with') isBehindWith = categories.size > 0
    else if (meaning?.role === 'qualifier') qualifiers.set(meaning.qualifier.id, meaning.qualifier)
    else if (meaning?.role === 'ignored') ignored.push({ text: phraseOf(words), reason: meaning.reason })
    else if (meaning?.role === 'kinds') {
      // `hotels with pool`: another kind behind `with` is no kind that is looked for.
      if (isBehindWith) ignored.push({ text: phraseOf(words), reason: 'not_recorded' })
      else for (const category of meaning.categories) categories.set(category.id, category)
    }
  }
  return { categories: headKinds([...categories.values()]), qualifiers: [...qualifiers.values()], ignored }
}

/** `jewelry store` is jewelry: a word for any shop adds nothing to a kind of shops. Nor does a kind to a group that has it. */
function headKinds(categories: readonly Category[]): readonly Category[] {
  const special = categories.filter((category) => !isGeneric(category))
  const kinds = special.length > 0 ? special : categories
  return kinds.filter((kind) => !kinds.some((other) => other !== kind && holds(other, kind)))
}

/** Whether all places of `part` are of `whole` too, and not the other way round. */
function holds(whole: Category, part: Category): boolean {
  if (whole.narrows !== part.narrows || whole.match.length <= part.match.length) return false
  const alternatives = new Set(whole.match.map((tags) => tags.join('+')))
  return part.match.every((tags) => alternatives.has(tags.join('+')))
}
