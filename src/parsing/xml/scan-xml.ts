// Reads XML as a stream of tags and texts: no DTD is read, only the five standard entities are known, nothing is fetched.
import { Tokenizer } from 'htmlparser2'
import { setKey } from '#parsing/json/json-value.ts'

export interface XmlSink {
  /** Names with their prefix, as written. An empty element has no `close`. */
  open(name: string, attributes: Readonly<Record<string, string>>, isEmpty: boolean): void
  close(name: string): void
  text(text: string): void
}

export interface ScannedXml {
  /** True where attributes were left out because one element has too many. */
  readonly cut: boolean
  /** True where the document declares entities of its own; references to them stay as they are written. */
  readonly entities: boolean
}

const MAX_ATTRIBUTES = 200

/** Takes any text; malformed parts are read as far as they make sense. Built on the tokenizer of htmlparser2. */
export function scanXml(text: string, sink: XmlSink): ScannedXml {
  let cut = false
  let entities = false
  let name = ''
  let attributes: Record<string, string> = {}
  let attributeCount = 0
  let attributeName = ''
  let attributeValue = ''
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ontext: (start, end) => sink.text(text.slice(start, end)),
      ontextentity: (codepoint) => sink.text(String.fromCodePoint(codepoint)),
      oncdata: (start, end, offset) => sink.text(text.slice(start, end - offset)),
      onopentagname: (start, end) => {
        name = text.slice(start, end)
        attributes = {}
        attributeCount = 0
      },
      onopentagend: () => sink.open(name, attributes, false),
      onselfclosingtag: () => sink.open(name, attributes, true),
      onclosetag: (start, end) => sink.close(text.slice(start, end).trim()),
      onattribname: (start, end) => {
        attributeName = text.slice(start, end)
        attributeValue = ''
      },
      onattribdata: (start, end) => {
        attributeValue += text.slice(start, end)
      },
      onattribentity: (codepoint) => {
        attributeValue += String.fromCodePoint(codepoint)
      },
      onattribend: () => {
        attributeCount += 1
        if (attributeCount <= MAX_ATTRIBUTES) setKey(attributes, attributeName, attributeValue)
        else cut = true
      },
      ondeclaration: (start, end) => {
        entities ||= /<!ENTITY/i.test(text.slice(start, end))
      },
      oncomment: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
      isInForeignContext: () => true,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
  return { cut, entities }
}
