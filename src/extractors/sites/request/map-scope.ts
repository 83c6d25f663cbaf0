// Which addresses belong to the map that a request asks for, and the check of its patterns before a worker gets it.
import { Check } from 'typebox/schema'
import { extractError } from '#extract/errors.ts'
import { createSiteScope, type SiteScope } from '#kit/site/site-scope.ts'
import { patternProblems } from '#kit/site/url-patterns.ts'
import { MapInput } from './options.ts'

type Scoping = Pick<MapInput, 'scope' | 'include' | 'exclude' | 'ignoreQuery'>

/** `urls` are the addresses that the site may begin at. The patterns have been checked by `checkPatterns`. */
export function mapScope(
  { scope = 'host', include = [], exclude = [], ignoreQuery = false }: Scoping,
  urls: readonly string[],
): SiteScope {
  return createSiteScope({ urls, scope, include, exclude, maxDepth: null, ignoreQuery, similar: true })
}

/** Throws `validation_failed` with a pointer for each pattern that cannot be read. */
export function checkPatterns({ include = [], exclude = [] }: Scoping): void {
  const errors = patternProblems({ include, exclude })
  if (errors.length > 0)
    throw extractError('validation_failed', 'A pattern of the request cannot be read.', { errors })
}

/** Throws `validation_failed` for patterns that cannot be read. */
export function checkInput(input: unknown): void {
  if (Check(MapInput, input)) checkPatterns(input)
}
