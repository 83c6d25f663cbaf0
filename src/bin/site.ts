// `surveyor site` and `surveyor map`: the pages of a website as files, and the addresses of its pages.
import { extname } from 'node:path'
import { commandSettings } from '#bin/cli/command-settings.ts'
import { textOption, UsageError, type CommandLine } from '#bin/cli/command-line.ts'
import { checkWritable, writeStdout, writeWhole } from '#bin/cli/write-output.ts'
import { createProgressBar } from '#bin/search/progress-bar.ts'
import { EXIT } from '#bin/cli/exit-codes.ts'
import { createCrawlClient, type CrawlClient } from '#bin/site/crawl-client.ts'
import { lackOf } from '#bin/site/left-out.ts'
import { mapFormat, mapText } from '#bin/site/map-output.ts'
import { runSite } from '#bin/site/run-site.ts'
import { openSiteFolder } from '#bin/site/site-folder.ts'
import { mapRequest, siteRequest } from '#bin/site/site-request.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { runOneShot } from './one-shot.ts'

const LINES: ReadonlySet<string> = new Set(['.ndjson', '.jsonl'])

/** Answers the exit code: 0 complete, 3 not complete, others as in the help. Throws UsageError. */
export async function runSiteCommand(line: CommandLine): Promise<number> {
  const request = siteRequest(line)
  const [start] = request.urls
  const name = textOption(line, 'out') ?? new URL(start).hostname.replace(/[^a-z0-9.-]/g, '_')
  const isFile = LINES.has(extname(name).toLowerCase())
  // What cannot be written, or is the folder of another site, is refused before anything starts.
  if (isFile) await checkWritable(name)
  const isForced = line.options['force'] === true
  const prunes = line.options['prune'] === true
  if (isFile && prunes)
    throw new UsageError('--prune is for a folder; each run writes a file from its beginning.')
  const target = isFile ? { file: name } : { folder: await openSiteFolder(name, start, isForced), name }
  return withCrawl(line, 'site', async (crawl, bar, signal) =>
    runSite({
      crawl,
      request,
      target,
      isFresh: line.options['fresh'] === true,
      prunes,
      bar,
      say: (text) => console.log(text),
      signal,
    }),
  )
}

/** Answers the exit code: 0 complete, 3 not complete, others as in the help. Throws UsageError. */
export async function runMapCommand(line: CommandLine): Promise<number> {
  const request = mapRequest(line)
  const file = textOption(line, 'out')
  const format = mapFormat(textOption(line, 'format'), file)
  if (file !== null) await checkWritable(file)
  return withCrawl(line, 'map', async (crawl, bar) => {
    bar.update(`looking for the pages of ${new URL(request.url).host}`, null)
    const data = await crawl.map(request)
    const links = Array.isArray(data['links']) ? data['links'].length : 0
    bar.end(`${links} ${links === 1 ? 'page' : 'pages'}, ${String(data['found'])} found`)
    if (file === null) await writeStdout([mapText(data, format)])
    else {
      await writeWhole(file, [mapText(data, format)])
      console.error(`wrote ${file}`)
    }
    const reasons = Array.isArray(data['reasons']) ? data['reasons'].map(fieldsOf) : []
    const limits = new Set('limit' in request ? ['limit'] : [])
    const isWanted = reasons.map(({ code }) => lackOf(String(code), limits) === 'missing')
    for (const [index, { detail, count }] of reasons.entries()) {
      const title = isWanted[index] === true ? 'not complete' : 'left out'
      console.error(`${title}: ${String(detail)}${Number(count) > 1 ? ` (${String(count)} times)` : ''}`)
    }
    const isComplete = data['complete'] === true || (reasons.length > 0 && !isWanted.includes(true))
    return isComplete ? EXIT.complete : EXIT.incomplete
  })
}

async function withCrawl(
  line: CommandLine,
  name: 'site' | 'map',
  work: (
    crawl: CrawlClient,
    bar: ReturnType<typeof createProgressBar>,
    signal: AbortSignal,
  ) => Promise<number>,
): Promise<number> {
  const settings = await commandSettings(line)
  // stdout is only for addresses, so that they can be piped.
  const bar = createProgressBar(process.stderr)
  return runOneShot({
    name,
    settings,
    settingsFile: line.settingsFile,
    bar,
    service: 'crawl',
    url: settings.crawlUrl,
    work: async (peer, signal) => work(createCrawlClient(peer, signal), bar, signal),
  })
}
