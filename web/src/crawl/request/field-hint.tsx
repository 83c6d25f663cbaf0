// What is said of a field: its description, or the sentences of a long one folded away below it.
import type { Field } from './form-model.ts'

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
