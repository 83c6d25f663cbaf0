// The form of a dialog: its fields, what the service said of them, the button that sends it and the one that leaves.
import type { ComponentChildren } from 'preact'
import type { Action } from '#shared/api/use-query.ts'
import { Button } from './button.tsx'
import { ProblemView } from './problem-view.tsx'

/** Enter and the button run `action`. `hidePointers`: what is wrong with a field stands at the field. */
export function DialogForm({
  verb,
  action,
  hidePointers = false,
  children,
  onClose,
}: {
  readonly verb: string
  readonly action: Action<readonly []>
  readonly hidePointers?: boolean
  readonly children: ComponentChildren
  readonly onClose: () => void
}) {
  return (
    <form
      class="dialog-form"
      onSubmit={(event) => {
        event.preventDefault()
        action.run()
      }}
    >
      {children}
      {action.problem !== null && <ProblemView problem={action.problem} hidePointers={hidePointers} />}
      <div class="buttons">
        <Button type="submit" kind="primary" isBusy={action.isRunning}>
          {verb}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
