// Names that every object of JavaScript has are names like any other in the pages and descriptions of strangers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractorInstance } from '#extract/context.ts'
import { create as createImage } from '#extractors/image/extract.ts'
import { create as createJson } from '#extractors/json/extract.ts'
import { create as createMarkdown } from '#extractors/markdown/extract.ts'
import { create as createSwagger } from '#extractors/swagger/extract.ts'
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
