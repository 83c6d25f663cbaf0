// A value before and after a change, as lists of changes show it.
import { shortChange } from './short-value.ts'

/** A field before and after. */
export function ChangedValue(change: { readonly from: unknown; readonly to: unknown }) {
  const { from, to } = shortChange(change.from, change.to)
  return (
    <>
      <del class="muted">{from}</del> → <ins>{to}</ins>
    </>
  )
}
