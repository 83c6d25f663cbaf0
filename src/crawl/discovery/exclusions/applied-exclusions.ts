// The exclusions that keep values out of answers, with a version.
import type { AppliedExclusions } from '#contract/crawl/discovery/exclusion.ts'
import type { ExclusionSet } from '#kit/url/exclusion-set.ts'
import { contentVersion } from '#platform/http/output/entity-tags.ts'

/** The version depends on the rules alone, so that all replicas say the same. */
export function appliedTo({ rules }: ExclusionSet, now = Date.now()): AppliedExclusions {
  const applied = rules
    .filter(({ scope }) => scope === 'output' || scope === 'all')
    .filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now)
    .map(({ kind, value, match, scope, expiresAt }) => ({
      kind,
      value,
      match,
      scope,
      expiresAt: expiresAt?.toISOString() ?? null,
    }))
  return { version: contentVersion(applied), rules: applied }
}
