// An input whose text stands for another value: the text stays as it is typed while it means the same.
import { useState } from 'preact/hooks'
import { TextArea, TextField } from '#shared/ui/field.tsx'

/** How a text becomes a value, and back. */
export interface Translation {
  read(text: string): { readonly value: unknown; readonly problem: string | null }
  write(value: unknown): string
}

/** One line, or several with `rows`. */
export function TypedInput({
  label,
  hint,
  error,
  value,
  onChange,
  translation,
  rows,
  placeholder,
}: {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | null
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly translation: Translation
  readonly rows?: number
  readonly placeholder?: string
}) {
  const [typed, setTyped] = useState(() => translation.write(value))
  const { value: meant, problem } = translation.read(typed)
  // Somebody else changed the value, such as the view of the whole body.
  const text = JSON.stringify(meant) === JSON.stringify(value) ? typed : translation.write(value)
  const frame = { label, hint, error: error ?? (text === typed ? problem : null) }
  const change = (next: string): void => {
    setTyped(next)
    onChange(translation.read(next).value)
  }
  return rows === undefined ? (
    <TextField
      {...frame}
      value={text}
      onChange={change}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  ) : (
    <TextArea {...frame} value={text} onChange={change} rows={rows} isCode />
  )
}
