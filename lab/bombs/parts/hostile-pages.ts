// Pages and documents made to keep a reader busy: nesting, floods, unclosed elements, and expansion.

export interface HostileText {
  readonly type: string
  readonly text: string
}

/** Each with a name and about `size` characters, except for small ones that expand. */
export function hostilePages(size: number): ReadonlyMap<string, () => HostileText> {
  const fill = (unit: string | ((n: number) => string)): string => {
    if (typeof unit === 'string') return unit.repeat(Math.ceil(size / unit.length))
    const parts: string[] = []
    for (let length = 0, n = 0; length < size; n += 1) {
      const part = unit(n)
      parts.push(part)
      length += part.length
    }
    return parts.join('')
  }
  const script = (text: string, type = 'application/ld+json'): string =>
    `<script type="${type}">${text}</script>`
  const range = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: Math.ceil(count) }, (_, n) => make(n))
  const prose = '<article><h1>Walk</h1><p>The harbour walk is short, and the view is long, as they say.</p>'
  const pages: Record<string, () => string> = {
    'nested blocks': () => fill('<div>'),
    'a hundred thousand levels with text': () =>
      '<div><p>A line of text, and one more.'.repeat(100_000).slice(0, size),
    'nested inline': () => fill('<b><i><a href=x>'),
    'nested lists': () => fill('<ul><li>x'),
    'nested quotes': () => fill('<blockquote>x'),
    'nested tables': () => fill('<table><tr><td>'),
    'nested formulas': () => `<math>${fill('<mrow><msqrt>')}`,
    'nested drawings': () => fill('<svg><g>'),
    'nested shadow roots': () => fill('<p><template shadowrootmode=open>'),
    'one attribute': () => `<p title="${fill('x')}">x</p>`,
    'attributes of one element': () => `<p ${fill((n) => `a${n}=1 `)}>x</p>`,
    'one class list': () => `<p class="${fill((n) => `c${n} `)}">x</p>`,
    'one class often': () => fill('<p class="content article main post body">'),
    entities: () => `<p>${fill('&amp;&lt;&hellip;')}</p>`,
    'entities that are none': () => `<p>${fill('&notanentity')}</p>`,
    'numbers of characters': () => `<p>${fill('&#x10ffff;')}</p>`,
    'entities in attributes': () => fill('<a href="?a&amp;b&copy=1">x</a>'),
    'tags never closed': () => fill('<p><a href=x>y'),
    'tags never ended': () => fill('<a '),
    brackets: () => fill('<'),
    'ends without beginnings': () => fill('</div>'),
    'a comment never closed': () => `<!--${fill('- ')}`,
    comments: () => fill('<!-- x -->'),
    'a script never closed': () => `<script>${fill('</scrip <!-- ')}`,
    'a text area never closed': () => `<textarea>${fill('</textare')}`,
    siblings: () => fill('<p>x</p>'),
    breaks: () => `<p>${fill('x<br>')}`,
    words: () => `${prose}<p>${fill('word, ')}</p>`,
    'one word': () => `<p>${fill('w')}</p>`,
    blanks: () => `<p>x${fill(' ')}y`,
    'lines in preformatted text': () => `<pre>${fill('\n')}</pre>`,
    fences: () => `<pre><code>${fill('`')}</code></pre>`,
    'marks of Markdown': () => `<p>${fill('*_[]()\\#`~|>')}</p>`,
    'numbers at line starts': () => `<p>${fill('1. ')}</p>`,
    'spans of tables': () => `<table>${fill('<tr><td colspan=1000 rowspan=65534>x')}`,
    'one row': () => `<table><tr>${fill('<td>x')}`,
    rows: () => `<table>${fill('<tr><td>a<td>b')}`,
    'definition lists': () => `<dl>${fill('<dt>a<dd>b')}`,
    footnotes: () => fill((n) => `<a href="#n${n}" id="r${n}">${n}</a><li id="n${n}"><a href="#r${n}">x</a>`),
    'one anchor': () => fill('<a href="#x" id=x>1</a>'),
    links: () => fill((n) => `<a href="/${n}?utm_source=x">link ${n}</a> `),
    'long links': () => `<a href="/${fill('../')}">x</a>`,
    pictures: () => fill((n) => `<img src="/${n}.png" srcset="/${n}.png 1x, /b${n}.png 2x">`),
    'candidates of one picture': () => `<img src=x srcset="${fill((n) => `/${n}.png ${n}w, `)}">`,
    'pictures in the page': () => fill('<img src="data:image/png;base64,iVBORw0KGgo=">'),
    'one picture in the page': () => `<img src="data:image/png;base64,${fill('iVBO')}">`,
    backgrounds: () => `<p style="${fill('background:url(x);')}">x`,
    'style sheets': () => `<style>${fill('.a{background:url("x")}')}</style>x`,
    headings: () => fill('<h2>Part</h2>x'),
    articles: () => fill('<article><p>Some text of a story, told twice.</p></article>'),
    'names in the head': () => `<head>${fill((n) => `<meta property="og:x${n}" content="y">`)}</head>x`,
    'one name in the head': () => `<head>${fill('<meta property="og:image" content="/a.png">')}</head>x`,
    relations: () =>
      `<head>${fill('<link rel="alternate icon canonical" type="application/rss+xml" href=/x>')}</head>x`,
    frames: () => fill('<iframe srcdoc="<p>x</p>"></iframe>'),
    options: () => `<select>${fill('<option>x')}`,
    zeros: () => `<p>${fill('\u0000x')}</p>`,
    'right to left and marks above': () => `<p>${fill('\u202ea\u0301\u0301')}</p>`,
    'JSON-LD without end': () => `x${script(fill('['))}`,
    'JSON-LD of objects': () => `x${script(fill('{"a":'))}`,
    'JSON-LD to be repaired': () => `x${script(`[${fill("{a:'b',},")}`)}`,
    'JSON-LD in blocks': () => `x${fill(script('{"@type":"Product","name":"a"}'))}`,
    'JSON-LD that names each other': () =>
      `x${script(
        JSON.stringify({
          '@graph': range(Math.min(2_000, size / 200), (n) => ({
            '@id': `#${n}`,
            all: range(20, (i) => ({ '@id': `#${(n * 7 + i) % 2_000}` })),
          })),
        }),
      )}`,
    'microdata nested': () => fill('<div itemscope itemprop="a b c" itemtype="https://schema.org/Thing">'),
    'microdata that refers to itself': () =>
      `<div itemscope itemref="${range(500, (n) => `r${n}`).join(' ')}"></div>${fill(
        (n) => `<i id=r${n % 500} itemprop=x itemscope itemref="r${(n + 1) % 500} r${(n + 2) % 500}"></i>`,
      )}`,
    'RDFa nested': () => fill('<div vocab="https://schema.org/" typeof="Thing" property="about author">'),
    'RDFa prefixes': () => fill((n) => `<div prefix="p${n}: https://example.org/${n}/" property="p${n}:x">y`),
    'microformats nested': () => fill('<div class="h-entry p-name u-url e-content p-author h-card">x'),
    'a state without end': () => `x<script>window.__INITIAL_STATE__=${fill('{"a":[')}</script>`,
    'a state of assignments': () => `x<script>${fill((n) => `window.s${n}={"a":1};`)}</script>`,
    'a state that points at itself': () =>
      `x${script(JSON.stringify(range(Math.min(50_000, size / 20), (n) => ({ a: n + 1, b: n + 1 }))), 'application/json" id="__NUXT_DATA__')}`,
    'a stream of a framework': () => `x<script>${fill('self.__next_f.push([1,"0:[]\\n"]);')}</script>`,
    'brackets in a script': () => `<div id="swagger-ui"></div><script>x=${fill('[(')}</script>`,
    'templates in a script': () => `<div id="swagger-ui"></div><script>${fill('`${(')}</script>`,
    'documentation tools': () => fill('<redoc spec-url=/missing>'),
    'printed descriptions': () =>
      fill('<pre>openapi: 3.0.0\ninfo: {title: a, version: 1}\npaths: {}\n</pre>'),
    'scripts of tools': () => fill('<script src="/swagger-ui/index.js"></script>'),
  }
  const documents: Record<string, () => readonly [type: string, text: string]> = {
    'JSON: lists without end': () => ['application/json', fill('[')],
    'JSON: objects without end': () => ['application/json', fill('{"a":')],
    'JSON: a wide list': () => ['application/json', `[${fill('{"name":"a","price":1},')}0]`],
    'JSON: keys': () => ['application/json', `{${fill((n) => `"k${n}":1,`)}"z":0}`],
    'JSON: one text': () => ['application/json', `{"a":"${fill('\\u0041')}"}`],
    'JSON: numbers': () => ['application/json', `[${fill('1e308,')}1]`],
    'JSON: one number': () => ['application/json', `[${fill('1')}]`],
    'JSON: to be repaired': () => ['application/json', `[${fill("{a:'b',},")}`],
    'JSON: comments': () => ['application/json', `${fill('//\n')}{"a":1}`],
    'lines: objects': () => ['application/x-ndjson', fill('{"name":"a"}\n')],
    'lines: none': () => ['application/x-ndjson', `{\n${fill('x\n')}`],
    'CSV: separators': () => ['text/csv', fill(',')],
    'CSV: quotes': () => ['text/csv', `a,b\n${fill('"')}`],
    'CSV: one quote': () => ['text/csv', `a,b\n"${fill('x')}`],
    'CSV: lines': () => ['text/csv', fill('a,b\n')],
    'XML: nested': () => ['application/xml', `<?xml version="1.0"?>${fill('<a>')}`],
    'XML: attributes': () => ['application/xml', `<?xml version="1.0"?><a ${fill((n) => `a${n}="1" `)}/>`],
    'XML: siblings': () => ['application/xml', `<?xml version="1.0"?><r>${fill('<a b="c">d</a>')}</r>`],
    'XML: entities': () => [
      'application/xml',
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "ha">${range(20, (n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')}]><l>${fill('&l20;')}</l>`,
    ],
    'XML: entries of a feed': () => [
      'application/rss+xml',
      `<rss><channel>${fill('<item><title>a</title></item>')}`,
    ],
    'feed: items': () => [
      'application/feed+json',
      `{"version":"https://jsonfeed.org/version/1.1","items":[${fill('{"id":"1"},')}{}]}`,
    ],
    'text: brackets': () => ['text/plain', fill('[{')],
    'text: lines': () => ['text/plain', fill('a line\n')],
    'text: less than': () => ['text/plain', `x${fill('<&')}`],
  }
  const made = new Map<string, () => HostileText>()
  for (const [name, text] of Object.entries(pages))
    made.set(name, () => ({ type: 'text/html', text: text() }))
  for (const [name, document] of Object.entries(documents)) {
    made.set(name, () => {
      const [type, text] = document()
      return { type, text }
    })
  }
  return made
}
