// The sources of the functions that find and hide what stands in front of a page.

/**
 * What stands at a grid of points of the screen and stays there when the page is scrolled. The cost does not grow with the
 * page. The outermost points are near the edges of a screen of any height: a bar there is as high as its line of text. `consent` asks about cookies; `modal` is a window or a veil over a good part of the screen; anything with a
 * password, or with most of the words of the page, is neither.
 */
const FIND = `
  const ASKS = /cookie|consent|gdpr|\\brgpd\\b|dsgvo|onetrust|didomi|usercentrics|trustarc|truste|cookiebot|qc-cmp|sp_message|quantcast/i
  const WINDOW = /modal|popup|pop-up|overlay|newsletter|subscribe|lightbox|interstitial|backdrop|dialog/i
  const MENU = 'header, nav, [role=banner], [role=navigation]'
  let length = null
  const wordsOfPage = () => (length ??= document.body?.innerText.length ?? 0)
  const AT = [0.03, 0.25, 0.5, 0.75, 0.97]
  const EDGE_PX = 24
  const namesOf = (element) => [element.id, element.getAttribute('class'), element.getAttribute('aria-label'),
    element.getAttribute('role'), element.localName === 'iframe' ? element.src + ' ' + element.title : ''].join(' ').slice(0, 2000)
  // A field of a form that is called parentElement would be that property of the form.
  const parentElement = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get
  const fixedAt = (x, y) => {
    let found = null
    for (let at = document.elementFromPoint(x, y); at !== null && at !== document.body; at = parentElement.call(at))
      if (at.localName === 'dialog' || ['fixed', 'sticky'].includes(getComputedStyle(at).position)) found = at
    return found === document.documentElement ? null : found
  }
  const kindOf = (element) => {
    const { width, height } = element.getBoundingClientRect()
    const share = (width * height) / (innerWidth * innerHeight)
    const text = (element.innerText ?? '').slice(0, 5000)
    if (element.querySelector('input[type=password]') !== null) return null
    if (element.localName !== 'dialog' && text.length > 500 && text.length > wordsOfPage() / 2) return null
    const inside = [...element.querySelectorAll('[id], [class], iframe')].slice(0, 50).map(namesOf).join(' ')
    // A shadow root may be closed, so a name is enough.
    if (ASKS.test(namesOf(element))) return 'consent'
    const button = element.querySelector('button, a, input, iframe, [role=button]')
    const isMenu = element.matches(MENU) || element.querySelector(MENU) !== null
    if (button !== null && !isMenu && (ASKS.test(inside) || ASKS.test(text))) return 'consent'
    const isWindow = WINDOW.test(namesOf(element)) || WINDOW.test(inside) || element.getAttribute('aria-modal') === 'true'
    if (share >= 0.2 && isWindow) return 'modal'
    const isVeil = share >= 0.9 && text === '' && element.querySelector('img, video, canvas, svg, iframe, input') === null
    return isVeil ? 'modal' : null
  }
  const found = () => {
    const edge = Math.min(EDGE_PX, AT[0] * innerHeight)
    const down = [edge, ...AT.slice(1, -1).map((share) => share * innerHeight), innerHeight - edge]
    const elements = new Set(AT.flatMap((x) => down.map((y) => fixedAt(x * innerWidth, y))))
    elements.delete(null)
    return [...elements].map((element) => ({ element, kind: kindOf(element) })).filter(({ kind }) => kind !== null)
  }`

/** Answers `consent`, `modal` or null. */
export const OVERLAY_SHOWN = `() => {${FIND}
  const kinds = found().map(({ kind }) => kind)
  return kinds.includes('consent') ? 'consent' : (kinds[0] ?? null)
}`

/** Answers how many it has hidden; what was under them may be one more, so it looks a few times. */
export const HIDE_OVERLAYS = `() => {${FIND}
  let hidden = 0
  for (let round = 0; round < 4; round += 1) {
    const all = found()
    for (const { element } of all) {
      if (element.localName === 'dialog') element.close?.()
      element.style.setProperty('display', 'none', 'important')
    }
    hidden += all.length
    if (all.length === 0) break
  }
  for (const element of hidden > 0 ? [document.documentElement, document.body] : []) {
    const { overflowY, position } = getComputedStyle(element)
    if (overflowY === 'hidden' || overflowY === 'clip') element.style.setProperty('overflow', 'visible', 'important')
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
  }
  return hidden
}`
