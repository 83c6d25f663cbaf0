// A list of objects in a form.
import type { ComponentChild } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Button } from '#shared/ui/button.tsx'
import { fieldError } from '#shared/ui/problem-view.tsx'
import { listOf } from '#shared/format/unknown-values.ts'
import { pointerOf, valueAt, withValue, type FormState, type Path } from './body.ts'
import type { Field, Variant } from './form-model.ts'

/** Entries of one or several shapes: added, filled in, removed. */
export function ItemsField({
  variants,
  path,
  form,
  show,
}: {
  readonly variants: readonly Variant[]
  readonly path: Path
  readonly form: FormState
  /** The inputs of an entry: given, because they may hold such entries again. */
  readonly show: (fields: readonly Field[], path: Path) => ComponentChild
}) {
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const entries = listOf(valueAt(form.body, path))
  const set = (next: readonly unknown[]): void =>
    form.onChange(withValue(form.body, path, next.length === 0 ? undefined : next))
  const variant = variants[chosen] ?? variants[0]
  return (
    <>
      {entries.map((entry, at) => (
        <fieldset key={at} class="form-group form-whole">
          <legend>{`${at + 1}: ${variantOf(variants, entry)?.label ?? 'entry'}`}</legend>
          <EntryError form={form} path={[...path, at]} />
          <div class="form-fields">
            {show(variantOf(variants, entry)?.fields ?? [], [...path, at])}
            <div class="buttons form-whole">
              <Button isSmall onPress={() => set(entries.filter((_, other) => other !== at))}>
                {`Remove ${at + 1}`}
              </Button>
            </div>
          </div>
        </fieldset>
      ))}
      <div class="buttons form-whole">
        {variants.length > 1 && (
          <>
            <label class="visually-hidden" for={id}>
              {`Kind of entry for ${String(path.at(-1))}`}
            </label>
            <select
              id={id}
              class="input form-kind"
              value={String(chosen)}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
            >
              {variants.map(({ label }, at) => (
                <option key={label} value={String(at)}>
                  {label}
                </option>
              ))}
            </select>
          </>
        )}
        <Button isSmall onPress={() => set([...entries, { ...variant?.constants }])}>
          {`Add to ${String(path.at(-1))}`}
        </Button>
      </div>
    </>
  )
}

function EntryError({ form, path }: { readonly form: FormState; readonly path: Path }) {
  const error = fieldError(form.problem, pointerOf(path))
  return error === null ? null : <p class="field-error">{error}</p>
}

/** The shape whose constants the entry has; with one shape that one. */
function variantOf(variants: readonly Variant[], entry: unknown): Variant | undefined {
  return variants.find(({ constants }) =>
    Object.entries(constants).every(([name, constant]) => valueAt(entry, [name]) === constant),
  )
}
