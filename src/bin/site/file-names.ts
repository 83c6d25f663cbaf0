// Names the file of each page by its address: safe on every file system, the same in each run, and no two alike.
import { createHash } from 'node:crypto'
import { percentDecoded } from '#kit/url/percent-decoded.ts'

/** Of one segment and of the whole name, in bytes: file systems allow 255, some programs 260 characters for all. */
const MAX_SEGMENT_BYTES = 80
const MAX_NAME_BYTES = 200
const MAX_SEGMENTS = 12
/** Devices of Windows, whatever comes after a dot. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i
/** Separators, control characters, and what Windows and shells forbid. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what is looked for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/g
const PAGE_ENDINGS = /\.(?:html?|xhtml|php|aspx?|jsp|md)$/i

export interface FileNames {
  /** With `/` between folders, `.md` at its end. `known`: what an earlier run called it. */
  nameOf(url: string, known?: string): string
}

/** With more than one host each gets a folder. */
export function createFileNames(hosts: ReadonlySet<string>): FileNames {
  /** Lower case, because some file systems do not tell case apart. */
  const taken = new Map<string, string>()
  const take = (name: string, url: string): boolean => {
    const key = name.toLowerCase().normalize('NFC')
    const owner = taken.get(key)
    if (owner !== undefined && owner !== url) return false
    taken.set(key, url)
    return true
  }
  return {
    nameOf(url, known) {
      if (known !== undefined && isSafe(known) && take(known, url)) return known
      const plain = plainName(url, hosts.size > 1)
      if (take(plain, url)) return plain
      const hashed = `${plain.slice(0, -'.md'.length)}-${hashOf(url)}.md`
      take(hashed, url)
      return hashed
    },
  }
}

/** Whether a name that stands in a file of an earlier run is one that this program makes. */
export function isSafe(name: string): boolean {
  return (
    name.endsWith('.md') &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES + 20 &&
    name.split('/').every((segment) => segment === cleaned(segment))
  )
}

function plainName(url: string, withHost: boolean): string {
  const { host, pathname, search } = new URL(url)
  const parts = pathname.split('/').slice(1)
  const last = parts.pop() ?? ''
  const folders = parts.filter((part) => part !== '').map((part) => folderName(percentDecoded(part)))
  const page = percentDecoded(last).replace(PAGE_ENDINGS, '')
  const query = search === '' ? '' : `~${percentDecoded(search.slice(1))}`
  const file = safeSegment(`${page === '' ? 'index' : page}${query}`)
  const all = [...(withHost ? [safeSegment(host)] : []), ...folders, file]
  const name = `${all.join('/')}.md`
  if (all.length <= MAX_SEGMENTS && Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  return `${withHost ? `${safeSegment(host)}/` : ''}long/${hashOf(url)}.md`
}

/** Never the name of a file: `/a` is the file `a.md`, and `/a.md/b` is beside it. */
const folderName = (text: string): string => safeSegment(text).replace(/\.md$/i, '_md')

function safeSegment(text: string): string {
  const usable = cleaned(text)
  if (Buffer.byteLength(usable) <= MAX_SEGMENT_BYTES) return usable
  return `${beginning(usable)}-${hashOf(usable)}`
}

function cleaned(text: string): string {
  const plain = text.normalize('NFC').replace(FORBIDDEN, '_').toWellFormed()
  // A name that begins with a dot is hidden, one that ends with a dot or a blank loses that on Windows.
  const shown = plain.replace(/^\./, '_').replace(/[. ]$/, '_')
  return RESERVED.test(shown) ? `_${shown}` : shown === '' ? '_' : shown
}

function beginning(text: string): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_SEGMENT_BYTES - 12) break
    end += character.length
  }
  return text.slice(0, end)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10)
