// The links of a search.

/** `language` is that of the search: linked results are shown in it. `scheduleId`: what repeats it, if anything does. */
export function searchLinks(
  searchId: string,
  sessionId: string,
  language: string | undefined,
  scheduleId: string | null,
): Record<string, string> {
  const shown = language === undefined ? '' : `language=${language}`
  return {
    self: `/api/search/${searchId}`,
    places: `/api/places?searchId=${searchId}${shown && `&${shown}`}`,
    sessionPlaces: `/api/places?sessionId=${sessionId}${shown && `&${shown}`}`,
    export: `/api/exports/${sessionId}${shown && `?${shown}`}`,
    ...(scheduleId === null ? {} : { schedule: `/api/schedules/${scheduleId}` }),
  }
}
