// A page that tries every way a browser has to reach an address, each against addresses that must not be reached.
import { FRONT, OWN_PUBLIC } from './targets.ts'

const ADDRESSES = [
  '127.0.0.1',
  '127.0.0.1:8080',
  'localhost',
  '[::1]',
  '169.254.169.254',
  '10.0.0.1',
  '192.168.0.1:3000',
  '[fd00::1]',
  '[::ffff:127.0.0.1]',
  OWN_PUBLIC,
]

/** By name, the source that makes a page use it for the URL `u`, which has the number `n`. */
export const VECTORS: Readonly<Record<string, string>> = {
  fetch: `fetch(u, { mode: 'no-cors' })`,
  'fetch keepalive': `fetch(u, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' })`,
  xhr: `{ const x = new XMLHttpRequest(); x.open('GET', u); x.send() }`,
  beacon: `navigator.sendBeacon(u, 'x')`,
  image: `new Image().src = u`,
  'image set': `add('img', { srcset: u + ' 1x' })`,
  script: `add('script', { src: u })`,
  module: `import(u)`,
  'module preload': `add('link', { rel: 'modulepreload', href: u })`,
  stylesheet: `add('link', { rel: 'stylesheet', href: u })`,
  'css import': `add('style', {}).textContent = '@import url(' + u + ')'`,
  'css background': `add('div', { style: 'width:9px;height:9px;background:url(' + u + ')' })`,
  font: `new FontFace('f' + n, 'url(' + u + ')').load()`,
  frame: `add('iframe', { src: u })`,
  'frame of a document': `add('iframe', { srcdoc: '<img src="' + u + '"><script src="' + u + '"></' + 'script>' })`,
  'frame that refreshes': `add('iframe', { srcdoc: '<meta http-equiv="refresh" content="0;url=' + u + '">' })`,
  object: `add('object', { data: u })`,
  embed: `add('embed', { src: u })`,
  video: `add('video', { src: u, poster: u, autoplay: '' })`,
  audio: `add('audio', { src: u, autoplay: '' })`,
  'svg image': `add('div', {}).innerHTML = '<svg><image href="' + u + '"/><use href="' + u + '#x"/></svg>'`,
  websocket: `new WebSocket(u.replace('http', 'ws'))`,
  'event source': `new EventSource(u)`,
  worker: `new Worker(URL.createObjectURL(new Blob(['fetch("' + u + '", {mode: "no-cors"}); importScripts("' + u + '")'])))`,
  'shared worker': `new SharedWorker(URL.createObjectURL(new Blob(['fetch("' + u + '", {mode: "no-cors"})'])))`,
  'service worker': `navigator.serviceWorker?.register(u)`,
  form: `{ const f = add('form', { action: u, method: 'post', target: add('iframe', { name: 'f' + n }).name }); f.submit() }`,
  'input image': `add('input', { type: 'image', src: u })`,
  popup: `open(u)`,
  'link with a ping': `add('a', { href: '#', ping: u }).click()`,
  'link of a new page': `add('a', { href: u, target: '_blank', rel: 'opener' }).click()`,
  prefetch: `add('link', { rel: 'prefetch', href: u })`,
  preconnect: `add('link', { rel: 'preconnect', href: u })`,
  'dns prefetch': `add('link', { rel: 'dns-prefetch', href: u })`,
  prerender: `add('link', { rel: 'prerender', href: u })`,
  speculation: `add('script', { type: 'speculationrules' }).textContent = JSON.stringify({ prefetch: [{ urls: [u] }], prerender: [{ urls: [u] }] })`,
  icon: `add('link', { rel: 'icon', href: u })`,
  manifest: `add('link', { rel: 'manifest', href: u })`,
  'web transport': `new WebTransport(u.replace('http:', 'https:'))`,
  'web rtc': `{ const host = new URL(u).hostname
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + host + ':3478' }, { urls: 'turn:' + host + ':3478?transport=tcp', username: 'a', credential: 'b' }] })
    peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)) }`,
}

const straight = (address: string): string => `http://${address}/v`
/** By a redirect of a public host. */
const redirected = (address: string): string =>
  `http://${FRONT}/redirect?status=302&to=${encodeURIComponent(`http://${address}/r`)}`

export const FORBIDDEN = ADDRESSES.flatMap((address) => [straight(address), redirected(address)])

/** Enough to see that a page is watched, in a tenth of the time. */
export const FEW_FORBIDDEN = [straight('127.0.0.1'), redirected('169.254.169.254')]

/** Each way against each of the URLs. */
export function hostilePage(urls: readonly string[]): string {
  const calls = Object.values(VECTORS).map((source) => `(u, n) => { ${source} }`)
  return `<!doctype html><title>Hostile</title><p>Words of a page that looks like any other.</p><script>
    const add = (name, attributes) => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      return document.body.appendChild(element)
    }
    let n = 0
    for (const u of ${JSON.stringify(urls)}) for (const use of [${calls.join(',\n')}]) {
      try { n += 1; use(u + (u.includes('?') ? '&' : '?') + 'w=' + n, n) } catch {}
    }</script>`
}
