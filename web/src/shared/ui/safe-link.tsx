// A link to an address that came from elsewhere: followed only if it is a web address, in a tab of its own.
import { cutText, safeHref } from '#shared/format/visible-text.ts'

const MAX_LABEL_CHARS = 300

/** Any other scheme, such as javascript:, is shown as text. The target learns nothing of this page. */
export function SafeLink({ href, label = href }: { readonly href: string; readonly label?: string }) {
  const target = safeHref(href)
  const { text } = cutText(label, MAX_LABEL_CHARS)
  if (target === null) return <bdi class="wrap-anywhere">{text}</bdi>
  return (
    <a class="wrap-anywhere" href={target} target="_blank" rel="noreferrer noopener nofollow">
      <bdi>{text}</bdi>
    </a>
  )
}
