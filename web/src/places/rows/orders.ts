// The orders of the list, under the names that GET /api/places has for them.

/** The first is that of a list without `sort`. */
export const ORDERS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'As they were found' },
  { value: 'name', label: 'By name' },
  { value: '-lastSeenAt', label: 'Last seen first' },
  { value: '-rating', label: 'Best rated first' },
]
