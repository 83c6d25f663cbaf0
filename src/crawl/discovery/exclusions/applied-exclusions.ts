// The exclusions that keep values out of answers, with a version.
import { createHash } from 'node:crypto'
import type { AppliedExclusions } from '#contract/crawl/discovery/exclusion.ts'
import type { ExclusionSet } from '#kit/url/exclusion-set.ts'

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
  const version = createHash('sha256').update(JSON.stringify(applied)).digest('base64url').slice(0, 22)
  return { version, rules: applied }
}
