// Reads the options of `surveyor site` and `surveyor map` into the requests that they mean.
import { refuseWords, textOption, UsageError, type CommandLine } from '#bin/cli/command-line.ts'

/** The body of `POST /api/v1/sites/crawl`; crawl checks the rest of it. */
export interface SiteRequest {
  readonly urls: readonly [string]
  readonly [field: string]: unknown
}

/** The body of `POST /api/v1/sites/map`. */
export interface MapRequest {
  readonly url: string
  readonly [field: string]: unknown
}

/** Throws UsageError. */
export function siteRequest(line: CommandLine): SiteRequest {
  return {
    urls: [addressOf(line, 'site')],
    extractors: [{ extractor: 'markdown', options: { formats: ['markdown'] } }],
    ...choiceOf(line),
    ...numberOf(line, 'max-pages', 'maxPages'),
    ...numberOf(line, 'max-depth', 'maxDepth'),
    ...numberOf(line, 'max-seconds', 'maxSeconds'),
    ...numberOf(line, 'delay-ms', 'delayMs'),
  }
}

/** Throws UsageError. */
export function mapRequest(line: CommandLine): MapRequest {
  const search = textOption(line, 'search')
  return {
    url: addressOf(line, 'map'),
    ...choiceOf(line),
    ...numberOf(line, 'limit', 'limit'),
    ...(search === null ? {} : { search }),
  }
}

/** A host alone is meant as the site at it. */
function addressOf({ words }: CommandLine, command: 'site' | 'map'): string {
  const [text, ...more] = words
  if (text === undefined)
    throw new UsageError(`${command} needs an address: surveyor ${command} https://example.org/docs/.`)
  refuseWords(more)
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is no address of a website.`)
  return url.href
}

function choiceOf(line: CommandLine): Record<string, unknown> {
  return {
    ...listOf(line, 'include'),
    ...listOf(line, 'exclude'),
    ...wordOf(line, 'scope', ['path', 'host', 'domain']),
    ...wordOf(line, 'sitemap', ['include', 'skip', 'only']),
    ...(line.options['ignore-query'] === true ? { ignoreQuery: true } : {}),
  }
}

function listOf(line: CommandLine, name: string): Record<string, string[]> {
  const text = textOption(line, name)
  return text === null ? {} : { [name]: text.split('\n') }
}

function wordOf(line: CommandLine, name: string, words: readonly string[]): Record<string, string> {
  const text = textOption(line, name)
  if (text === null) return {}
  if (!words.includes(text)) throw new UsageError(`--${name} takes ${words.join(', ')}, not "${text}".`)
  return { [name]: text }
}

function numberOf(line: CommandLine, name: string, field: string): Record<string, number> {
  const text = textOption(line, name)
  if (text === null) return {}
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}".`)
  return { [field]: Number(text) }
}
