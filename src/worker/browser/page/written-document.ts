// The sources of the functions that write down one document of a page as it stands.

/** Names the frame whose content takes the place of the attribute; it navigates nothing, as `srcdoc` would. */
export const FRAME_MARK = 'data-surveyor-frame'

/**
 * The roots are closed shadow roots of this document, which no script finds by itself; open ones it finds. All become
 * declarative ones.
 */
export const WRITE_DOCUMENT = `(...closed) => {
  const roots = []
  // A field of a form that is called shadowRoot would be that property of the form.
  const shadowRoot = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get
  const collect = (node) => {
    for (const element of node.querySelectorAll('*')) {
      const root = shadowRoot.call(element)
      if (root === null) continue
      roots.push(root)
      collect(root)
    }
  }
  collect(document)
  for (const root of closed) {
    roots.push(root)
    collect(root)
  }
  const root = document.documentElement
  if (root === null) return ''
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const inside = root.getHTML({ serializableShadowRoots: true, shadowRoots: roots })
  const attributes = [...root.attributes].map(({ name, value }) => ' ' + name + '="' + escaped(value) + '"')
  const doctype = document.doctype === null ? '' : '<!DOCTYPE ' + document.doctype.name + '>'
  return doctype + '<' + root.localName + attributes.join('') + '>' + inside + '</' + root.localName + '>'
}`

/**
 * Whether an element may have a closed shadow root: one of its own making without an open root, or one that is empty and
 * takes room all the same. Whether it does is not told to scripts.
 */
export const MAY_HIDE_ROOTS = `() => {
  const hosts = 'article,aside,blockquote,div,footer,header,main,nav,p,section,span'
  const custom = [...document.querySelectorAll(':defined')].slice(0, 100000)
    .some((element) => element.localName.includes('-') && element.shadowRoot === null)
  return custom || [...document.querySelectorAll(hosts.split(',').map((name) => name + ':empty').join())].slice(0, 5000)
    .some((element) => element.shadowRoot === null && element.offsetHeight > 0 && element.offsetWidth > 0)
}`
