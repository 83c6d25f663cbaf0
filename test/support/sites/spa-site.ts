// A small single-page shop: an empty shell, a router, an API that its scripts fetch, components, frames of other origins.
import type { RequestListener } from 'node:http'

/** The products that the API of the shop answers. */
export const PRODUCTS = [
  { name: 'Brass kettle', price: 49.5, sku: 'K-1' },
  { name: 'Copper pan', price: 89, sku: 'P-7' },
  { name: 'Iron trivet', price: 12.25, sku: 'T-3' },
]

/** Said by each product on its own page, so that the page has a text to find. */
export const STORY = 'It is made by hand in a small workshop and lasts for a lifetime of kitchens. '.repeat(8)

const SCRIPT = `
const root = document.getElementById('root')
customElements.define('shop-note', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<p>Delivered within three days, says a closed root.</p><slot></slot>' }
})
customElements.define('shop-sign', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>Open all week, says an open root.</p>' }
})
async function show() {
  const sku = /^\\/shop\\/(.+)$/.exec(location.pathname)?.[1]
  const products = JSON.parse((await (await fetch('/api/products.json?page=1')).text()).slice(5))
  await fetch('/api/visits', { method: 'POST', body: '{}' })
  const one = products.items.find((product) => product.sku === sku)
  document.title = one?.name ?? 'All products'
  root.innerHTML = one === undefined
    ? '<main><h1>All products</h1><ul>' + products.items.map(({ name, price, sku }) =>
        '<li><a href="/shop/' + sku + '">' + name + '</a> <span class="price">' + price + '</span></li>').join('') +
        '</ul><p>' + STORY + '</p></main>'
    : '<article><h1>' + one.name + '</h1><p>' + STORY + '</p><shop-note>Ask us.</shop-note><shop-sign></shop-sign>' +
        '<button id="more">More</button><p id="told"></p>' +
        '<iframe src="' + FRAME + '" width="600" height="200"></iframe></article>'
  document.getElementById('more')?.addEventListener('click', () => { told.textContent = 'The button was pressed.' })
}
show()`

/** `frameOrigin` serves `/frame` from another origin; it is the site itself under another name. */
export function spaSite(frameOrigin: () => string): RequestListener {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const send = (type: string, body: string): void =>
      void response.writeHead(200, { 'content-type': type }).end(body)
    if (pathname === '/app.js') {
      const words = `const STORY = ${JSON.stringify(STORY)}, FRAME = ${JSON.stringify(`${frameOrigin()}/frame`)}`
      return send('text/javascript', `${words}\n${SCRIPT}`)
    }
    if (pathname === '/api/products.json')
      return send('application/json', `)]}'\n${JSON.stringify({ items: PRODUCTS })}`)
    if (pathname === '/api/visits') return send('application/json; charset=utf-8', '{"visits":3}')
    if (pathname === '/frame')
      return send('text/html', '<p>Rated five stars, says a frame.</p><iframe src="/inner"></iframe>')
    if (pathname === '/inner') return send('text/html', '<p>By two hundred people, says a frame in it.</p>')
    if (pathname === '/robots.txt') return void response.writeHead(404).end()
    send(
      'text/html; charset=utf-8',
      '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script src="/app.js"></script></html>',
    )
  }
}
