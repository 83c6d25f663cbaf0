// Starts the enrichment of many places.
import { useState } from 'preact/hooks'
import type { AcceptedBatch } from '#contract/places/enrichment.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction } from '#shared/api/use-query.ts'
import { formatCount, formatNumber } from '#shared/format/format.ts'
import { DialogForm } from '#shared/ui/dialog-form.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '#shared/ui/field.tsx'
import { fieldError } from '#shared/ui/problem-view.tsx'

/** A batch by a filter of the list: the places of a session, a category, a city. */
export function EnrichDialog({
  onClose,
  onStarted,
}: {
  readonly onClose: () => void
  readonly onStarted: (text: string) => void
}) {
  const [category, setCategory] = useState('')
  const [city, setCity] = useState('')
  const [sessionId, setSessionId] = useState('')
  const [hasWebsite, setHasWebsite] = useState(true)
  const [age, setAge] = useState('604800000')
  const start = useAction(async () => {
    const filter = {
      ...(category === '' ? {} : { category }),
      ...(city === '' ? {} : { city }),
      ...(sessionId === '' ? {} : { sessionId }),
      ...(hasWebsite ? { hasWebsite } : {}),
    }
    const { accepted, running, fresh, nextCursor } = await callApi<AcceptedBatch>('/api/enrich/batch', {
      method: 'POST',
      body: { filter, maxAgeMs: Number(age) },
    })
    const more = nextCursor === null ? '' : ' More places fit: start it again for them.'
    onStarted(
      `${formatCount(accepted, 'place')} to enrich, ${formatNumber(running)} were under way, ${formatNumber(fresh)} are fresh.${more}`,
    )
  })
  return (
    <Dialog title="Enrich places" onClose={onClose}>
      <DialogForm verb="Start" action={start} onClose={onClose}>
        <TextField
          label="Category"
          value={category}
          onChange={setCategory}
          placeholder="cafe, amenity/restaurant"
          error={fieldError(start.problem, '/filter/category')}
        />
        <TextField
          label="City"
          value={city}
          onChange={setCity}
          error={fieldError(start.problem, '/filter/city')}
        />
        <TextField
          label="Session"
          value={sessionId}
          onChange={setSessionId}
          placeholder="ses_…"
          error={fieldError(start.problem, '/filter/sessionId')}
        />
        <CheckField label="Only places with a website" checked={hasWebsite} onChange={setHasWebsite} />
        <SelectField
          label="Leave out what was enriched"
          value={age}
          onChange={setAge}
          choices={[
            { value: '604800000', label: 'in the last 7 days' },
            { value: '86400000', label: 'in the last day' },
            { value: '0', label: 'never: all of them again' },
          ]}
        />
      </DialogForm>
    </Dialog>
  )
}
