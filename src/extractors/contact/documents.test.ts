import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/schema'
import type { ExtractResponse } from '#extract/context.ts'
import { docxOf, pdfOf, pdfText, relations, wordParagraph } from '#test/support/documents/make-documents.ts'
import { encryptedPdf } from '#test/support/documents/make-pdfs.ts'
import { extractContext, isolateHere, siteOf } from '#test/support/extract/extract-context.ts'
import { create } from './extract.ts'
import { ContactData, type ContactInput } from '#extractors/contact/request/options.ts'

const ADDRESS = 'https://rad.test/files/letter'
const { operations } = await create()

const file = (body: Uint8Array, type: string | null = null): Partial<ExtractResponse> => ({
  body: Buffer.from(body),
  headers: type === null ? {} : { 'content-type': type },
})

async function enrich(
  answers: Readonly<Record<string, string | Partial<ExtractResponse>>>,
  input: ContactInput = { url: ADDRESS },
) {
  const context = extractContext(siteOf(answers).fetch, { isolate: isolateHere })
  const output = await operations['enrich']?.({ strategy: 'links', ...input }, context)
  const data: unknown = output?.data
  assert.ok(Check(ContactData, data))
  return { data, warnings: output?.warnings, response: output?.response }
}

const emailsOf = ({ emails = [] }: ContactData): unknown[] =>
  emails.map(({ value, sources }) => [value, [...new Set(sources.map(({ url }) => url))]])

test('a PDF has its contacts, also those that stand below each page, and that it was read is said', async () => {
  const page = (at: number): string =>
    [
      pdfText(72, 700, `Offer, part ${at}`, 'F2', 18),
      pdfText(72, 640, 'We repair bicycles of all kinds, quickly and at a fair price.'),
      pdfText(72, 40, 'Rad GmbH, Tel.: +49 30 23125000, info@rad.test', 'F1', 8),
    ].join('\n')
  const { data, warnings, response } = await enrich({ [ADDRESS]: file(pdfOf([1, 2, 3].map(page))) })
  assert.deepEqual(emailsOf(data), [['info@rad.test', [ADDRESS]]])
  assert.deepEqual(
    [data.phones?.map(({ e164 }) => e164), data.domain, data.pagesVisited.length, data.stopReason],
    [['+493023125000'], 'rad.test', 1, 'exhausted'],
  )
  assert.deepEqual(
    warnings?.map(({ code }) => code),
    ['document_read'],
  )
  assert.match(warnings?.[0]?.detail ?? '', /PDF/)
  assert.equal(response?.statusCode, 200)
})

test('an office file has those of its footer, and links of it are read and not followed', async () => {
  const footer = `<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${wordParagraph('Tel. 030 23125000, USt-IdNr.: DE136695976')}</w:ftr>`
  const word = docxOf(
    wordParagraph('Our offer', '<w:pStyle w:val="T1"/>') +
      wordParagraph('<w:hyperlink r:id="m"><w:r><w:t>Write</w:t></w:r></w:hyperlink>') +
      wordParagraph('<w:hyperlink r:id="k"><w:r><w:t>Kontakt</w:t></w:r></w:hyperlink>'),
    {
      'word/_rels/document.xml.rels': relations(
        ['f', 'footer', 'footer1.xml'],
        ['m', 'hyperlink', 'mailto:info@rad.test'],
        ['k', 'hyperlink', 'https://rad.test/kontakt'],
      ),
      'word/footer1.xml': footer,
    },
  )
  const { data } = await enrich({ [ADDRESS]: file(word) }, { url: ADDRESS, country: 'DE' })
  assert.deepEqual(emailsOf(data), [['info@rad.test', [ADDRESS]]])
  assert.deepEqual(
    [data.emails?.[0]?.sources[0]?.evidence, data.phones?.[0]?.e164, data.companyIds?.[0]?.value],
    ['mailto', '+493023125000', 'DE136695976'],
  )
})

test('a document that cannot be read is refused with its kind and the reason', async () => {
  const locked = encryptedPdf(pdfText(72, 700, 'info@rad.test'), 'secret')
  const broken = Buffer.from(pdfOf([pdfText(72, 700, 'info@rad.test')]).subarray(0, 60))
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  for (const [body, type, detail] of [
    [locked, null, /PDF document.*docling.*`password`/],
    [broken, 'application/pdf', /PDF document.*docling.*damaged/],
    [old, 'application/msword', /old office document.*docling/],
  ] as const)
    await assert.rejects(enrich({ [ADDRESS]: file(body, type) }), {
      code: 'unsupported_document',
      message: detail,
    })
})

test('a document that a page links as its contacts is read, and one that cannot be is listed with its error', async () => {
  const words = `<p>${'We repair bicycles of all kinds, quickly and at a fair price. '.repeat(8)}</p>`
  const { data, warnings } = await enrich(
    {
      'https://rad.test/': `<html lang="de"><title>Rad</title>${words}<a href="/impressum.pdf">Impressum</a>
        <a href="/kontakt.pdf">Kontakt</a><a href="/team">Team</a><a href="/prices.pdf">Prices</a>`,
      'https://rad.test/kontakt.pdf': file(encryptedPdf('', 'secret'), 'application/pdf'),
      'https://rad.test/impressum.pdf': file(pdfOf([pdfText(72, 700, 'E-Mail: info@rad.test')])),
      'https://rad.test/team': file(docxOf(wordParagraph('Anna, anna@rad.test'))),
    },
    { url: 'https://rad.test/' },
  )
  assert.deepEqual(
    data.pagesVisited.map(({ url, error }) => [url, error]),
    [
      ['https://rad.test/', null],
      ['https://rad.test/kontakt.pdf', 'unsupported_document'],
      ['https://rad.test/impressum.pdf', null],
      ['https://rad.test/team', null],
    ],
  )
  assert.deepEqual(emailsOf(data), [
    ['info@rad.test', ['https://rad.test/impressum.pdf']],
    ['anna@rad.test', ['https://rad.test/team']],
  ])
  assert.deepEqual(
    warnings?.map(({ code, pointer }) => [code, pointer]),
    [
      ['document_read', '/pagesVisited/2'],
      ['document_read', '/pagesVisited/3'],
    ],
  )
})
