// One file of Overture places, on this machine or behind HTTP: its length, its version, and any range of its bytes.

/** Reads throw SurveyorError with the name of the file. */
export interface DataFile {
  readonly name: string
  readonly byteLength: number
  /** Another one once the content has changed. */
  readonly version: string
  /** RFC 3339: the day of the release that its path names, else when it was last written; null: not known. */
  readonly snapshotAt: string | null
  /** Exactly the bytes from `start` to before `end`. */
  read(start: number, end: number, signal: AbortSignal): Promise<Uint8Array>
}

/** A country may be cut into many files; the published world has some dozen. */
export const MAX_FILES = 500

/** `release/2026-10-21.0/theme=places` is of that day. */
export function releaseOf(path: string): string | null {
  const [, day] = /(?:^|[/\\])(\d{4}-\d{2}-\d{2})[.-][a-z0-9]{1,10}(?:[/\\]|$)/.exec(path) ?? []
  const date = day === undefined ? null : new Date(`${day}T00:00:00Z`)
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
