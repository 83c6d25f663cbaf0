// What stands where a link leads to no view.
import { linkTo } from '#shared/route/route.ts'
import { ButtonLink } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'

/** With the way to the first view. */
export function NothingHere() {
  return (
    <div class="view">
      <h1>Nothing is here</h1>
      <EmptyState title="This link leads nowhere">
        <ButtonLink href={linkTo([])}>To the beginning</ButtonLink>
      </EmptyState>
    </div>
  )
}
