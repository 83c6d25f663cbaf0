// The address of a receiver as it is shown.

/** What follows the path is where tokens hide. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
