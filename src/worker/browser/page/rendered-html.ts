// The source of the function that writes down a page as it stands.

/**
 * Open shadow roots become declarative ones. A frame of the same origin gets its content as `srcdoc`. The document is
 * changed by that, so it is the last thing that is done with a page. `MAX_FRAMES` bounds nested frames too.
 */
export const RENDERED_HTML = `() => {
  const MAX_FRAMES = 20
  let frames = 0
  const rootsIn = (node, found) => {
    for (const element of node.querySelectorAll('*')) {
      if (element.shadowRoot !== null) {
        found.push(element.shadowRoot)
        rootsIn(element.shadowRoot, found)
      }
    }
    return found
  }
  const written = (page) => {
    for (const frame of page.querySelectorAll('iframe')) {
      const inner = frame.contentDocument
      if (inner === null || inner.documentElement === null || frames >= MAX_FRAMES) continue
      frames += 1
      const text = written(inner)
      const base = '<base href="' + inner.baseURI.replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '">'
      frame.removeAttribute('src')
      frame.setAttribute('srcdoc', base + text)
    }
    const root = page.documentElement
    const inside = root.getHTML({ serializableShadowRoots: true, shadowRoots: rootsIn(page, []) })
    const attributes = [...root.attributes].map(({ name, value }) =>
      ' ' + name + '="' + value.replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '"')
    const doctype = page.doctype === null ? '' : '<!DOCTYPE ' + page.doctype.name + '>'
    return doctype + '<' + root.localName + attributes.join('') + '>' + inside + '</' + root.localName + '>'
  }
  return document.documentElement === null ? '' : written(document)
}`
