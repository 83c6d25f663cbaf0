// A long text as it is, its beginning in view.
import { formatCount } from '#shared/format/format.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { SaveText } from './save-text.tsx'

const MAX_SHOWN = 200_000

/** At most 200,000 characters are shown; all of them are saved. */
export function PlainText({
  text,
  label,
  filename,
}: {
  readonly text: string
  readonly label: string
  readonly filename: string
}) {
  const { text: shown, cutChars } = cutText(text, MAX_SHOWN)
  return (
    <div class="json">
      <div class="buttons">
        <SaveText text={() => text} filename={filename} />
        <span class="muted small">{formatCount(text.length, 'character')}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that its scrolled part can be reached without a mouse */}
      <pre class="source" dir="auto" tabIndex={0} role="region" aria-label={label}>
        {shown}
      </pre>
      {cutChars > 0 && (
        <p class="muted">{`${formatCount(cutChars, 'more character')}: save to read them.`}</p>
      )}
    </div>
  )
}
