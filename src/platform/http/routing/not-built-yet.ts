// Paths of the document that are not built yet: listed and documented, answered with 501.
import type { HTTPMethods } from 'fastify'
import type { Scope } from '#contract/key.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { App } from './app.ts'

/** A path that only answers 501. */
export interface PendingRoute {
  readonly method: HTTPMethods
  readonly url: string
  readonly group: string
  readonly summary: string
  readonly scope?: Scope | null
}

/** Adds the routes. Any query and body is accepted, because nothing is read. */
export function notBuiltYet(app: App, routes: readonly PendingRoute[]): void {
  for (const { method, url, group, summary, scope = null } of routes) {
    app.route({
      method,
      url,
      schema: { summary },
      config: { group, scope, seed: true, anyInput: true, pending: true },
      handler: () => {
        throw new SurveyorError('not_built_yet', `${method} ${url} is not built yet.`)
      },
    })
  }
}
