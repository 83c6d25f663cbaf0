// What is known of paths and of words of links in the language of one site: how likely a page brings a new contact.
import type { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import { betaMean, type Beta } from '#kit/chance/beta-distribution.ts'
import { matchesRule } from '#kit/text/match-rule.ts'
import { BUILTIN_PATTERNS } from '#kit/url/builtin-patterns.ts'
import { anchorTemplate, isProbeable, pathTemplate } from '#kit/url/path-template.ts'

/** A pattern that a page fits, and what it promises. */
export interface KnownPage {
  /** Null: it is followed by no pattern. */
  readonly patternId: string | null
  /** The probability of a new contact. */
  readonly expectedYield: number
}

/** A page that a site may have, whether it links it or not. */
export interface BlindPage {
  readonly patternId: string | null
  readonly template: string
  readonly expectedYield: number
}

/** Of one site. */
export interface PatternTable {
  /** What follows from trials: an active pattern, or one that was tried and is not followed. Null: nothing is known. */
  of(url: string, text: string): KnownPage | null
  /** What is believed of a page that no active pattern fits. */
  beliefOf(url: string, text: string): Beta
  /** Excluded, or rejected by an operator. */
  isSkipped(url: string, text: string): boolean
  /** The most promising first. */
  readonly blind: readonly BlindPage[]
}

/** Where nothing is known of a link: as crawl begins. */
const PRIOR: Beta = { alpha: 1, beta: 9 }
const PRIOR_WEIGHT = PRIOR.alpha + PRIOR.beta
/** From so many trials on, what was seen in the language of the site counts more than a pattern for any language. */
const MIN_TRIALS = 10

/** What an installation begins with, for a worker that cannot reach crawl. A visit without a link is worth less. */
const BUILTIN: WorkerPatterns = {
  version: 'builtin',
  known: [],
  skipped: [],
  patterns: BUILTIN_PATTERNS.map(({ kind, template, language, expectedYield }) => ({
    id: '',
    kind,
    template,
    language,
    fields: [],
    expectedYield,
    blindYield: kind === 'path' ? 0.4 * expectedYield : 0,
    cost404: 0,
  })),
}

/** `patterns` null: crawl could not be asked. `language` null: the site does not say. */
export function createPatternTable(patterns: WorkerPatterns | null, language: string | null): PatternTable {
  const { patterns: active, known, skipped } = patterns ?? BUILTIN
  const own = language ?? 'und'
  const isOfSite = (pattern: { readonly language: string }): boolean =>
    pattern.language === own || pattern.language === '*'
  const nameOf = ({ kind, template }: { readonly kind: string; readonly template: string }): string =>
    `${kind} ${template}`
  // Those of the language come last, and so in the place of those for any.
  const ordered = <T extends { readonly language: string }>(of: readonly T[]): T[] =>
    of.filter(isOfSite).toSorted((a, b) => Number(a.language !== '*') - Number(b.language !== '*'))
  const tried = new Map(ordered(known).map((pattern) => [nameOf(pattern), pattern]))
  const followed = new Map(ordered(active).map((pattern) => [nameOf(pattern), pattern]))
  for (const [name, { alpha, beta, language: of }] of tried) {
    const isOwn = of === own && alpha + beta - PRIOR_WEIGHT >= MIN_TRIALS
    if (isOwn && followed.get(name)?.language === '*') followed.delete(name)
  }

  const names = (url: string, text: string): string[] => {
    const [template, anchor] = [pathTemplate(url), anchorTemplate(text)]
    return [
      ...(template === null ? [] : [`path ${template}`]),
      ...(anchor === null ? [] : [`anchor ${anchor}`]),
    ]
  }
  return {
    of(url, text) {
      const all = names(url, text)
      const fitting = all.flatMap((name) => followed.get(name) ?? [])
      const [best] = fitting.toSorted((a, b) => b.expectedYield - a.expectedYield)
      if (best !== undefined) return { patternId: best.id || null, expectedYield: best.expectedYield }
      const beliefs = all
        .flatMap((name) => tried.get(name) ?? [])
        .filter(({ alpha, beta }) => alpha + beta - PRIOR_WEIGHT >= MIN_TRIALS)
      if (beliefs.length === 0) return null
      return { patternId: null, expectedYield: Math.max(...beliefs.map(betaMean)) }
    },
    beliefOf(url, text) {
      const beliefs = names(url, text).flatMap((name) => tried.get(name) ?? [])
      return beliefs.toSorted((a, b) => betaMean(b) - betaMean(a))[0] ?? PRIOR
    },
    isSkipped(url, text) {
      if (names(url, text).some((name) => tried.get(name)?.isOpen === false)) return true
      if (skipped.length === 0) return false
      const { host = '', pathname = '' } = URL.parse(url) ?? {}
      const values = {
        path: [host + pathname, pathname],
        template: [pathTemplate(url)],
        anchor: [anchorTemplate(text)],
      }
      return skipped.some(({ kind, value, match }) =>
        values[kind].some((each) => each !== null && matchesRule(match, value, each)),
      )
    },
    blind: [...followed.values()]
      .filter(({ kind, template }) => kind === 'path' && isProbeable(template))
      .map(({ id, template, blindYield }) => ({ patternId: id || null, template, expectedYield: blindYield }))
      .toSorted((a, b) => b.expectedYield - a.expectedYield),
  }
}
