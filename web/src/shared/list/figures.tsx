// Numbers with what they count, in a row.
import { formatNumber } from '#shared/format/format.ts'

/** One number; null: not known. */
export interface Figure {
  readonly label: string
  readonly value: number | string | null
  readonly href?: string
}

/** Large numbers with small labels. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ label, value, href }) => {
        const text = typeof value === 'string' ? value : formatNumber(value)
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {href === undefined ? (
                text
              ) : (
                <a href={href} aria-label={`${text} ${label}`}>
                  {text}
                </a>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
