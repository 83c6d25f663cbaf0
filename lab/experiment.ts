// What an experiment is given and what it answers.

export interface Outcome {
  readonly id: string
  readonly pass: boolean
  /** The measured value. */
  readonly figure: unknown
  readonly secs: number
}

/** How far an experiment is: the last text is shown until the next one. */
export type Say = (progress: string) => void

export interface Options {
  readonly seconds?: number
  readonly kills?: number
  readonly faults?: readonly string[]
  readonly say: Say
}

export interface Experiment {
  readonly name: string
  readonly about: string
  /** On two cores of its own; absent: less than a minute and a half. */
  readonly minutes?: number
  readonly run: (options: Options) => Promise<Outcome>
}
