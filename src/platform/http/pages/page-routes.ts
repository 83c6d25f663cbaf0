// The page of a service: its document at GET / for browsers, its built files and its settings under /page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { negotiateEncoding } from '#platform/http/output/negotiate.ts'
import { setPagePolicy } from '#platform/http/output/security-headers.ts'
import type { App } from '#platform/http/routing/app.ts'
import { ENCODINGS, openPageFiles, type PageFile, type PageFiles } from './page-files.ts'

/** What the operator has set of the page. */
export interface PageOptions {
  /** Answered as `/page/settings.json`. */
  readonly settings?: object
  /** Origins from which the page may load images, beside its own. */
  readonly imageOrigins?: readonly string[]
  /** Where the built files are; default: web/dist of this package. */
  readonly files?: PageFiles
}

/** Sends the document of the page; false: it is not built. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

const DIST = new URL('../../../../web/dist/', import.meta.url)
/** The names of the files have a hash of their content in them. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Adds the routes of the files. `name` is that of the service, and of its document. */
export function addPage(
  app: App,
  name: string,
  { settings = {}, imageOrigins = [], files = openPageFiles(DIST) }: PageOptions,
): SendPage {
  const config = { group: null, scope: null, hidden: true, bucket: 'none' } as const
  app.get('/page/settings.json', { config }, async () => settings)
  app.get<{ Params: { file: string } }>('/page/:file', { config }, async (request, reply) => {
    const file = await files.find(`page/${request.params.file}`)
    if (file === null) throw new SurveyorError('not_found', 'The page has no such file.')
    return sendFile(file, FOR_EVER, request, reply)
  })
  return async (request, reply) => {
    const file = await files.find(`${name}.html`)
    if (file === null) return false
    setPagePolicy(reply, imageOrigins)
    await sendFile(file, 'no-cache', request, reply)
    return true
  }
}

async function sendFile(
  file: PageFile,
  caching: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = negotiateEncoding(request.headers['accept-encoding'], ENCODINGS)
  const tag = `"${file.hash}-${encoding}"`
  void reply.headers({ 'cache-control': caching, etag: tag }).header('vary', 'Accept, Accept-Encoding')
  if (request.headers['if-none-match']?.includes(tag) === true) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type(file.type).send(await file.read(encoding))
}
