// Filters of the list: words, the most frequent categories and cities with their counts, and yes-or-no questions.
import { useEffect, useState } from 'preact/hooks'
import type { Facet } from '#contract/places/lists/facets.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatNumber } from '#shared/format/format.ts'
import { setParams, useRoute } from '#shared/route/route.ts'
import { TextField, SelectField } from '#shared/ui/field.tsx'
import { FILTER_LABELS, filterQuery, setFilters, type FilterName } from './filters.ts'

type Facets = Readonly<Record<string, Facet | undefined>>
const FACETS = 'category,city,status,hasWebsite,hasPhone,hasEmail'
const TYPING_MS = 300

/** `version` counts the changes of the list, after which the counts are asked for again. */
export function FilterBar({ version }: { readonly version: number }) {
  const { params } = useRoute()
  const query = filterQuery(params)
  const { data } = useQuery(`facets ${query.toString()} ${version}`, async (signal) => {
    const asked = new URLSearchParams(query)
    asked.set('facets', FACETS)
    asked.set('limit', '1')
    return callApi<{ facets?: Facets }>('/api/places', { query: asked, signal })
  })
  const facets: Facets = data?.facets ?? {}
  return (
    <div class="filters">
      <TextFilter value={params.get('q') ?? ''} />
      <div class="filter-selects">
        <FacetFilter name="category" facet={facets['category']} chosen={params.get('category')} />
        <FacetFilter name="city" facet={facets['city']} chosen={params.get('city')} />
      </div>
      <div class="chips">
        {(['hasWebsite', 'hasPhone', 'hasEmail', 'openNow'] as const).map((name) => (
          <Toggle key={name} name={name} isOn={params.get(name) === 'true'} />
        ))}
      </div>
      <SetFilters params={params} />
    </div>
  )
}

function TextFilter({ value }: { readonly value: string }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => setParams({ q: text }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <TextField
      label="Filter the list"
      isLabelHidden
      type="search"
      value={text}
      onChange={setText}
      placeholder="Filter: name, address, phone, website"
    />
  )
}

function FacetFilter({
  name,
  facet,
  chosen,
}: {
  readonly name: 'category' | 'city'
  readonly facet: Facet | undefined
  readonly chosen: string | null
}) {
  const label = FILTER_LABELS[name]
  const given = facet?.values ?? []
  // `amenity/pharmacy` and `healthcare/pharmacy` are called the same.
  const isShared = (label: string | null) => given.filter((other) => other.label === label).length > 1
  const values = given.flatMap(({ value, label, places }) => {
    if (value === null) return []
    const shown = label === null ? value : isShared(label) ? `${label}, ${value}` : label
    return [{ value, label: `${shown} (${formatNumber(places)})` }]
  })
  const isListed = chosen === null || values.some(({ value }) => value === chosen)
  return (
    <SelectField
      label={label}
      isLabelHidden
      value={chosen ?? ''}
      onChange={(value) => setParams({ [name]: value }, 'push')}
      choices={[
        { value: '', label: `Any ${label.toLowerCase()}` },
        ...(isListed ? [] : [{ value: chosen ?? '', label: chosen ?? '' }]),
        ...values,
      ]}
    />
  )
}

function Toggle({ name, isOn }: { readonly name: FilterName; readonly isOn: boolean }) {
  return (
    <button
      type="button"
      class={isOn ? 'chip chip-accent' : 'chip'}
      aria-pressed={isOn}
      onClick={() => setParams({ [name]: isOn ? null : 'true' }, 'push')}
    >
      {FILTER_LABELS[name]}
    </button>
  )
}

/** An id says nothing to a person. */
const isId = (name: FilterName): boolean => name === 'sessionId' || name === 'searchId'

/** Filters that came by a link, and have no control of their own here. */
function SetFilters({ params }: { readonly params: URLSearchParams }) {
  const own: ReadonlySet<string> = new Set([
    'q',
    'category',
    'city',
    'hasWebsite',
    'hasPhone',
    'hasEmail',
    'openNow',
  ])
  const others = setFilters(params).filter(([name]) => !own.has(name))
  if (others.length === 0) return null
  return (
    <div class="chips">
      {others.map(([name, value]) => (
        <button
          key={name}
          type="button"
          class="chip chip-accent"
          onClick={() => setParams({ [name]: null }, 'push')}
        >
          <span class="visually-hidden">Remove the filter </span>
          {isId(name)
            ? `Only one ${FILTER_LABELS[name].toLowerCase()}`
            : `${FILTER_LABELS[name]}: ${value}`}{' '}
          ✕
        </button>
      ))}
    </div>
  )
}
