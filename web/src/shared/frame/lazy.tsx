// A view that is loaded when it is first shown.
import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '#contract/problem.ts'
import { problemOf } from '#shared/api/call-api.ts'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'

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
      (error: unknown) => setState({ View: null, problem: problemOf(error) }),
    )
  }, [])
  const { View, problem } = state
  if (View !== null) return <View {...props} />
  return <div class="view">{problem === null ? <Loading /> : <ProblemView problem={problem} />}</div>
}
