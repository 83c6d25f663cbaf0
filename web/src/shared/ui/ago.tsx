// A time as people say it, with the exact one where it is pointed at.
import { formatAgo, formatTime, UNKNOWN } from '#shared/format/format.ts'

/** `3 minutes ago`, `in 2 days`; a dash where it is not known. */
export function Ago({ at }: { readonly at: string | null }) {
  if (at === null) return <>{UNKNOWN}</>
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatAgo(at)}
    </time>
  )
}
