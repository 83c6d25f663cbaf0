// Where the page is: a path and parameters after the #, so that every view has a link and Back works.
import { linkTo, parseRoute, type Route } from './parse-route.ts'
import { createStore, useStore } from './store.ts'

export { linkTo, pickParams, type Route } from './parse-route.ts'

const current = createStore<Route>(parseRoute(location.hash))
addEventListener('hashchange', () => current.set(parseRoute(location.hash)))

/** The route, in a component. */
export const useRoute = (): Route => useStore(current)

/** Goes to a link; `replace` makes no entry of the history, for filters that are changed letter by letter. */
export function goTo(link: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') {
    location.hash = link
    return
  }
  history.replaceState(null, '', link)
  current.set(parseRoute(link))
}

/** Changes some parameters of the route; null and '' remove one. */
export function setParams(
  changes: Readonly<Record<string, string | null>>,
  how: 'push' | 'replace' = 'replace',
): void {
  // The address itself: what came into it just now is told a moment later.
  const { path, params } = parseRoute(location.hash)
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  goTo(linkTo(path, next), how)
}
