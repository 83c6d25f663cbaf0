// Serves the little websites of the sample town, each under its own name, from the files in demo/sites.
import fastify from 'fastify'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** The running server of the websites. */
export interface TownSites extends AsyncDisposable {
  /** The value of SURVEYOR_EGRESS_HOSTS that serves the names here: `*.town.test=127.0.0.1:40123`. */
  readonly egressHosts: string
}

/** Listens on a free port of 127.0.0.1 until it is disposed of. `folder` holds one folder for each `<name>.town.test`. */
export async function serveTownSites(folder: URL): Promise<TownSites> {
  const paths = globSync('**/*.{html,css}', { cwd: folder })
  const files = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, folder))] as const)),
  )
  const app = fastify({ forceCloseConnections: true })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const site = /^([a-z-]+)\.town\.test(:\d+)?$/.exec(request.headers.host ?? '')?.[1]
    const path = request.params['*']
    const candidates =
      path === 'style.css' ? [path] : [`${site}/${path}`, `${site}/${path}/index.html`.replace('//', '/')]
    const found = candidates.find((candidate) => files.has(candidate))
    if (site === undefined || found === undefined) {
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send('<!doctype html><title>Not found</title><h1>Not found</h1>')
    }
    const mediaType = MEDIA_TYPES[extname(found)] ?? 'application/octet-stream'
    return reply.type(mediaType).send(files.get(found))
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  return { egressHosts: `*.town.test=127.0.0.1:${url.port}`, [Symbol.asyncDispose]: () => app.close() }
}
