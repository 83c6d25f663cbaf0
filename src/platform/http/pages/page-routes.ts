// The page of a service: its document at GET / for browsers, its built files and its settings under /page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { isKnown } from '#platform/http/output/entity-tags.ts'
import { negotiateEncoding } from '#platform/http/output/negotiate.ts'
import { setPagePolicy } from '#platform/http/output/security-headers.ts'
import type { App } from '#platform/http/routing/app.ts'

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

/** Forms of a file, the smallest first; `identity` is the file itself. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
/** One of `ENCODINGS`. */
type Encoding = (typeof ENCODINGS)[number]

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' }

/** What web/build.ts writes beside the files. */
const fileList = lazyShape(
  Type.Object({
    files: Type.Array(
      Type.Object({
        path: Type.String(),
        type: Type.String(),
        hash: Type.String(),
        bytes: Type.Integer(),
        gzipBytes: Type.Integer(),
      }),
    ),
  }),
)

/** One file as it is sent. `hash` is of the file itself: the form is named by the entity tag as well. */
interface PageFile {
  readonly type: string
  readonly hash: string
  read(encoding: Encoding): Promise<Buffer>
}

/** The built files by path: `places.html`, `page/…`. */
interface PageFiles {
  /** Null: there is no such file, or nothing was built. */
  find(path: string): Promise<PageFile | null>
}

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
  // Before the headers, which a refusal must not have.
  const bytes = isKnown(request.headers['if-none-match'], tag) ? null : await file.read(encoding)
  void reply.headers({ 'cache-control': caching, etag: tag }).header('vary', 'Accept, Accept-Encoding')
  if (bytes === null) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}

/**
 * The files under `folder`, a URL that ends in a slash. Only listed paths are ever read. They are read once, when
 * someone first asks. A file of an earlier build, which is no longer there, throws `not_found`; after that the list is
 * read again.
 */
export function openPageFiles(folder: URL): PageFiles {
  let listed: Promise<ReadonlyMap<string, PageFile>> | null = null
  const onMissing = (): never => {
    listed = null
    throw new SurveyorError('not_found', 'The page was built again: load it again.')
  }
  return {
    async find(path) {
      listed ??= listFiles(folder, onMissing)
      const files = await listed
      // Built meanwhile: a service that found nothing looks again.
      if (files.size === 0) listed = null
      return files.get(path) ?? null
    },
  }
}

/** `onMissing`: a listed file is not there. */
async function listFiles(folder: URL, onMissing: () => never): Promise<ReadonlyMap<string, PageFile>> {
  const text = await readFile(new URL('files.json', folder), 'utf8').catch(nullWhereMissing)
  if (text === null) return new Map()
  const { files } = fileList.Parse(JSON.parse(text))
  return new Map(
    files.map(({ path, type, hash }) => {
      const kept = new Map<Encoding, Promise<Buffer>>()
      const read = async (encoding: Encoding): Promise<Buffer> => {
        const bytes = kept.get(encoding) ?? readFile(new URL(`${path}${ENDINGS[encoding]}`, folder))
        kept.set(encoding, bytes)
        bytes.catch(() => kept.delete(encoding))
        return (await bytes.catch(nullWhereMissing)) ?? onMissing()
      }
      return [path, { type, hash, read }]
    }),
  )
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
