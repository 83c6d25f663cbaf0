// What pages are opened with: a program of this machine, or browsers elsewhere.

/** A program of this machine. */
export interface InstalledBrowser {
  /** Where it was found: the setting, or the kind of installation. */
  readonly source: 'setting' | 'headless-shell' | 'installed' | 'playwright' | 'package'
  readonly program: string
  /** What its processes need in their environment. */
  readonly env?: Readonly<Record<string, string>>
  /** `156.0.8078.79` */
  readonly version: string
}

/** Browsers elsewhere, which the operator named. */
export interface FarmBrowser {
  readonly source: 'farm'
  /** May hold a token; part of no error and no log. */
  readonly url: string
  readonly version: string
}

/** Either of them. */
export type FoundBrowser = InstalledBrowser | FarmBrowser
