// Percent-encoded text of strangers, which may be broken.

/** The text as it is where an escape in it is none. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
