// XML as JSON: attributes with `@` before their names, text as `#text` beside others, repeated elements as lists.
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import type { XmlElement } from '#parsing/xml/parse-xml.ts'

/** `{root: …}`; an element with only text is a string, an empty one is null. */
export function xmlToJson(root: XmlElement): JsonObject {
  const out: JsonObject = {}
  setKey(out, root.name, elementToJson(root))
  return out
}

function elementToJson({ attributes, children }: XmlElement): JsonValue {
  const out: JsonObject = {}
  for (const [name, value] of Object.entries(attributes)) setKey(out, `@${name}`, value)
  let text = ''
  const lists = new Map<string, JsonValue[]>()
  for (const child of children) {
    if (typeof child === 'string') {
      text += child
      continue
    }
    const list = lists.get(child.name)
    if (list === undefined) lists.set(child.name, [elementToJson(child)])
    else list.push(elementToJson(child))
  }
  for (const [name, values] of lists) setKey(out, name, values.length === 1 ? values[0] : values)
  const trimmed = text.trim()
  if (Object.keys(out).length === 0) return trimmed === '' ? null : trimmed
  if (trimmed !== '') out['#text'] = trimmed
  return out
}
