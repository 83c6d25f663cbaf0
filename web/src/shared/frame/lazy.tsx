// A view that is loaded when it is first shown.
import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '#contract/problem.ts'
import { ownProblem } from '#shared/api/call-api.ts'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'

/** The service has no file of a build before its own, and a browser asks once for each. */
const NOT_LOADED = ownProblem(
  'view_not_loaded',
  'This view could not be loaded. After an update of the service the page has to be loaded again.',
  0,
)

/** `load` is called once for each `Lazy` in the page; the browser keeps what it brings. */
export function Lazy<P extends object>({
  load,
  props,
}: {
  readonly load: () => Promise<FunctionComponent<P>>
  readonly props: P
}) {
  const [state, setState] = useState<{ View: FunctionComponent<P> | null; problem: Problem | null }>({
    View: null,
    problem: null,
  })
  useEffect(() => {
    load().then(
      (View) => setState({ View, problem: null }),
      () => setState({ View: null, problem: NOT_LOADED }),
    )
  }, [])
  const { View, problem } = state
  if (View !== null) return <View {...props} />
  return (
    <div class="view">
      {problem === null ? <Loading /> : <ProblemView problem={problem} onRetry={() => location.reload()} />}
    </div>
  )
}
