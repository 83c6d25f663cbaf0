// A site of given files, for a server of any test or experiment.
import type { RequestListener } from 'node:http'

/** The response of the site; text is served as a page. */
export type SiteFile = string | { readonly type: string; readonly body: Uint8Array }
/** By path; anything else is a 404. */
export type SiteFiles = Readonly<Record<string, SiteFile>>

/** Serves the files; anything else is a 404. */
export function respondWith(files: SiteFiles): RequestListener {
  return (request, response) => {
    const file = files[request.url ?? '']
    if (file === undefined) return response.writeHead(404).end('nothing here')
    const { type, body } = typeof file === 'string' ? { type: 'text/html', body: Buffer.from(file) } : file
    return response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
  }
}
