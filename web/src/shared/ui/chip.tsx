// A small word with a colour: a state, a count, a filter that is set.
import type { ComponentChildren } from 'preact'

/** What the colour says; it never says more than the word does. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

/** A word. */
export function Chip({
  children,
  tone = 'neutral',
  title,
}: {
  readonly children: ComponentChildren
  readonly tone?: Tone
  readonly title?: string
}) {
  return (
    <span class={`chip chip-${tone}`} title={title}>
      {children}
    </span>
  )
}

const TONES: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  accepted: 'good',
  proposed: 'accent',
  delivered: 'good',
  operational: 'good',
  running: 'accent',
  delivering: 'accent',
  enabled: 'good',
  complete: 'good',
  pass: 'good',
  partially_succeeded: 'warn',
  retrying: 'warn',
  draining: 'warn',
  paused: 'warn',
  drained: 'warn',
  warn: 'warn',
  temporarily_closed: 'warn',
  no_website: 'neutral',
  failed: 'bad',
  dead: 'bad',
  fail: 'bad',
  expired: 'bad',
  discarded: 'bad',
  disabled: 'bad',
  permanently_closed: 'bad',
  online: 'good',
  active: 'good',
  healthy: 'good',
  stored: 'good',
  unchanged: 'good',
  quiet: 'warn',
  stale: 'warn',
  degraded: 'warn',
  cooling: 'warn',
  challenge: 'warn',
  captcha: 'warn',
  left_out: 'warn',
  suspected: 'warn',
  confirmed: 'accent',
  lost: 'bad',
  quarantined: 'bad',
  hard_block: 'bad',
  revoked: 'bad',
  refused: 'bad',
  fetching: 'accent',
  probing: 'accent',
}

/** A state of anything, by its word on the wire: `partially_succeeded` reads "partially succeeded". */
export function StateChip({ state }: { readonly state: string }) {
  return <Chip tone={TONES[state] ?? 'neutral'}>{state.replaceAll('_', ' ')}</Chip>
}
