// Pages that want a browser for themselves, by name, and what else is done while each is open.
import type { ServerResponse } from 'node:http'

/** A page and what comes of it. */
export interface Attack {
  readonly page: string
  /** Done to the browser once the page is there; it gets the process ids. */
  readonly blow?: 'renderer' | 'browser'
  /** Without it any end within the deadline is right. */
  readonly endsIn?: readonly string[]
}

const script = (source: string): string => `<!doctype html><p>Words of a page.<script>${source}</script>`

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'endless loop': { page: script('for (;;);'), endsIn: ['target_timeout'] },
  'endless loop later': { page: script('setTimeout(() => { for (;;); }, 50)') },
  'loop of promises': { page: script('const f = () => Promise.resolve().then(f); f()') },
  'alert loop': { page: script('for (;;) alert(1)'), endsIn: ['target_timeout'] },
  'print and prompt loop': { page: script('for (;;) { print(); prompt("?"); confirm("?") }') },
  'leave loop': {
    page: script('onbeforeunload = () => "stay"; setInterval(() => location.reload(), 1)'),
    endsIn: ['a page', 'target_timeout', 'target_protocol_error'],
  },
  'renderer crash': { page: script(''), blow: 'renderer', endsIn: ['unsupported_document'] },
  'browser crash': { page: script(''), blow: 'browser', endsIn: ['browser_unavailable'] },
  'memory of scripts': {
    page: script('const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))'),
  },
  'memory of buffers': { page: script('const all = []; for (;;) all.push(new Uint8Array(64e6).fill(1))') },
  'memory of elements': {
    page: script(
      'for (;;) document.body.append(Object.assign(document.createElement("p"), { textContent: "x".repeat(1e4) }))',
    ),
  },
  'memory of a canvas': {
    page: script(
      'const all = []; for (;;) { const c = document.createElement("canvas"); c.width = c.height = 8000; c.getContext("2d").fillRect(0, 0, 8000, 8000); all.push(c) }',
    ),
  },
  'ten thousand pop-ups': { page: script('for (let i = 0; i < 10000; i += 1) open("/plain?" + i)') },
  'pop-ups by links': {
    page: script(
      'for (let i = 0; i < 3000; i += 1) { const a = document.createElement("a"); a.href = "/plain?" + i; a.target = "_blank"; a.rel = "opener"; document.body.append(a); a.click() }',
    ),
  },
  'hundred workers': {
    page: script(
      'const u = URL.createObjectURL(new Blob(["for (;;);"])); for (let i = 0; i < 100; i += 1) new Worker(u)',
    ),
  },
  'frames in frames': {
    page: script(
      'for (let i = 0; i < 20; i += 1) document.body.append(Object.assign(document.createElement("iframe"), { src: "/frames in frames?" + Math.random() }))',
    ),
  },
  'endless download': { page: script('location = "/endless-file"') },
  'hundred downloads': {
    page: script(
      'for (let i = 0; i < 100; i += 1) { const a = document.createElement("a"); a.href = "/endless-file?" + i; a.download = "x"; document.body.append(a); a.click() }',
    ),
  },
  'downloads of a page': {
    page: script(
      'const b = URL.createObjectURL(new Blob([new Uint8Array(2e8)])); setInterval(() => { const a = document.createElement("a"); a.href = b; a.download = "x"; a.click() }, 5)',
    ),
  },
  'endless page': { page: '/endless-page', endsIn: ['target_too_large', 'target_timeout'] },
  'endless picture': { page: '<!doctype html><p>Words of a page.<img src="/endless-file">' },
  'endless redirects': { page: '/redirect', endsIn: ['too_many_redirects', 'target_timeout'] },
  'filling the storage': {
    page: script(
      '(async () => { const c = await caches.open("x"); for (let i = 0; ; i += 1) await c.put("/" + i, new Response(new Uint8Array(5e7))) })(); const r = indexedDB.open("x"); r.onupgradeneeded = () => r.result.createObjectStore("s", { autoIncrement: true }); r.onsuccess = () => { for (let i = 0; i < 50; i += 1) r.result.transaction("s", "readwrite").objectStore("s").add(new Uint8Array(2e7)) }',
    ),
  },
}

/** Sends bytes for as long as they are taken. */
export function endless(response: ServerResponse, type: string, chunk: Uint8Array): void {
  response.writeHead(200, {
    'content-type': type,
    ...(type === 'text/html' ? {} : { 'content-disposition': 'attachment; filename=x.bin' }),
  })
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}
