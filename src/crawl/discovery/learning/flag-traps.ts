// Recognises calendars and facets: numbered pages of one template on one host without end.
import { uuidV7 } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { countNumbered, type StoredSignal } from '#crawl/discovery/signals/signal-store.ts'

/** Excludes them from learning and from being visited; a request for one of the pages is still served. */
export async function flagTraps(
  tx: Queryable,
  signals: readonly Pick<StoredSignal, 'host' | 'template'>[],
  trapUrls: number,
): Promise<void> {
  const pairs = new Map<string, { readonly host: string; readonly template: string }>()
  for (const { host, template } of signals)
    if (template?.includes(':') === true) pairs.set(`${host} ${template}`, { host, template })
  const counted = await countNumbered(tx, [...pairs.values()])
  // Numbered pages of the root cannot be told from the rest of the host by their beginning.
  const traps = counted.filter(({ urls, template }) => urls > trapUrls && folderOf(template) !== '/')
  if (traps.length === 0) return
  await tx.execute(sql`
    insert into discovery_exclusions (id, kind, value, match, scope, reason, note)
    select t.id, 'path', t.value, 'glob', 'learn', 'trap', t.note
    from unnest(
      ${traps.map(() => uuidV7())}::uuid[],
      ${traps.map(({ host, template }) => `${host}${folderOf(template)}*`)}::text[],
      ${traps.map(({ template, urls }) => `${urls} pages of ${template}.`)}::text[]
    ) as t (id, value, note)
    on conflict (kind, value, match, scope) do nothing`)
}

/** The path up to the first segment with a number: of `/termine/:n/:n` it is `/termine/`. */
function folderOf(template: string): string {
  const before = template.slice(0, template.indexOf(':'))
  return before.slice(0, before.lastIndexOf('/') + 1)
}
