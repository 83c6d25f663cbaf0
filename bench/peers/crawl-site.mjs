// Crawlee's CheerioCrawler over a list of pages: `node crawl-site.mjs ORIGIN PAGES [MIN_AT_ONCE]` prints one JSON line.
import { CheerioCrawler, log } from '@crawlee/cheerio'

log.setLevel(log.LEVELS.OFF)
const [origin, pages, atOnce] = process.argv.slice(2)
const urls = Array.from({ length: Number(pages) }, (_, number) => `${origin}/page/${number}`)
let read = 0
const crawler = new CheerioCrawler({
  ...(atOnce === undefined ? {} : { minConcurrency: Number(atOnce) }),
  async requestHandler({ request, $, pushData }) {
    const text = $('article').text()
    if (text.length > 1_000) read += 1
    await pushData({ url: request.loadedUrl, title: $('title').text(), text })
  },
})
const from = performance.now()
await crawler.run(urls)
const { items } = await crawler.getData()
console.log(JSON.stringify({ ms: performance.now() - from, pages: Math.min(read, items.length) }))
process.exit(0)
