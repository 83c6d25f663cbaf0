// Recognises contacts that many sites have in common: those of an agency or a platform, by their keyed hashes.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { StoredSignal } from '#crawl/discovery/signals/signal-store.ts'

/** How long a contact counts for a domain after it was seen there. */
const KEEP_DAYS = 365

/** Notes on which domains contacts are, and answers those of the signals that are on `sharedDomains` or more. */
export async function noteContacts(
  tx: Queryable,
  signals: readonly Pick<StoredSignal, 'contacts' | 'domain'>[],
  sharedDomains: number,
): Promise<Set<string>> {
  const pairs = signals.flatMap(({ contacts, domain }) => contacts.map((contact) => ({ contact, domain })))
  if (pairs.length === 0) return new Set()
  const contacts = pairs.map(({ contact }) => contact)
  await tx.execute(sql`
    insert into discovery_contacts (contact, domain)
    select distinct c.contact, c.domain
    from unnest(${contacts}::text[], ${pairs.map(({ domain }) => domain)}::text[]) as c (contact, domain)
    where (select count(*) from discovery_contacts k where k.contact = c.contact) < ${sharedDomains}
    order by 1, 2
    on conflict (contact, domain) do update set seen_at = now()
      where discovery_contacts.seen_at < now() - interval '1 day'`)
  return findShared(tx, contacts, sharedDomains)
}

/** Those of these contacts, by their keyed hashes, that are on `sharedDomains` domains or more. */
export async function findShared(
  db: Queryable,
  contacts: readonly string[],
  sharedDomains: number,
): Promise<Set<string>> {
  if (contacts.length === 0) return new Set()
  const rows = await db.query<{ contact: string }>(sql`
    select contact from discovery_contacts where contact = any(${[...new Set(contacts)]}::text[])
    group by contact having count(*) >= ${sharedDomains}`)
  return new Set(rows.map(({ contact }) => contact))
}

/** Deletes what was not seen for a year. Answers how many. */
export async function forgetContacts(db: Queryable): Promise<number> {
  return db.execute(
    sql`delete from discovery_contacts where seen_at < now() - ${KEEP_DAYS}::integer * interval '1 day'`,
  )
}
