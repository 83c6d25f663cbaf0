// A labelled input: text, number, choice, several lines. Its hint and what is wrong are read out with it.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** What all fields have. */
interface FieldFrame {
  readonly label: string
  readonly hint?: string | undefined
  /** What is wrong, as a problem of the service says it. */
  readonly error?: string | null | undefined
  /** The label is for assistive technology only. */
  readonly isLabelHidden?: boolean
}

/** Attributes of the input inside, which tie it to label, hint and error. */
interface InputIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
}

/** Label, hint and error around any input. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  children,
}: FieldFrame & { readonly children: (ids: InputIds) => ComponentChildren }) {
  const id = useId()
  const hasError = error !== undefined && error !== null
  const described = [hint === undefined ? '' : `${id}-hint`, hasError ? `${id}-error` : ''].filter(Boolean)
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': hasError ? 'true' : undefined,
      })}
      {hint !== undefined && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {hasError && (
        <span class="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}

type InputType = 'text' | 'search' | 'number' | 'password' | 'url' | 'datetime-local'

/** Preact has a shape for each type. */
function attributesOf(type: InputType) {
  if (type === 'number') return { type, step: 'any' }
  if (type === 'search') return { type }
  if (type === 'url') return { type }
  if (type === 'password') return { type }
  if (type === 'datetime-local') return { type }
  return { type }
}

/** One line of text, or a number. */
export function TextField({
  value,
  onChange,
  type = 'text',
  placeholder,
  required,
  autocomplete = 'off',
  ...frame
}: FieldFrame & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: InputType
  readonly placeholder?: string
  readonly required?: boolean
  readonly autocomplete?: string
}) {
  return (
    <Field {...frame}>
      {(ids) => (
        <input
          {...ids}
          {...attributesOf(type)}
          class="input"
          value={value}
          placeholder={placeholder}
          required={required}
          autocomplete={autocomplete}
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({
  value,
  onChange,
  rows = 6,
  isCode = false,
  ...frame
}: FieldFrame & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly isCode?: boolean
}) {
  return (
    <Field {...frame}>
      {(ids) => (
        <textarea
          {...ids}
          class={isCode ? 'input input-mono' : 'input'}
          rows={rows}
          value={value}
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** One of some choices. */
export function SelectField({
  value,
  onChange,
  choices,
  ...frame
}: FieldFrame & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}) {
  return (
    <Field {...frame}>
      {(ids) => (
        <select
          {...ids}
          class="input"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** States as choices of a filter; '' is any. */
export const stateChoices = (states: readonly string[]) =>
  states.map((value) => ({ value, label: value === '' ? 'all' : value.replaceAll('_', ' ') }))

/** Yes or no. */
export function CheckField({
  label,
  checked,
  isDisabled = false,
  onChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly isDisabled?: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
