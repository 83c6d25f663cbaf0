// One field of a form that was made from a schema, with the fields inside it.
import { Fragment } from 'preact'
import type { Problem } from '#contract/problem.ts'
import { SelectField, TextArea, TextField } from '#shared/ui/field.tsx'
import { fieldError } from '#shared/ui/problem-view.tsx'
import { listOf, textOf, textsOf } from '#shared/format/unknown-values.ts'
import {
  jsonFrom,
  linesFrom,
  numberFrom,
  pairsFrom,
  pairsText,
  pointerOf,
  valueAt,
  withValue,
  type FormState,
  type Path,
} from './body.ts'
import { Choices, Group, hintOf, MoreHint } from './field-group.tsx'
import type { Field } from './form-model.ts'
import { ItemsField } from './items-field.tsx'
import { TypedInput, type Translation } from './typed-input.tsx'

/** The fields of one object, in their order. */
export function SchemaFields({
  fields,
  path,
  form,
}: {
  readonly fields: readonly Field[]
  readonly path: Path
  readonly form: FormState
}) {
  return (
    <>
      {fields.map((field) => (
        <Fragment key={field.name}>
          <SchemaField field={field} path={[...path, field.name]} form={form} />
          <MoreHint field={field} />
        </Fragment>
      ))}
    </>
  )
}

/** A text as it is, anything else as JSON; nothing where there is nothing. */
const writeJson = (value: unknown): string =>
  value === undefined ? '' : (textOf(value) ?? JSON.stringify(value, null, 2))

const NUMBER: Translation = {
  read: (text) => ({ value: numberFrom(text), problem: null }),
  write: writeJson,
}
const lines = (takesNumbers: boolean): Translation => ({
  read: (text) => ({ value: linesFrom(text, takesNumbers), problem: null }),
  write: (value) => listOf(value).map(String).join('\n'),
})
const PAIRS: Translation = { read: (text) => ({ value: pairsFrom(text), problem: null }), write: pairsText }
const json = (takesText: boolean): Translation => ({
  read: (text) => jsonFrom(text, takesText),
  write: writeJson,
})

function SchemaField({
  field,
  path,
  form,
}: {
  readonly field: Field
  readonly path: Path
  readonly form: FormState
}) {
  const pointer = pointerOf(path)
  const value = valueAt(form.body, path)
  const onChange = (next: unknown): void => form.onChange(withValue(form.body, path, next))
  const frame = {
    label: field.isRequired ? `${field.name} (required)` : field.name,
    hint: hintOf(field),
    error: errorsAt(form.problem, pointer, field),
  }
  const example = field.example === null ? {} : { placeholder: field.example }
  switch (field.kind) {
    case 'text': {
      const change = (text: string): void => onChange(text === '' ? undefined : text)
      const text = writeJson(value)
      return field.isLong ? (
        <TextArea {...frame} value={text} onChange={change} rows={6} isCode />
      ) : (
        <TextField
          {...frame}
          {...example}
          value={text}
          onChange={change}
          type={field.isSecret ? 'password' : 'text'}
        />
      )
    }
    case 'number':
      return <TypedInput {...frame} {...example} value={value} onChange={onChange} translation={NUMBER} />
    case 'flag':
      return (
        <SelectField
          {...frame}
          value={writeJson(value)}
          onChange={(text) => onChange(text === '' ? undefined : text === 'true')}
          choices={[absentChoice(field), { value: 'true', label: 'yes' }, { value: 'false', label: 'no' }]}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...frame}
          value={textOf(value) ?? ''}
          onChange={(text) => onChange(text === '' ? undefined : text)}
          choices={[
            absentChoice(field),
            ...field.options.map((option) => ({ value: option, label: option })),
          ]}
        />
      )
    case 'choices':
      return <Choices {...frame} options={field.options} chosen={textsOf(value)} onChange={onChange} />
    case 'lines':
      return (
        <TypedInput
          {...frame}
          value={value}
          onChange={onChange}
          translation={lines(field.takesNumbers)}
          rows={3}
        />
      )
    case 'pairs':
      return <TypedInput {...frame} value={value} onChange={onChange} translation={PAIRS} rows={3} />
    case 'json':
      return (
        <TypedInput
          {...frame}
          value={value}
          onChange={onChange}
          translation={json(field.takesText)}
          rows={4}
        />
      )
    case 'group':
      return (
        <Group legend={frame.label} hint={frame.hint} error={frame.error}>
          <SchemaFields fields={field.fields} path={path} form={form} />
        </Group>
      )
    case 'items':
      return (
        <Group legend={frame.label} hint={frame.hint} error={frame.error}>
          <ItemsField
            variants={field.variants}
            path={path}
            form={form}
            show={(fields, below) => <SchemaFields fields={fields} path={below} form={form} />}
          />
        </Group>
      )
  }
}

/** Of a field whose parts have no inputs of their own, also what is wrong with its parts. */
function errorsAt(problem: Problem | null, pointer: string, field: Field): string | null {
  const own = fieldError(problem, pointer)
  if (own !== null || field.kind === 'group' || field.kind === 'items') return own
  const below = problem?.errors?.filter((each) => each.pointer.startsWith(`${pointer}/`)) ?? []
  return below.length === 0
    ? null
    : below.map((each) => `${each.pointer.slice(pointer.length)}: ${each.detail}`).join(' ')
}

const absentChoice = (field: Field) => ({
  value: '',
  label: field.default === null ? 'not set' : `default: ${field.default.replaceAll('"', '')}`,
})
