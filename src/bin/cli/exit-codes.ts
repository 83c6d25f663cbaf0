// The exit codes of commands that search or read, which scripts rely on.

/** `unreachable`: there is no network, or no map server answers. */
export const EXIT = { complete: 0, failed: 1, incomplete: 3, unreachable: 4 } as const
