// Counts as bars: each a line of label, bar and number, to one scale.
import { formatNumber } from '#shared/format/format.ts'
import type { Tone } from '#shared/ui/chip.tsx'

/** One line. With `href` its label is a link. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly tone?: Tone
  readonly href?: string
}

/** `total` is the whole width; where absent, the largest value is. Lines of 0 are left out beside others. */
export function BarList({
  label,
  bars,
  total = null,
}: {
  readonly label: string
  readonly bars: readonly Bar[]
  readonly total?: number | null
}) {
  const shown = bars.filter(({ value }) => value > 0)
  const scale = total ?? Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure class="bar-list">
      <figcaption>
        {label}
        {total !== null && <span class="number muted"> {formatNumber(total)}</span>}
      </figcaption>
      {shown.length === 0 && <p class="small muted">None.</p>}
      <ul>
        {shown.map(({ label: name, value, tone = 'accent', href }) => (
          <li key={`${name} ${href ?? ''}`}>
            <span class="bar-list-label wrap-anywhere">
              {href === undefined ? name : <a href={href}>{name}</a>}
            </span>
            <span class={`bar bar-${tone}`} aria-hidden="true">
              <span style={{ width: `${scale === 0 ? 0 : Math.min(100, (100 * value) / scale)}%` }} />
            </span>
            <span class="number">{formatNumber(value)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
