// Ends an enrichment once: what was found is added to the place in the same transaction.
import type { AddedContacts, Enrichment, EnrichmentState } from '#contract/places/enrichment.ts'
import type { Problem } from '#contract/problem.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { readContent, type KeptContent } from '#places/content/kept-content.ts'
import { storeContacts } from '#places/content/store-contacts.ts'
import type { StoredContent } from '#places/content/show-content.ts'
import {
  mergeContacts,
  websiteDomain,
  withoutContacts,
  type WebsiteContacts,
} from '#places/content/merge-contacts.ts'
import { keptExclusions } from '#places/enrichment/exclusions/kept-exclusions.ts'
import { contactsWithoutExcluded } from '#places/enrichment/exclusions/without-excluded.ts'
import { announceEnrichment } from './announce-enrichment.ts'
import { WEBSITE_PROVIDER } from '#contract/places/place.ts'
import { contentChanges } from '#places/history/recording/content-changes.ts'
import { recordChanges } from '#places/history/recording/record-changes.ts'
import { readContacts } from './read-contacts.ts'

/** How an enrichment ends. `result`: the `data` of the answer of crawl; null without one. */
export interface EnrichmentEnd {
  readonly status: Exclude<EnrichmentState, 'queued' | 'running'>
  readonly result: unknown
  /** Of crawl; absent: none. */
  readonly warnings?: readonly Warning[]
  readonly error: Problem | null
  /** Whether crawl ended it without a report of a worker, so that it says nothing about the website. */
  readonly isUnreported?: boolean
  readonly reportedBy: Enrichment['reportedBy']
}

/**
 * Answers the state in which it ended now, or null: a second report of it changes nothing. Locks the place before the
 * enrichment, as the storing of a page does.
 */
export async function endEnrichment(
  tx: Queryable,
  id: string,
  reported: EnrichmentEnd,
): Promise<EnrichmentEnd['status'] | null> {
  const [place] = await tx.query<{
    id: string
    content: KeptContent
    /** A report may come before the sending of its request is written down. */
    website: string | null
    given: boolean
    now: Date
  }>(sql`
    select p.id, p.content, coalesce(e.website, e.given_website, p.content ->> 'website') as website,
           e.given_website is not null as given, now() from places p join enrichments e on e.place_id = p.id
    where e.id = ${id} and e.completed_at is null
    for no key update of p`)
  if (place === undefined) return null
  const content = readContent(place.content)
  const found =
    reported.status === 'succeeded'
      ? readContacts(reported.result, place.now.toISOString(), content.name)
      : null
  const warnings = [...(reported.warnings ?? []), ...(found?.warnings ?? [])]
  const contacts =
    found === null ? null : contactsWithoutExcluded(found.contacts, place.website, await keptExclusions(tx))
  const end = reported.status === 'succeeded' && contacts === null ? misshapen(reported) : reported
  const [ended] = await tx.query(sql`
    update enrichments
    set status = ${end.status}, reported_by = ${end.reportedBy}, completed_at = now(),
        website = coalesce(website, ${place.website}),
        result = ${end.result === null ? null : storableJson(end.result)},
        warnings = ${storableJson(warnings)},
        error = ${end.error === null ? null : storableJson(end.error)}
    where id = ${id} and completed_at is null
    returning id`)
  if (ended === undefined) return null
  if (contacts !== null) {
    const domains = place.given ? null : domainsOf(place.website, reported.result)
    const kept = domains === null ? contacts : { ...contacts, domains }
    const added = await addContacts(tx, { id: place.id, content }, kept)
    await tx.execute(sql`update enrichments set added = ${JSON.stringify(added)} where id = ${id}`)
  }
  await announceEnrichment(tx, id)
  return end.status
}

/** A map may name by then where a website has led when it was read. */
function domainsOf(website: string | null, result: unknown): string[] {
  const { domain } = fieldsOf(result)
  const ledTo = typeof domain === 'string' ? websiteDomain(domain) : null
  return [websiteDomain(website), ledTo].filter((each) => each !== null)
}

/** An answer that cannot be read is no success; it is kept as it came. */
function misshapen(end: EnrichmentEnd): EnrichmentEnd {
  const detail = 'Crawl answered with contacts of another shape: is it of another version?'
  return { ...end, status: 'failed', error: problemOf(new SurveyorError('upstream_changed', detail)) }
}

/** Contacts of an earlier enrichment make way for the new ones. */
async function addContacts(
  tx: Queryable,
  { id, content }: { readonly id: string; readonly content: StoredContent },
  contacts: WebsiteContacts,
): Promise<AddedContacts> {
  const [before] = await tx.query<{ added: AddedContacts }>(
    sql`select added from place_contacts where place_id = ${id}`,
  )
  const own = before === undefined ? content : withoutContacts(content, before.added)
  const merged = mergeContacts(own, contacts)
  const stored = await storeContacts(tx, { id, before: content, after: merged.content })
  const changes = contentChanges(content, stored)
  await recordChanges(tx, [{ placeId: id, provider: WEBSITE_PROVIDER, changes }], { source: 'enrichment' })
  await tx.execute(sql`
    insert into place_contacts (place_id, contacts, added, fetched_at)
    values (${id}, ${storableJson(contacts)}, ${storableJson(merged.added)}, ${contacts.fetchedAt})
    on conflict (place_id) do update
    set contacts = excluded.contacts, added = excluded.added, fetched_at = excluded.fetched_at`)
  return merged.added
}
