// Saves an answer as a file: a link cannot send the key, so the bytes come by fetch.

/** Saves bytes under a name, as a link with `download` does. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the bytes by then, or needs a moment more; without this they stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Under the name that the service gives, else `fallback`. The whole file is held in memory until it is saved. */
export async function saveFile(
  response: Response,
  fallback: string,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const name = fileName(response.headers.get('content-disposition')) ?? fallback
  const blob = await response.blob()
  saveBlob(blob, name)
  return { name, bytes: blob.size }
}

/** Of `attachment; filename="places.csv"`. */
function fileName(disposition: string | null): string | null {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? null
}
