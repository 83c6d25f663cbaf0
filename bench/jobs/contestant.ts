// The interface of a job queue in the benchmark.

export interface Contestant extends AsyncDisposable {
  readonly name: string
  /** Processes of it beside this one, by what they are. */
  readonly processes?: Readonly<Record<string, number>>
  /** One durable job; resolves when it is accepted. */
  enqueue(n: number): Promise<void>
  enqueueMany(numbers: readonly number[]): Promise<void>
  /** Starts the workers of the next `process`, which must not begin before it. Not measured; without it `process` does it. */
  readonly prepare?: (concurrency: number) => Promise<void>
  /**
   * Runs `jobs` of those that wait through a handler that does nothing, `concurrency` at a time. Answers how many it ran:
   * a worker that is stopped ends what it has begun.
   */
  process(jobs: number, concurrency: number): Promise<number>
  /** Milliseconds from the call that enqueues a job to the start of its handler, while a worker waits for it. */
  idleToStart(): Promise<number>
}
