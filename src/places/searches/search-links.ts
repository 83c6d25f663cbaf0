// The links of a search.

/** `language` is that of the search: linked results are shown in it. */
export function searchLinks(
  searchId: string,
  sessionId: string,
  language: string | undefined,
): Record<string, string> {
  const shown = language === undefined ? '' : `language=${language}`
  return {
    self: `/api/search/${searchId}`,
    places: `/api/places?searchId=${searchId}${shown && `&${shown}`}`,
    sessionPlaces: `/api/places?sessionId=${sessionId}${shown && `&${shown}`}`,
    export: `/api/exports/${sessionId}${shown && `?${shown}`}`,
  }
}
