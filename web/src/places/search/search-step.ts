// A search in words: what it does now, and why it is not complete.
import type { Search } from '#contract/places/search.ts'
import { formatCount, formatNumber } from '#shared/format/format.ts'

/** Parts of a line of a search that has not ended, at least one: cells, what it does or waits for. */
export function searchStep({
  status,
  progress,
  waiting,
}: Pick<Search, 'status' | 'progress' | 'waiting'>): readonly string[] {
  const message = progress.message ?? waiting?.detail ?? null
  const cells =
    progress.total === null ? null : `${formatNumber(progress.done)} of ${formatNumber(progress.total)} cells`
  const parts = [cells, message].filter((part) => part !== null)
  if (parts.length > 0) return parts
  return [status === 'queued' ? 'in the queue' : 'finding the area and planning its cells']
}

/** Why it is not complete, without what its error says already. */
export const untoldReasons = ({ reasons, error }: Pick<Search, 'reasons' | 'error'>): Search['reasons'] =>
  reasons.filter(({ detail }) => detail !== error?.detail)

/** `websites: 23 read, 1 could not be, 40 places without one`. Zeros are left out, but for those that were read. */
export function websitesRead({
  enriched,
  failed,
  pending,
  noWebsite,
}: NonNullable<Search['contacts']>): string {
  const parts = [
    `${formatNumber(enriched)} read`,
    failed === 0 ? null : `${formatNumber(failed)} could not be`,
    pending === 0 ? null : `${formatNumber(pending)} to go`,
    noWebsite === 0 ? null : `${formatCount(noWebsite, 'place')} without one`,
  ]
  return `websites: ${parts.filter((part) => part !== null).join(', ')}`
}
