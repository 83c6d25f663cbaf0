// The built files of the pages (web/dist), with their compressed forms; read from the disk once, when someone first asks.
import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'

/** Forms of a file, the smallest first; `identity` is the file itself. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
/** One of `ENCODINGS`. */
export type Encoding = (typeof ENCODINGS)[number]

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
export interface PageFile {
  readonly type: string
  readonly hash: string
  read(encoding: Encoding): Promise<Buffer>
}

/** The built files by path: `places.html`, `page/…`. */
export interface PageFiles {
  /** Null: there is no such file, or nothing was built. */
  find(path: string): Promise<PageFile | null>
}

/** The files under `folder`, a URL that ends in a slash. Only listed paths are ever read. */
export function openPageFiles(folder: URL): PageFiles {
  let listed: Promise<ReadonlyMap<string, PageFile>> | null = null
  return {
    async find(path) {
      listed ??= listFiles(folder)
      const files = await listed
      // Built meanwhile: a service that found nothing looks again.
      if (files.size === 0) listed = null
      return files.get(path) ?? null
    },
  }
}

async function listFiles(folder: URL): Promise<ReadonlyMap<string, PageFile>> {
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
        return bytes
      }
      return [path, { type, hash, read }]
    }),
  )
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
