// How far a list was read and where it stood, kept with its entry of the history, so that Back shows it as it was left.

/** Pages behind the first one, and the position of the page. */
export interface Depth {
  readonly pages: number
  readonly top: number
}

/** Of the list `key` at this entry of the history; null where it shows its first page. */
export function keptDepth(key: string): Depth | null {
  const state: unknown = history.state
  return isState(state) && state.key === key ? state : null
}

/** Keeps how many pages are shown, and where the page stands now. */
export function keepDepth(key: string, pages: number): void {
  history.replaceState({ key, pages, top: scrollY }, '')
}

function isState(state: unknown): state is Depth & { readonly key: string } {
  return typeof state === 'object' && state !== null && 'key' in state && 'pages' in state && 'top' in state
}
