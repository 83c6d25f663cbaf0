// Makes a search that repeats, from now on.
import { useState } from 'preact/hooks'
import type { ScheduleRequest } from '#contract/places/schedule.ts'
import type { CreateSearchBody } from '#contract/places/search.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction } from '#shared/api/use-query.ts'
import { DialogForm } from '#shared/ui/dialog-form.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '#shared/ui/field.tsx'
import { fieldError } from '#shared/ui/problem-view.tsx'

const CRON = 'cron'
const RHYTHMS = [
  { value: '3600000', label: 'Each hour' },
  { value: '86400000', label: 'Each day' },
  { value: '604800000', label: 'Each week' },
  { value: CRON, label: 'At certain times' },
]
const TIMEZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `query` and `location`: what the form begins with. */
export function ScheduleDialog({
  query: givenQuery,
  location: givenLocation,
  onClose,
  onMade,
}: {
  readonly query: string
  readonly location: string
  readonly onClose: () => void
  readonly onMade: () => void
}) {
  const [query, setQuery] = useState(givenQuery)
  const [location, setLocation] = useState(givenLocation)
  const [rhythm, setRhythm] = useState('86400000')
  const [cron, setCron] = useState('0 6 * * 1')
  const [timezone, setTimezone] = useState(TIMEZONE)
  const [withContacts, setWithContacts] = useState(false)
  const make = useAction(async () => {
    const schedule: ScheduleRequest =
      rhythm === CRON ? { cron: cron.trim(), timezone: timezone.trim() } : { everyMs: Number(rhythm) }
    const body: CreateSearchBody = {
      query: query.trim(),
      ...(location.trim() === '' ? {} : { location: location.trim() }),
      ...(withContacts ? { include: ['contacts'] } : {}),
      schedule,
    }
    await callApi('/api/search', {
      method: 'POST',
      body,
      headers: { prefer: 'respond-async', 'idempotency-key': crypto.randomUUID() },
    })
    onMade()
  })
  return (
    <Dialog title="Repeat a search" onClose={onClose}>
      <DialogForm verb="Search now and repeat" action={make} hidePointers onClose={onClose}>
        <TextField
          label="What"
          value={query}
          onChange={setQuery}
          placeholder="cafes, vegan restaurants, *"
          required
          error={fieldError(make.problem, '/query')}
        />
        <TextField
          label="Where"
          value={location}
          onChange={setLocation}
          placeholder="a town, an address, 47.14, 9.52"
          error={fieldError(make.problem, '/location')}
        />
        <SelectField label="When" value={rhythm} onChange={setRhythm} choices={RHYTHMS} />
        {rhythm === CRON && (
          <>
            <TextField
              label="Times"
              value={cron}
              onChange={setCron}
              required
              hint="Minute, hour, day of the month, month, day of the week: 0 6 * * 1 is each Monday at 6."
              error={fieldError(make.problem, '/schedule/cron')}
            />
            <TextField
              label="Time zone"
              value={timezone}
              onChange={setTimezone}
              required
              error={fieldError(make.problem, '/schedule/timezone')}
            />
          </>
        )}
        <CheckField label="With contacts" checked={withContacts} onChange={setWithContacts} />
      </DialogForm>
    </Dialog>
  )
}
