// The routes of a server, recorded beside the router: the methods of a path, and the groups of the self-description.
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { RouteConfig } from './route-config.ts'

/** One method of one path. */
export interface RouteEntry {
  readonly method: string
  readonly url: string
  readonly config: RouteConfig
  readonly schema: FastifySchema
}

/** All routes that were added. */
export interface RouteTable {
  readonly routes: readonly RouteEntry[]
  /**
   * The methods of `path`, including HEAD for every GET; empty without a route. A literal path (`/api/workers/prune`)
   * has only its own methods, and not those of a route that would read it as an id.
   */
  methodsOf(path: string): string[]
  /** Whether the router read a literal path as an id, because it lacks this method. */
  isMistaken(url: string | undefined, path: string): boolean
  /** `METHOD /path` by group, in the order of `groups`; the paths of the document first. */
  endpoints(groups: readonly string[]): Record<string, string[]>
}

/** Records routes of `app` from now on. A route without group, scope and summary is refused. */
export function recordRoutes(app: FastifyInstance, groups: readonly string[]): RouteTable {
  const routes: RouteEntry[] = []
  const written = new Set<string>()

  app.addHook('onRoute', (route) => {
    const config = configOf(route)
    if (config.group !== null && !groups.includes(config.group)) {
      throw new Error(`${route.url}: the group ${config.group} is not one of ${groups.join(', ')}`)
    }
    const schema = route.schema ?? {}
    if (config.hidden !== true && schema.summary === undefined) {
      throw new Error(`${route.url}: the route must have a summary in its schema`)
    }
    for (const method of [route.method].flat()) {
      // Fastify adds HEAD for each GET by itself.
      if (method !== 'HEAD') routes.push({ method, url: route.url, config, schema })
      written.add(route.url)
    }
  })

  return {
    routes,
    methodsOf(path) {
      const isIts = (url: string) => (written.has(path) ? url === path : matches(url, path))
      const methods = routes.filter((route) => isIts(route.url)).map((route) => route.method)
      return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
    },
    isMistaken: (url, path) => url !== path && written.has(path),
    endpoints(wanted) {
      const listed = routes.filter((route) => route.config.hidden !== true)
      return Object.fromEntries(
        wanted.map((group) => [
          group,
          listed.filter((r) => r.config.group === group).map((r) => `${r.method} ${r.url}`),
        ]),
      )
    },
  }
}

function configOf(route: RouteOptions): RouteConfig {
  const config = route.config as Partial<RouteConfig> | undefined
  if (config?.group === undefined || config.scope === undefined) {
    throw new Error(`${route.url}: the route must name its group and scope in config`)
  }
  return { ...config, group: config.group, scope: config.scope }
}

function matches(url: string, path: string): boolean {
  const pattern = url.split('/')
  const segments = path.split('/')
  const wildcard = pattern.at(-1) === '*'
  if (wildcard ? segments.length < pattern.length : segments.length !== pattern.length) return false
  return pattern.every(
    (part, index) =>
      part === '*' || (part.startsWith(':') ? segments[index] !== '' : part === segments[index]),
  )
}
