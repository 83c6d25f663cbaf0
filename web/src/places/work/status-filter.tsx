// States as buttons with their counts: one filters the list below.

/** '' is any state. A state of which the count is not known has none. */
export function StatusFilter({
  states,
  chosen,
  counts,
  onChoose,
}: {
  readonly states: readonly string[]
  readonly chosen: string
  readonly counts: Readonly<Record<string, number>>
  readonly onChoose: (state: string) => void
}) {
  return (
    <div class="chips" role="group" aria-label="Filter by state">
      {['', ...states].map((state) => (
        <button
          key={state}
          type="button"
          class={state === chosen ? 'chip chip-accent' : 'chip'}
          aria-pressed={state === chosen}
          onClick={() => onChoose(state)}
        >
          {state === '' ? 'all' : state.replaceAll('_', ' ')}
          {counts[state] !== undefined && <span class="number">{counts[state]}</span>}
        </button>
      ))}
    </div>
  )
}
