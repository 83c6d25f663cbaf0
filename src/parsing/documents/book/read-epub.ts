// Reads a book (EPUB 2 and 3): its chapters in the order of the spine.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { elementsOf } from '#parsing/html/html-node.ts'
import { VOID_ELEMENTS } from '#parsing/html/element-groups.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { parseXml, xmlText } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll } from '#parsing/xml/xml-tree.ts'
import type { Archive } from '#parsing/documents/archive/open-archive.ts'
import { partName } from '#parsing/documents/archive/open-package.ts'
import type {
  Block,
  PageError,
  PictureImage,
  ReadDocument,
} from '#parsing/documents/model/document-blocks.ts'
import { pictureImage } from '#parsing/documents/model/picture-image.ts'
import { htmlBlocks } from '#parsing/documents/markup/html-blocks.ts'

const MAX_CHAPTERS = 2_000
const SELF_CLOSED = /<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)\/>/g

/** Throws `unsupported_document` for a book without a list of its chapters. */
export function readEpub(archive: Archive, { wantsImages }: { readonly wantsImages: boolean }): ReadDocument {
  const container = parseXml(archive.text('META-INF/container.xml') ?? '').root
  const path = attr(at(container, 'rootfiles', 'rootfile'), 'full-path') ?? ''
  const book = parseXml(archive.text(path) ?? '').root
  const spine = elementsIn(at(book, 'spine'), 'itemref')
  if (spine.length === 0) throw new SurveyorError('unsupported_document', 'The book has no list of chapters.')
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const items = new Map(
    elementsIn(at(book, 'manifest'), 'item').map((item) => [attr(item, 'id') ?? '', item]),
  )
  const errors: PageError[] = []
  const blocks = spine.slice(0, MAX_CHAPTERS).flatMap((reference): Block[] => {
    const item = items.get(attr(reference, 'idref') ?? '')
    // The table of contents repeats the headings.
    if (item === undefined || /\bnav\b/.test(attr(item, 'properties') ?? '')) return []
    const part = partName(percentDecoded(attr(item, 'href') ?? ''), folder)
    const text = archive.text(part)
    if (text === null) {
      errors.push({ page: null, code: 'chapter_missing', detail: `The chapter ${part} is not in the book.` })
      return []
    }
    return chapter(text, part, archive, wantsImages)
  })
  if (spine.length > MAX_CHAPTERS)
    errors.push({
      page: null,
      code: 'document_cut',
      detail: `Of ${spine.length} chapters ${MAX_CHAPTERS} are read.`,
    })
  const [title] = findAll(at(book, 'metadata'), 'title')
  return {
    blocks,
    pages: [],
    title: title === undefined ? null : xmlText(title).trim() || null,
    errors,
    needsOcr: [],
  }
}

function chapter(text: string, part: string, archive: Archive, wantsImages: boolean): Block[] {
  // In XHTML any element may be closed at once, which HTML does not know.
  const html = text.replace(SELF_CLOSED, (whole, name: string, attributes: string) =>
    VOID_ELEMENTS.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  )
  const { root } = parseHtml(html)
  const body = [...elementsOf(root)].find(({ name }) => name === 'body') ?? root
  const image = (source: string): PictureImage | null => {
    const bytes = wantsImages
      ? archive.bytes(partName(percentDecoded(source), part.slice(0, part.lastIndexOf('/') + 1)))
      : null
    return bytes === null ? null : pictureImage(bytes)
  }
  return htmlBlocks(body, { base: null, image })
}
