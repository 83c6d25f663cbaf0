// What the service made of a query: kinds, conditions, names, what was corrected and what has no effect.
import type { Understood } from '#contract/places/understood.ts'
import { Chip } from '#shared/ui/chip.tsx'

const REASONS: Readonly<Record<Understood['ignored'][number]['reason'], string>> = {
  ranking: 'places are not ranked',
  time: 'the time is a filter of the list',
  location: 'the field for the place says where',
  filler: 'changes nothing',
  not_recorded: 'the map does not record it',
}

/** One line of words with their meaning; read out as it changes. */
export function UnderstoodView({
  understood,
  onSuggest,
}: {
  readonly understood: Understood
  readonly onSuggest?: (query: string) => void
}) {
  const { kind, categories, qualifiers, names, location, corrections, ignored, suggestions } = understood
  return (
    <div class="understood chips" aria-live="polite" aria-label="What was understood" role="group">
      <span class="small muted">Understood:</span>
      {kind === 'all' && <Chip tone="accent">every place</Chip>}
      {categories.map(({ id, label }) => (
        <Chip key={id} tone="accent" title={id}>
          {label}
        </Chip>
      ))}
      {qualifiers.map(({ id, label }) => (
        <Chip key={id} title={id}>
          {label}
        </Chip>
      ))}
      {names.map((name) => (
        <Chip key={name} title="Looked for in names, addresses and brands">
          “{name}”
        </Chip>
      ))}
      {location !== null && <Chip tone={location.isCertain ? 'accent' : 'neutral'}>in {location.text}</Chip>}
      {corrections.map(({ from, to }) => (
        <Chip key={from} tone="warn">
          {from} → {to}
        </Chip>
      ))}
      {ignored.map(({ text, reason }) => (
        <Chip key={text} title={REASONS[reason]}>
          <s>{text}</s> <span class="muted">{REASONS[reason]}</span>
        </Chip>
      ))}
      {suggestions.map(({ query, count }) => (
        <button key={query} type="button" class="chip" onClick={() => onSuggest?.(query)}>
          Try “{query}”{count !== null && ` (${count})`}
        </button>
      ))}
    </div>
  )
}
