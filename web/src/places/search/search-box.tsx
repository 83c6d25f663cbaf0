// Asks for a new search: what, where, and what was understood of it while it is written.
import { useEffect, useState } from 'preact/hooks'
import type { CreateSearchBody, Search } from '#contract/places/search.ts'
import type { Understood } from '#contract/places/understood.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckField, TextField } from '#shared/ui/field.tsx'
import { fieldError, ProblemView } from '#shared/ui/problem-view.tsx'
import type { Bounds } from '#places/rows/place-row.ts'
import { UnderstoodView } from './understood-view.tsx'

/** So long after the last letter the service is asked. */
const DEBOUNCE_MS = 250

/** `bounds`: what the map shows, for a search of it; null: there is no map, or not yet. */
export function SearchBox({
  bounds,
  onStarted,
}: {
  readonly bounds: Bounds | null
  readonly onStarted: (search: Search) => void
}) {
  const [query, setQuery] = useState('')
  const [location, setLocation] = useState('')
  const [isHere, setIsHere] = useState(false)
  const [withContacts, setWithContacts] = useState(false)
  const asked = useDebounced(JSON.stringify([query.trim(), isHere ? '' : location.trim()]))
  const understood = useUnderstood(asked)

  const start = useAction(async () => {
    const body: CreateSearchBody = {
      query: query.trim(),
      ...(isHere && bounds !== null ? { location: { bbox: [...bounds] } } : {}),
      ...(!isHere && location.trim() !== '' ? { location: location.trim() } : {}),
      ...(withContacts ? { include: ['contacts'] } : {}),
    }
    const search = await callApi<Search>('/api/search', {
      method: 'POST',
      body,
      headers: { prefer: 'respond-async', 'idempotency-key': crypto.randomUUID() },
    })
    onStarted(search)
  })

  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        start.run()
      }}
    >
      <div class="search-fields">
        <TextField
          label="What"
          type="search"
          value={query}
          onChange={setQuery}
          placeholder="cafes, vegan restaurants, *"
          required
          error={fieldError(start.problem, '/query')}
        />
        {!isHere && (
          <TextField
            label="Where"
            value={location}
            onChange={setLocation}
            placeholder="a town, an address, 47.14, 9.52"
            error={fieldError(start.problem, '/location')}
          />
        )}
        <Button type="submit" kind="primary" isBusy={start.isRunning}>
          Search
        </Button>
      </div>
      <div class="chips">
        <CheckField
          label="In view of the map"
          checked={isHere}
          isDisabled={bounds === null}
          onChange={setIsHere}
        />
        <CheckField label="With contacts" checked={withContacts} onChange={setWithContacts} />
      </div>
      {understood !== null && <UnderstoodView understood={understood} onSuggest={setQuery} />}
      {start.problem !== null && <ProblemView problem={start.problem} />}
    </form>
  )
}

function useUnderstood(asked: string): Understood | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file
  const [query = '', location = ''] = JSON.parse(asked) as string[]
  const { data } = useQuery(asked, async (signal) => {
    if (query === '') return null
    const params = { query, ...(location === '' ? {} : { location }) }
    return callApi<{ understood: Understood | null }>('/api/search/understand', { query: params, signal })
  })
  return data?.understood ?? null
}

/** The value once it has not changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
