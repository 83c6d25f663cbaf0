// A button that changes something of the service at once, and one that asks before.
import { useState } from 'preact/hooks'
import { useAction } from '#shared/api/use-query.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ProblemView } from './problem-view.tsx'
import { showToast } from './toasts.tsx'

interface ActProps {
  /** The word on the button. */
  readonly word: string
  /** What it is done to, for those who hear the page. */
  readonly subject: string
  readonly act: () => Promise<unknown>
  /** What is said when it is done. */
  readonly said: string
  readonly onDone: () => void
}

/** Done when it is pressed; for what can be taken back. What went wrong stands below it. */
export function ActButton({
  word,
  subject,
  act,
  said,
  onDone,
  isSmall = true,
}: ActProps & {
  /** Small where it stands in a row of a table. */
  readonly isSmall?: boolean
}) {
  const action = useAction(async () => {
    await act()
    showToast(said)
    onDone()
  })
  return (
    <>
      <Button isSmall={isSmall} isBusy={action.isRunning} onPress={() => action.run()}>
        {word}
        <span class="visually-hidden">{` ${subject}`}</span>
      </Button>
      {action.problem !== null && <ProblemView problem={action.problem} />}
    </>
  )
}

/** Asks first: `question` says what will be gone. */
export function DangerButton({
  word,
  subject,
  act,
  said,
  onDone,
  question,
  isSubjectShown = false,
}: ActProps & {
  readonly question: string
  /** Where the button stands alone, and not in the row of its subject. */
  readonly isSubjectShown?: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  const action = useAction(async () => {
    await act()
    setIsOpen(false)
    showToast(said)
    onDone()
  })
  return (
    <>
      <Button isSmall kind="danger" onPress={() => setIsOpen(true)}>
        {isSubjectShown ? `${word} ${subject}` : word}
        {!isSubjectShown && <span class="visually-hidden">{` ${subject}`}</span>}
      </Button>
      {isOpen && (
        <Dialog title={`${word} ${subject}`} onClose={() => setIsOpen(false)}>
          <p class="wrap-anywhere">{question}</p>
          {action.problem !== null && <ProblemView problem={action.problem} />}
          <div class="buttons">
            <Button kind="danger" isBusy={action.isRunning} onPress={() => action.run()}>
              {word}
            </Button>
            <Button onPress={() => setIsOpen(false)}>Leave it</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
