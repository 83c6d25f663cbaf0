// What stands around fields: a legend, what is said of them, and a choice of several words.
import type { ComponentChildren } from 'preact'
import { CheckField } from '#shared/ui/field.tsx'
import type { Field } from './form-model.ts'

/** A legend, its hint and what is wrong, around fields. */
export function Group({
  legend,
  hint,
  error,
  children,
}: {
  readonly legend: string
  readonly hint: string | undefined
  readonly error: string | null
  readonly children: ComponentChildren
}) {
  return (
    <fieldset class="form-group">
      <legend>{legend}</legend>
      {hint !== undefined && <p class="field-hint">{hint}</p>}
      {error !== null && <p class="field-error">{error}</p>}
      <div class="form-fields">{children}</div>
    </fieldset>
  )
}

/** Any number of some words; none of them is an absent value. */
export function Choices({
  label,
  hint,
  error,
  options,
  chosen,
  onChange,
}: {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | null
  readonly options: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (value: unknown) => void
}) {
  const change = (option: string, isChosen: boolean): void => {
    const next = options.filter((each) => (each === option ? isChosen : chosen.includes(each)))
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <Group legend={label} hint={hint} error={error}>
      <div class="chips form-whole">
        {options.map((option) => (
          <CheckField
            key={option}
            label={option}
            checked={chosen.includes(option)}
            onChange={(isChosen) => change(option, isChosen)}
          />
        ))}
      </div>
    </Group>
  )
}

/** A longer description is folded away below its field. */
const MAX_HINT_CHARS = 320

/** The line below the field; undefined where nothing is to be said. */
export function hintOf({ kind, description }: Field): string | undefined {
  const how =
    kind === 'lines' ? 'One on each line.' : kind === 'pairs' ? 'Name: value, one on each line.' : null
  const isLong = (description?.length ?? 0) > MAX_HINT_CHARS
  const hint = [isLong ? null : description?.replaceAll('`', ''), how]
    .filter((part) => (part ?? '') !== '')
    .join(' ')
  return hint === '' ? undefined : hint
}

/** The sentences of a long description as a list. */
export function MoreHint({ field: { name, description } }: { readonly field: Field }) {
  if (description === null || description.length <= MAX_HINT_CHARS) return null
  return (
    <details class="form-more">
      <summary>{`What ${name} takes`}</summary>
      <ul>
        {description
          .replaceAll('`', '')
          .split('. ')
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </details>
  )
}
