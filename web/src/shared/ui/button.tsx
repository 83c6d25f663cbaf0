// A button that says while it works, and a link that looks like one.
import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly kind?: 'primary' | 'danger' | 'quiet'
  readonly isSmall?: boolean
  /** While true a press does nothing, and assistive technology is told so. */
  readonly isBusy?: boolean
  readonly disabled?: boolean
  readonly type?: 'button' | 'submit'
  /** Its name, where the content is a sign. */
  readonly label?: string
  readonly onPress?: (event: MouseEvent) => void
}

const classOf = ({ kind, isSmall }: Pick<ButtonProps, 'kind' | 'isSmall'>): string =>
  ['button', kind === undefined ? '' : `button-${kind}`, isSmall === true ? 'button-small' : '']
    .filter(Boolean)
    .join(' ')

/** A button. */
export function Button({
  children,
  isBusy = false,
  disabled = false,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      class={classOf(props)}
      disabled={disabled}
      aria-disabled={isBusy ? 'true' : undefined}
      aria-busy={isBusy ? 'true' : undefined}
      aria-label={props.label}
      title={props.label}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else props.onPress?.(event)
      }}
    >
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  children,
  href,
  kind,
  isSmall,
}: Pick<ButtonProps, 'children' | 'kind' | 'isSmall'> & { readonly href: string }) {
  return (
    <a class={classOf({ ...(kind && { kind }), ...(isSmall && { isSmall }) })} href={href}>
      {children}
    </a>
  )
}
