// A page as many are, only long: what a well-behaved caller asks for while others send hostile ones.

const WORDS =
  'the harbour walk begins behind the old market hall and follows the sea wall to a small light that was built for fishermen'.split(
    ' ',
  )

/** About `size` characters of headings, paragraphs, links, pictures and lists. */
export function ordinaryPage(size: number): string {
  const parts: string[] = []
  const sentence = (n: number): string =>
    `${Array.from({ length: 18 }, (_, i) => WORDS[(n * 7 + i * (1 + (n % 5))) % WORDS.length]).join(' ')}.`
  for (let length = 0, n = 0; length < size; n += 1) {
    const text = `<h2>Part ${n}</h2><p>${sentence(n)} ${sentence(n + 1)} <a href="/part/${n}">${sentence(n + 2)}</a></p>
<ul><li>${sentence(n + 3)}<li>${sentence(n + 4)}</ul><p><img src="/p${n}.jpg" alt="Part ${n}">${sentence(n + 5)}</p>`
    parts.push(text)
    length += text.length
  }
  return `<!doctype html><html lang="en"><head><title>A long walk</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"A long walk"}</script>
</head><body><main><article><h1>A long walk</h1>${parts.join('')}</article></main></body></html>`
}
