// Fields that stand together under a legend, and a choice of several words.
import type { ComponentChildren } from 'preact'
import { CheckField } from '#shared/ui/field.tsx'

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
