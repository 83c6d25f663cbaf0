// New places by interval, as columns that say their number when they are pointed at.
import type { SeriesInterval } from '#contract/places/lists/browse.ts'
import { formatNumber } from '#shared/format/format.ts'

const WIDTH = 720
const HEIGHT = 140
const GAP = 2

const FORMATS: Readonly<Record<SeriesInterval, Intl.DateTimeFormatOptions>> = {
  hour: { dateStyle: 'short', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'long' },
}

/** `points` are the intervals, the oldest first. */
export function GrowthChart({
  points,
  interval,
}: {
  readonly points: readonly { readonly from: string; readonly value: number }[]
  readonly interval: SeriesInterval
}) {
  const format = new Intl.DateTimeFormat(undefined, FORMATS[interval])
  const most = Math.max(0, ...points.map(({ value }) => value))
  const step = WIDTH / Math.max(1, points.length)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <figure class="growth">
      <div class="growth-scale small muted number">
        {most === 0 ? 'None in this time' : formatNumber(most)}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="New places by interval"
      >
        {points.map(({ from, value }, at) => {
          const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT)
          return (
            <rect
              key={from}
              x={at * step + GAP / 2}
              y={HEIGHT - height}
              width={Math.max(1, step - GAP)}
              height={height}
            >
              <title>{`${format.format(new Date(from))}: ${formatNumber(value)}`}</title>
            </rect>
          )
        })}
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <figcaption class="small muted">
        <span>{format.format(new Date(first.from))}</span>
        <span>{format.format(new Date(last.from))}</span>
      </figcaption>
    </figure>
  )
}
