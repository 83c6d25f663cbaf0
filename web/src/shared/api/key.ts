// The API key of this tab: kept in sessionStorage, so that it ends with the tab and no other page reads it.
import { createStore } from '#shared/route/store.ts'

const NAME = 'surveyor.key'

/** The key that requests are sent with; null: none. A change asks every shown view to load again. */
export const apiKey = createStore<string | null>(sessionStorage.getItem(NAME))

/** Keeps a key for this tab; null forgets it. */
export function setApiKey(key: string | null): void {
  if (key === null) sessionStorage.removeItem(NAME)
  else sessionStorage.setItem(NAME, key)
  apiKey.set(key)
}
