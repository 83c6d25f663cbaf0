// Where each known value of a place comes from.
import type { Place } from '#contract/places/place.ts'
import { formatDay, formatTime } from '#shared/format/format.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { SafeLink } from '#shared/ui/safe-link.tsx'
import { Table } from '#shared/list/table.tsx'

/** One line for each field, and the ids by which sources know the place. */
export function ProvenanceTable({ place }: { readonly place: Place }) {
  return (
    <>
      <Table
        caption="Sources of the fields"
        rows={Object.entries(place.provenance)}
        keyOf={([field]) => field}
        columns={[
          { id: 'field', head: 'Field', cell: ([field]) => <code>{field}</code> },
          {
            id: 'provider',
            head: 'Source',
            cell: ([, { provider, tier, raw }]) => (
              <>
                {provider}
                <div class="small muted wrap-anywhere">
                  {raw === undefined ? tier : `${tier}, as “${visibleText(raw)}”`}
                </div>
              </>
            ),
          },
          {
            id: 'at',
            head: 'Read',
            cell: ([, { fetchedAt }]) => (
              <time dateTime={fetchedAt} title={formatTime(fetchedAt)}>
                {formatDay(fetchedAt)}
              </time>
            ),
          },
        ]}
      />
      <h3>Known as</h3>
      <ul class="plain-list">
        {place.aliases.map(({ scheme, value }) => (
          <li key={`${scheme} ${value}`}>
            <code>{scheme}</code>{' '}
            {scheme === 'osm' ? (
              <SafeLink href={`https://www.openstreetmap.org/${value}`} label={value} />
            ) : (
              <span class="wrap-anywhere">{value}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
