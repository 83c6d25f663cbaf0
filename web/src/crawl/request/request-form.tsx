// A form for any request: its fields, or the whole body as JSON, which are the same thing.
import { useState } from 'preact/hooks'
import type { Problem } from '#contract/problem.ts'
import { Tabs } from '#shared/ui/tabs.tsx'
import { fieldsOf, isObject, type Fields } from '#shared/format/unknown-values.ts'
import type { Field } from './form-model.ts'
import type { FormState } from './body.ts'
import { SchemaFields } from './schema-field.tsx'
import { TypedInput, type Translation } from './typed-input.tsx'

/** Fields that stand together. What is folded away opens when it holds a value or a problem. */
export interface Section {
  readonly title: string | null
  readonly isFolded: boolean
  readonly fields: readonly Field[]
}

const BODY: Translation = {
  read(text) {
    try {
      const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
      if (isObject(value)) return { value, problem: null }
      return { value: null, problem: 'The body of a request is an object.' }
    } catch (error) {
      return { value: null, problem: error instanceof Error ? error.message : 'This is not JSON.' }
    }
  },
  write: (value) => (value === null ? '' : JSON.stringify(value, null, 2)),
}

/** The form; its owner sends it. */
export function RequestForm({
  sections,
  body,
  onChange,
  problem,
}: {
  readonly sections: readonly Section[]
  readonly body: Fields
  readonly onChange: (body: Fields) => void
  readonly problem: Problem | null
}) {
  const [tab, setTab] = useState('fields')
  return (
    <Tabs
      label="How to fill in"
      tabs={[
        { id: 'fields', label: 'Fields' },
        { id: 'json', label: 'JSON' },
      ]}
      chosen={tab}
      onChoose={setTab}
    >
      <div class="form-sections">
        {tab === 'json' ? (
          <BodyField body={body} onChange={onChange} />
        ) : (
          sections
            .filter(({ fields }) => fields.length > 0)
            .map((section) => (
              <FormSection key={section.title} section={section} form={{ body, onChange, problem }} />
            ))
        )}
      </div>
    </Tabs>
  )
}

/** What is no object yet is kept here and not in the body, which stays as it was. */
function BodyField({ body, onChange }: { readonly body: Fields; readonly onChange: (body: Fields) => void }) {
  const [typed, setTyped] = useState<{ readonly body: Fields; readonly value: unknown }>({
    body,
    value: body,
  })
  return (
    <TypedInput
      label="Body"
      hint="All that the service takes, also what has no field."
      error={null}
      value={typed.body === body ? typed.value : body}
      onChange={(value) => {
        setTyped({ body: isObject(value) ? value : body, value })
        if (isObject(value)) onChange(value)
      }}
      translation={BODY}
      rows={18}
    />
  )
}

function FormSection({
  section: { title, isFolded, fields },
  form,
}: {
  readonly section: Section
  readonly form: FormState
}) {
  const content = (
    <div class="form-fields">
      <SchemaFields fields={fields} path={[]} form={form} />
    </div>
  )
  const set = fields.filter(({ name }) => fieldsOf(form.body)[name] !== undefined).length
  const wrong = fields.filter(({ name }) =>
    (form.problem?.errors ?? []).some(
      ({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`),
    ),
  ).length
  if (!isFolded)
    return (
      <section class="form-section">
        {title !== null && <h3>{title}</h3>}
        {content}
      </section>
    )
  return (
    <details class="form-section" open={wrong > 0 || undefined}>
      <summary>
        <span>{title}</span>
        {set > 0 && <span class="chip chip-accent">{`${set} set`}</span>}
        {wrong > 0 && <span class="chip chip-bad">{`${wrong} wrong`}</span>}
      </summary>
      {content}
    </details>
  )
}
