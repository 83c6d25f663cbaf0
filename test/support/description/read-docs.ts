// The requests that the documents show: curl lines, HTTP exchanges, and bodies by themselves.
import { readdir, readFile } from 'node:fs/promises'
import type { ExampleRequest } from './example-world.ts'

const ROOT = new URL('../../../', import.meta.url)

export interface DocumentedRequest {
  /** `docs/json.md:7`, where its block begins. */
  readonly place: string
  readonly request: ExampleRequest
  /** The status in the document; null when it names none. */
  readonly status: number | null
  /** A part of the answer that the document shows; absent where it shows none. */
  readonly part?: unknown
}

interface Block {
  readonly place: string
  readonly language: string
  readonly text: string
  /** The line above it. */
  readonly above: string
}

/** From README.md and docs/. */
export async function documentedRequests(): Promise<DocumentedRequest[]> {
  const names = (await readdir(new URL('docs/', ROOT))).filter((name) => name.endsWith('.md'))
  const files = ['README.md', ...names.toSorted().map((name) => `docs/${name}`)]
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(new URL(file, ROOT), 'utf8') })),
  )
  return texts.flatMap(({ file, text }) => {
    const blocks = blocksOf(file, text)
    return blocks.flatMap((block, index) => {
      const requests = requestsOf(block)
      const next = blocks[index + 1]
      // An answer that is an error is shown with its status.
      const refused =
        next?.language === 'json' ? /"code":.*"status": ?(\d{3})/.exec(next.text)?.[1] : undefined
      if (requests.length === 1 && refused !== undefined)
        return requests.map((request) => ({ ...request, status: Number(refused) }))
      // "The `data` of the answer:"
      if (requests.length !== 1 || next?.language !== 'json' || !/^The `\w+` of .*:$/.test(next.above))
        return requests
      return requests.map((request) => ({ ...request, part: JSON.parse(next.text) as unknown }))
    })
  })
}

function blocksOf(file: string, text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  let start: number | null = null
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('```')) continue
    if (start !== null) {
      blocks.push({
        place: `${file}:${start + 1}`,
        language: (lines[start] ?? '').slice(3),
        text: lines.slice(start + 1, index).join('\n'),
        above: lines[start - 1] ?? '',
      })
    }
    start = start === null ? index : null
  }
  return blocks
}

function requestsOf({ place, language, text }: Block): DocumentedRequest[] {
  if (language === 'sh')
    return commandsOf(text).map((words) => ({ place, ...curl(place, words), status: null }))
  if (language === 'http' && !text.startsWith('POST /hooks ')) return [{ place, ...exchange(text) }]
  return []
}

/** The curl commands of a shell text, in words. */
function commandsOf(text: string): string[][] {
  const commands: string[][] = [[]]
  const word = /\s*(?:(#.*)|(\\?\n|;|\||$)|((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'";|\\])+))/gy
  for (const [, comment, end, found] of text.matchAll(word)) {
    if (comment !== undefined) continue
    if (found !== undefined) commands.at(-1)?.push(unquoted(found))
    else if (end !== '\\\n') commands.push([])
    if (end === '') break
  }
  return commands.filter(([name]) => name === 'curl')
}

function unquoted(word: string): string {
  return word.replaceAll(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
    (_, single?: string, double?: string, one?: string) =>
      single ?? double?.replaceAll(/\\(.)/g, '$1') ?? one ?? '',
  )
}

const WITH_VALUE = new Set(['-H', '-d', '-F', '-X', '-o', '--data-binary', '-w'])

/** Throws for an option that a test does not know. */
function curl(place: string, [, ...words]: readonly string[]): { request: ExampleRequest } {
  const headers: Record<string, string> = {}
  const form: (readonly [string, string])[] = []
  let [method, body, address]: (string | undefined)[] = []
  for (let at = 0; at < words.length; at += 1) {
    const option = words[at] ?? ''
    const value = words[at + 1] ?? ''
    if (option === '-H')
      headers[value.split(':', 1)[0]?.toLowerCase() ?? ''] = value.replace(/^[^:]*:\s*/, '')
    else if (option === '-d' || option === '--data-binary') body = value
    else if (option === '-F') form.push([value.split('=', 1)[0] ?? '', value.slice(value.indexOf('=') + 1)])
    else if (option === '-X') method = value
    else if (!option.startsWith('-')) address = option
    else if (!/^-(?:[isSfLNn]+|o|w)$/.test(option)) throw new Error(`${place}: no test knows curl ${option}`)
    if (WITH_VALUE.has(option)) at += 1
  }
  const [, base = '', path = '/'] = /^(https?:\/\/[^/]+|\$\{?\w+\}?)(\/.*)?$/.exec(address ?? '') ?? []
  const service = /4116|PLACES/.test(base) ? 'places' : /4312|CRAWL/.test(base) ? 'crawl' : null
  if (service === null) throw new Error(`${place}: ${address ?? 'nothing'} is neither places nor crawl`)
  return {
    request: {
      service,
      method: method ?? (body === undefined && form.length === 0 ? 'GET' : 'POST'),
      path,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(form.length === 0 ? {} : { form }),
    },
  }
}

/** A request line, headers, perhaps a body, and after an empty line the first of its answers. */
function exchange(text: string): Pick<DocumentedRequest, 'request' | 'status'> {
  const [asked = '', answered = ''] = text.split(/\n\n(?=\d{3}\b)/)
  const [line = '', ...rest] = asked.split('\n')
  const [method = '', path = ''] = line.split(' ')
  const headers = Object.fromEntries(
    rest.flatMap((header) => {
      const [, name, value] = /^([A-Za-z-]+): (.*)$/.exec(header) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value ?? '']]
    }),
  )
  const body = rest.filter((row) => !/^[A-Za-z-]+: |^$/.test(row)).join('\n')
  const isBytes = headers['content-type'] !== undefined
  const sent = isBytes ? 'The bytes.' : body
  return {
    request: {
      service: 'crawl',
      method,
      path,
      headers,
      ...(sent === '' ? {} : { body: sent }),
    },
    status: Number(answered.slice(0, 3)),
  }
}
