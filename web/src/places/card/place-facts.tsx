// The values of a place. What is not known has no line: a dash for each would hide what is.
import type { ComponentChildren } from 'preact'
import type { Place } from '#contract/places/place.ts'
import { formatCount } from '#shared/format/format.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { SafeLink } from '#shared/ui/safe-link.tsx'
import { WeekHours } from './week-hours.tsx'

/** Links that are known by other words than their key. */
const LINK_NAMES: Readonly<Record<string, string>> = {
  osm: 'OpenStreetMap',
  wikipedia: 'Wikipedia',
  wikidata: 'Wikidata',
}

/** Each fact with its name. */
export function PlaceFacts({ place }: { readonly place: Place }) {
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Address', place.address.formatted],
    [
      'Phone',
      place.phones.length === 0
        ? null
        : place.phones.map((phone) => <PhoneLine key={phone.raw} {...phone} />),
    ],
    ['Website', place.website === null ? null : <SafeLink href={place.website} />],
    [
      'Email',
      place.emails.length === 0
        ? null
        : place.emails.map((email) => (
            <div key={email}>
              <SafeLink href={`mailto:${email}`} label={email} />
            </div>
          )),
    ],
    [
      'Profiles',
      place.socials.length === 0
        ? null
        : place.socials.map(({ network, url, handle }) => (
            <div key={url}>
              {network} <SafeLink href={url} label={handle ?? url} />
            </div>
          )),
    ],
    [
      'Rating',
      place.rating === null
        ? null
        : `${place.rating} of 5${place.ratingCount === null ? '' : ` (${formatCount(place.ratingCount, 'rating')})`}`,
    ],
    ['Price', place.priceLevel === null ? null : `${place.priceLevel} of 4`],
    ['Hours', place.openingHours === null ? null : <WeekHours hours={place.openingHours} />],
    ['About', place.description],
    ['Run by', place.owner],
    ['Brand', place.brand?.name],
    ['Coordinates', `${place.location.lat.toFixed(6)}, ${place.location.lng.toFixed(6)}`],
    ['Plus code', place.plusCode],
    [
      'Links',
      entries(place.links).map(([name, url]) => (
        <div key={name}>
          <SafeLink href={url} label={LINK_NAMES[name] ?? name} />
        </div>
      )),
    ],
    ...entries(place.names).map(([language, name]) => [`Name (${language})`, name] as const),
    ...entries(place.attributes).map(([name, value]) => [headOf(name), valueText(value)] as const),
  ]
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <>
      <dl class="facts">
        {known.map(([name, value]) => (
          <div class="fact" key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? visibleText(value) : value}</dd>
          </div>
        ))}
      </dl>
      {place.tags !== null && place.tags !== undefined && (
        <details>
          <summary>Tags of OpenStreetMap</summary>
          <dl class="facts mono">
            {entries(place.tags).map(([name, value]) => (
              <div class="fact" key={name}>
                <dt>{name}</dt>
                <dd>{visibleText(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function PhoneLine({ e164, raw, kind }: Place['phones'][number]) {
  return (
    <div>
      {e164 === null ? raw : <a href={`tel:${e164}`}>{e164}</a>}
      {kind !== 'phone' && <span class="muted"> {kind}</span>}
    </div>
  )
}

/** `internet_access` reads "Internet access". */
const headOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_:]/g, ' ')

const valueText = (value: unknown): string =>
  value === true ? 'yes' : value === false ? 'no' : String(value)

const entries = <T,>(record: Readonly<Record<string, T>>): [string, T][] => Object.entries(record)
