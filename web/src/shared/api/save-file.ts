// Saves an answer as a file: a link cannot send the key, so the bytes come by fetch.

/** Under the name that the service gives, else `fallback`. The whole file is held in memory until it is saved. */
export async function saveFile(
  response: Response,
  fallback: string,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const name = fileName(response.headers.get('content-disposition')) ?? fallback
  const blob = await response.blob()
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the bytes when the click returns; some need a moment more.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return { name, bytes: blob.size }
}

/** Of `attachment; filename="places.csv"`. */
function fileName(disposition: string | null): string | null {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? null
}
