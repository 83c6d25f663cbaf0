// Where to go on from a search.

export function searchLinks(searchId: string, sessionId: string): Record<string, string> {
  return {
    self: `/api/search/${searchId}`,
    places: `/api/places?searchId=${searchId}`,
    sessionPlaces: `/api/places?sessionId=${sessionId}`,
    export: `/api/exports/${sessionId}`,
  }
}
