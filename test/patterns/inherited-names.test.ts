// Names that every object of JavaScript has are names like any other in the pages and descriptions of strangers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractorInstance } from '#extract/context.ts'
import { create as createImage } from '#extractors/image/extract.ts'
import { create as createJson } from '#extractors/json/extract.ts'
import { create as createMarkdown } from '#extractors/markdown/extract.ts'
import { create as createSwagger } from '#extractors/swagger/extract.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'
import { readXmlFeed } from '#parsing/feeds/read-xml-feed.ts'
import { parseXml } from '#parsing/xml/parse-xml.ts'
import { docxOf, zipOf } from '#test/support/documents/make-documents.ts'
import { READ_OPTIONS } from '#test/support/documents/read-options.ts'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

/** `name` in every place where a reader looks something up by what the page says. */
const pageWith = (name: string): string => `<html lang="${name}"><head><title>${name}</title>
<meta name="${name}" content="${name}"><meta property="og:${name}" content="${name}">
<link rel="${name}" type="${name}" href="/${name}"><script type="${name}">{}</script>
<script type="application/ld+json">{"@type":"${name}","${name}":"${name}","image":{"${name}":1,"@type":"${name}"}}</script>
<script id="${name}">var ${name} = {"${name}": 1}</script></head>
<body vocab="${name}" prefix="${name}: http://x/" typeof="${name}">
<${name} ${name}="${name}" role="${name}" class="${name} h-entry p-${name}" id="${name}" itemprop="${name}" itemscope
 itemtype="${name}" property="${name}" rel="${name}" typeof="${name}" datatype="${name}">text</${name}>
<article><h1>${name}</h1><p>${`Words of ${name} and more of them. `.repeat(20)}</p>
<${name}><a href="${name}:x" rel="${name}">${name}</a></${name}>
<table><tr><td>a<${name}>b</${name}><tr><th>${name}<td>${name}</table><dl><dt>${name}<dd>${name}</dl><ul><li><${name}>y</ul>
<img src="/a.${name}" alt="${name}" role="${name}"><picture><source type="image/${name}" srcset="/b.png"></picture>
<svg><${name}><g><${name} ${name}="1"/></g></svg>
<math><mi mathvariant="${name}">${name}</mi><mover><mi>x</mi><mo>${name}</mo></mover><mfenced open="${name}"><mi>y</mi></mfenced></math>
<pre class="language-${name}"><code class="lang-${name}">${name}</code></pre></article></body></html>`

const openApiWith = (name: string): string =>
  JSON.stringify({
    openapi: '3.0.0',
    info: { title: name, version: name },
    servers: [{ url: name, variables: { [name]: { default: name } } }],
    paths: {
      [`/${name}`]: {
        get: {
          operationId: name,
          security: [{ [name]: [] }],
          parameters: [{ in: name, name, style: name, schema: { type: name, format: name } }],
          responses: {
            200: {
              description: name,
              content: { [name]: { schema: { $ref: `#/components/schemas/${name}` } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        [name]: { type: 'object', discriminator: { propertyName: name, mapping: { [name]: name } } },
      },
      securitySchemes: { [name]: { type: name, in: name, flows: { [name]: {} } } },
    },
  })

const swaggerWith = (name: string): string =>
  JSON.stringify({
    swagger: '2.0',
    info: { title: name, version: name },
    consumes: [name],
    paths: {
      [`/${name}`]: {
        post: {
          operationId: name,
          parameters: [{ in: name, name, type: name, format: name, collectionFormat: name }],
          responses: { 200: { description: name, schema: { $ref: `#/definitions/${name}` } } },
        },
      },
    },
    definitions: { [name]: { type: name } },
    securityDefinitions: { [name]: { type: name, flow: name } },
  })

const host = {
  settings: {},
  limits: {
    shared: { acquire: async () => assert.fail('nothing is fetched') },
    process: { acquire: async () => assert.fail('nothing is fetched') },
  },
}
const ALL_FORMS = ['markdown', 'html', 'text', 'links', 'images', 'metadata', 'chunks']
const [markdown, json, image, swagger] = await Promise.all([
  createMarkdown(),
  createJson(host),
  createImage(host),
  createSwagger(),
])

const readers: readonly [string, ExtractorInstance, (name: string) => object][] = [
  ['markdown', markdown, (name) => ({ html: pageWith(name), formats: ALL_FORMS })],
  [
    'markdown in full',
    markdown,
    (name) => ({ html: pageWith(name), formats: ALL_FORMS, mainContent: 'full' }),
  ],
  [
    'json',
    json,
    (name) => ({
      html: pageWith(name),
      schema: { type: 'object', properties: { [name]: { type: 'string' } } },
    }),
  ],
  ['image', image, (name) => ({ html: pageWith(name), mode: 'list' })],
  [
    'swagger 3',
    swagger,
    (name) => ({ html: openApiWith(name), convertTo: '3.1', resolveRefs: 'internal', output: 'full' }),
  ],
  ['swagger 2', swagger, (name) => ({ html: swaggerWith(name), convertTo: '3.1', resolveRefs: 'internal' })],
]

/** A formula of Word with `name` as an operator, a bracket and an accent. */
const formulaWith = (name: string): string => {
  const word = (part: string, sign: string): string =>
    `<m:${part}><m:${part}Pr><m:${sign} m:val="${name}"/></m:${part}Pr><m:e><m:r><m:t>x</m:t></m:r></m:e></m:${part}>`
  return `<w:p xmlns:m="m"><m:oMath>${word('nary', 'chr')}${word('d', 'begChr')}${word('d', 'endChr')}${word('acc', 'chr')}</m:oMath></w:p>`
}

const odtWithChart = (name: string): Uint8Array =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<o:document xmlns:o="o" xmlns:x="x"><o:body><o:text><o:p><o:frame><o:object x:href="./Object 1"/></o:frame></o:p></o:text></o:body></o:document>`,
    'Object 1/content.xml': `<o:document xmlns:o="o"><o:body><o:chart><o:chart o:class="o:${name}"><o:table><o:table-row><o:table-cell>1</o:table-cell></o:table-row></o:table></o:chart></o:chart></o:body></o:document>`,
  })

test('documents and feeds look up names that objects inherit, and find nothing', async () => {
  for (const name of NAMES) {
    assert.equal(readXmlFeed(parseXml(`<${name}><a/></${name}>`).root ?? assert.fail(), null), null, name)
    const text = await readDocument(Buffer.from('some words'), { ...READ_OPTIONS, contentType: name })
    assert.equal(text.format, 'text', name)
    const formula = await readDocument(docxOf(formulaWith(name)), READ_OPTIONS)
    assert.doesNotMatch(documentMarkdown(formula.blocks), /native code|undefined|Object/, name)
    const [chart] = (await readDocument(odtWithChart(name), READ_OPTIONS)).blocks
    assert.ok(chart?.kind === 'picture' && chart.chart?.type === 'other_chart', name)
  }
})

for (const [reader, { operations }, inputFor] of readers) {
  test(`${reader} reads names that objects inherit`, async () => {
    for (const name of NAMES) {
      const context = extractContext(undefined, { isolate: isolateHere })
      const output = await operations['extract']?.(
        { baseUrl: 'https://example.org/', ...inputFor(name) },
        context,
      )
      const text = JSON.stringify(output?.data)
      assert.ok(text.includes(name), `${name} is in the answer`)
      assert.doesNotMatch(text, /native code|function Object/, name)
    }
  })
}
