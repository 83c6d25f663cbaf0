// Learns everything again from the signals that are kept: the same signals give the same patterns.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { learnBatch, waitToLearn, type LearnDeps } from './learn.ts'

/** Decisions of operators, builtin patterns and exclusions stay. Waits while another replica learns. */
export async function rebuild(
  db: Database,
  deps: LearnDeps,
): Promise<{ readonly signals: number; readonly patterns: number; readonly active: number }> {
  return db.transaction(async (tx) => {
    await waitToLearn(tx)
    await tx.execute(sql`delete from discovery_sites`)
    await tx.execute(sql`delete from discovery_contacts`)
    await tx.execute(sql`
      update discovery_patterns set trials = 0, domains = 0, hits = 0, new_hits = 0, missing = 0, weight = 0,
        hit_weight = 0, new_weight = 0, blind_weight = 0, blind_new_weight = 0, lower5 = 0, fields = '{}',
        examples = '{}', status = case when decided_by is null then 'active' else status end`)
    await tx.execute(sql`
      update discovery_patterns set status = 'observed', last_seen = '-infinity'
      where source = 'learned' and decided_by is null`)
    await tx.execute(sql`update discovery_signals set learned = false where learned`)
    let signals = 0
    for (;;) {
      const learned = await learnBatch(tx, deps)
      if (learned === 0) break
      signals += learned
    }
    // Patterns that are learned again keep their ids.
    await tx.execute(
      sql`delete from discovery_patterns where source = 'learned' and decided_by is null and last_seen = '-infinity'`,
    )
    const [counts] = await tx.query<{ patterns: number; active: number }>(sql`
      select count(*)::integer as patterns, count(*) filter (where status = 'active')::integer as active
      from discovery_patterns`)
    return { signals, patterns: counts?.patterns ?? 0, active: counts?.active ?? 0 }
  })
}
