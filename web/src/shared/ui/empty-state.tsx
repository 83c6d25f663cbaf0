// What stands where nothing is to be shown: why, and what to do next.
import type { ComponentChildren } from 'preact'

/** `children`: a button or a link, if there is something to do. */
export function EmptyState({
  title,
  detail,
  children,
}: {
  readonly title: string
  readonly detail?: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {detail !== undefined && <p>{detail}</p>}
      {children}
    </div>
  )
}

/** Something is being loaded; read out politely. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <output class="muted loading">
      <span class="visually-hidden">{label}</span>
      <span class="bar bar-busy" aria-hidden="true">
        <span />
      </span>
    </output>
  )
}
