// Crawlee's CheerioCrawler over a whole site: `node crawl-whole-site.mjs ORIGIN [MIN_AT_ONCE]` prints one JSON line.
import { CheerioCrawler, log } from '@crawlee/cheerio'

log.setLevel(log.LEVELS.OFF)
const [origin, atOnce] = process.argv.slice(2)
const crawler = new CheerioCrawler({
  ...(atOnce === undefined ? {} : { minConcurrency: Number(atOnce) }),
  respectRobotsTxtFile: true,
  maxRequestRetries: 2,
  async requestHandler({ request, $, pushData, enqueueLinks }) {
    await pushData({ url: request.loadedUrl, title: $('title').text(), text: $('article').text() })
    await enqueueLinks({ strategy: 'same-hostname' })
  },
})
const from = performance.now()
const cpuFrom = process.cpuUsage()
await crawler.run([`${origin}/`])
const { items } = await crawler.getData({ limit: 999_999_999 })
const { user, system } = process.cpuUsage(cpuFrom)
const paths = items.map(({ url }) => new URL(url).pathname)
const line = JSON.stringify({ ms: performance.now() - from, coreMs: (user + system) / 1_000, paths })
// Ended only once it is written: a pipe takes less at once.
process.stdout.write(`${line}\n`, () => process.exit(0))
