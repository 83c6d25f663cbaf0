// The comments of reviewers on a slide, in the old and in the threaded form.
import { type XmlElement, xmlText } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, nameOf, textIn } from '#parsing/xml/xml-tree.ts'
import type { OfficePackage } from '#parsing/documents/archive/open-package.ts'
import type { Block } from '#parsing/documents/model/document-blocks.ts'

export function slideComments(parts: OfficePackage, main: string, slide: string, page: number): Block[] {
  const authors = authorsOf(parts, main)
  return parts
    .related(slide, 'comments')
    .flatMap((part) =>
      findAll(parts.xml(part), 'cm').flatMap((comment) =>
        [comment, ...findAll(comment, 'reply')].map((each, at) =>
          commentBlock(each, authors, `comment-slide${page}-${at + 1}`),
        ),
      ),
    )
}

function authorsOf(parts: OfficePackage, main: string): ReadonlyMap<string, string> {
  const lists = [...parts.related(main, 'commentAuthors'), ...parts.related(main, 'authors')]
  return new Map(
    lists.flatMap((part) =>
      elementsIn(parts.xml(part)).map((author): [string, string] => {
        const initials = attr(author, 'initials')
        return [
          attr(author, 'id') ?? '',
          `${attr(author, 'name') ?? ''}${initials === null ? '' : ` (${initials})`}`,
        ]
      }),
    ),
  )
}

function commentBlock(comment: XmlElement, authors: ReadonlyMap<string, string>, name: string): Block {
  const author = authors.get(attr(comment, 'authorId') ?? '')
  const time = attr(comment, 'dt') ?? attr(comment, 'created')
  const about = [author === undefined ? '' : `author: ${author}`, time === null ? '' : `time: ${time}`]
    .filter((part) => part !== '')
    .join(', ')
  const words = wordsOf(comment).trim()
  const text = about === '' ? words : `[${about}]: ${words}`
  return {
    kind: 'group',
    label: 'comment_section',
    name,
    layer: 'notes',
    children: [{ kind: 'text', label: 'text', spans: [{ text }], layer: 'notes' }],
  }
}

/** The text of the comment itself, without its replies. */
function wordsOf(comment: XmlElement): string {
  const old = at(comment, 'text')
  if (old !== null) return xmlText(old)
  return elementsIn(comment)
    .filter((child) => nameOf(child) === 'txBody')
    .flatMap((body) => elementsIn(body, 'p'))
    .map((paragraph) => textIn(paragraph, 't'))
    .join('\n')
}
