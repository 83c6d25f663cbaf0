// Opening hours: a drawn week where they are a plain one, else the text as it came and why.
import type { OpeningHours } from '#contract/places/place.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DAY_MINUTES = 1_440

/** Minutes since midnight as a clock shows them: 1,500 is 01:00. */
function clock(minute: number): string {
  const inDay = minute % DAY_MINUTES
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** The week as text and as bars from midnight to midnight. */
export function WeekHours({ hours }: { readonly hours: OpeningHours }) {
  const { weekly, raw, weeklyReason, timezone, otherDays = [] } = hours
  if (weekly === null) {
    return (
      <div>
        <code class="wrap-anywhere">{raw}</code>
        {weeklyReason !== undefined && (
          <div class="small muted">No plain week: {weeklyReason.replaceAll('_', ' ')}</div>
        )}
      </div>
    )
  }
  return (
    <div class="week">
      {weekly.map((intervals, day) => (
        <div class="week-day" key={DAYS[day]}>
          <span class="small">{DAYS[day]}</span>
          <svg viewBox={`0 0 ${DAY_MINUTES} 10`} preserveAspectRatio="none" aria-hidden="true">
            <rect class="week-ground" width={DAY_MINUTES} height="10" />
            {intervals.map(({ opensMinute, closesMinute }) => (
              <rect
                key={opensMinute}
                class="week-open"
                x={opensMinute}
                width={Math.min(closesMinute, DAY_MINUTES) - opensMinute}
                height="10"
              />
            ))}
          </svg>
          <span class="small number">
            {intervals.length === 0
              ? 'closed'
              : intervals
                  .map(({ opensMinute, closesMinute }) => `${clock(opensMinute)}–${clock(closesMinute)}`)
                  .join(', ')}
          </span>
        </div>
      ))}
      {otherDays.map((text) => (
        <div class="small muted" key={text}>
          {text}
        </div>
      ))}
      {timezone !== null && <div class="small muted">{timezone}</div>}
    </div>
  )
}
