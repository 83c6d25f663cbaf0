// The sites that the recipes are about: a small documentation and a shop, whose pages a test may change.
import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'
import { startServer, type LocalServer } from '#test/support/sites/local-server.ts'

const page = (
  title: string,
  main: string,
) => `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
<nav><a href="/install.html">Install</a> <a href="/use.html">Use</a></nav><main><article><h1>${title}</h1>${main}</article></main>
<footer>© The Axe Tool</footer></body></html>`

const INSTALL = `<p>The tool needs a wet stone and a quiet morning. Everything else comes with the box, which the post brings.</p>
<h2>On a bench</h2><p>Clamp the stone to the bench with both screws, so that it does not walk while the blade is drawn over it.</p>
<h2>Without a bench</h2><p>A plank on two trestles does as well; put a cloth under the stone and keep water at hand.</p>`
const START = `<p>All that there is to know of the axe tool, from the box to the blade. Begin with
<a href="/install.html">Install</a> and go on with <a href="/use.html">Use</a>; what has changed stands on the pages themselves.</p>`
const USE = `<p>Draw the blade over the stone from heel to toe, at the angle at which it was ground, and count the strokes.</p>
<h2>Care</h2><p>Oil the blade before it is put away, and the handle once in a year. Rust begins where a thumb was.</p>`

const product = (name: string, price: string) =>
  page(
    name,
    `<p>The ${name.toLowerCase()} is forged by hand, ground on a wet stone and oiled before it leaves the workshop.</p>
<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name, offers: { price, priceCurrency: 'EUR' } })}</script>`,
  )

const SITEMAP = ['install.html', 'use.html', 'gone.html'].map(
  (path) => `<url><loc>http://docs.example.org/${path}</loc></url>`,
)

export interface RecipeSite extends LocalServer {
  /** Pages by path; a path that is not there is a 404. */
  readonly pages: Map<string, string>
}

/** Ends with the test. */
export async function startRecipeSite(t: TestContext): Promise<RecipeSite> {
  const pages = new Map([
    [
      '/sitemap.xml',
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${SITEMAP.join('')}</urlset>`,
    ],
    ['/', page('The axe tool', START)],
    ['/install.html', page('Install the tool', INSTALL)],
    ['/use.html', page('Use the tool', USE)],
    ['/axe.html', product('Axe', '49.90')],
    ['/saw.html', product('Saw', '19')],
  ])
  const server = await startServer(t, (request, response) => {
    const path = request.url ?? ''
    const text = pages.get(path)
    if (text === undefined) return response.writeHead(404).end()
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    const type = path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8'
    return response.writeHead(200, { 'content-type': type, etag }).end(text)
  })
  return { ...server, pages }
}

/** A page with another text, as a week later. */
export function newStone({ pages }: RecipeSite): void {
  pages.set('/install.html', page('Install the tool', INSTALL.replace('wet stone', 'water stone')))
}

/** A second price, as a day later. */
export function cheaperAxe({ pages }: RecipeSite): void {
  pages.set('/axe.html', product('Axe', '44.50'))
  pages.delete('/saw.html')
}

const COLUMNS = [72, 300, 380, 470, 540]
const LINES = [
  ['Item', 'Pieces', 'Price', 'Sum'],
  ['Felling axe', '2', '49.90', '99.80'],
  ['Bow saw', '1', '19.00', '19.00'],
  ['Oil, 100 ml', '3', '4.50', '13.50'],
]

/** An invoice of one page with a ruled table. */
export function invoicePdf(): Uint8Array {
  const [top, height] = [640, 22]
  const bottom = top - height * LINES.length
  const rules = [
    ...LINES.map((_, row) => `72 ${top - row * height} m 540 ${top - row * height} l S`),
    `72 ${bottom} m 540 ${bottom} l S`,
    ...COLUMNS.map((x) => `${x} ${top} m ${x} ${bottom} l S`),
  ]
  const cells = LINES.flatMap((line, row) =>
    line.map((text, column) =>
      pdfText((COLUMNS[column] ?? 0) + 4, top - row * height - 15, text, row === 0 ? 'F2' : 'F1'),
    ),
  )
  return pdfOf([
    [
      pdfText(72, 720, 'Invoice 2026-117', 'F2', 18),
      pdfText(72, 690, 'The Axe Works, Hay, to Ms. J. Doe'),
      ...rules,
      ...cells,
    ].join('\n'),
  ])
}
