// Reads the signals of walls, logins and shells off a page: what is shown, how much else is there, known marks.
import { attribute, closest, ownText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { charsOf, HIDDEN_STYLE } from '#parsing/html/visible-elements.ts'
import {
  captchaIn,
  challengeIn,
  CONSENT_BOX,
  OVERLAY,
  PARKING,
  PAYWALL_BOX,
  protectionIn,
  SHELL_ROOT,
} from './wall-marks.ts'
import { plainWords } from './wall-words.ts'

export interface PageSignals {
  /** The page has more elements than were read. */
  readonly truncated: boolean
  readonly scripts: number
  readonly pictures: number
  /** Shown, anywhere on the page. */
  readonly links: number
  /** Framework code would render the page. */
  readonly shell: boolean
  /** Characters of text for readers without scripts. */
  readonly noscriptChars: number
  /** The vendor of a bot check that occurs only on its challenge page; null for none. */
  readonly challenge: string | null
  /** The vendor of a script that challenge pages and the pages it protects share; null for none. */
  readonly protection: string | null
  /** The vendor of a captcha that is shown and guards no form of its own; null for none. */
  readonly captcha: string | null
  /** A script of a service that fills domains which nobody uses. */
  readonly parked: boolean
  /** A password field is shown. */
  readonly password: boolean
  /** A form is shown that asks for nothing but who the visitor is. */
  readonly identifier: boolean
  /** Characters of `text` outside the form of the password field; null where no form holds one. */
  readonly besideLogin: number | null
  /** Characters shown in boxes that ask for consent. */
  readonly consentChars: number
  /** The page says that it is not free to read, or shows the box of a paywall. */
  readonly paywall: number
  /** The parts of the title between bars and dashes, and the headings that are shown, as `plainWords`. */
  readonly titles: readonly string[]
  readonly headings: readonly string[]
  /** What is shown outside headers, footers, navigation, overlays and consent boxes, as `plainWords`. */
  readonly text: string
  /** Characters of that text without blanks; also beyond the part that `text` keeps. */
  readonly textChars: number
}

const MAX_TEXT = 6_000
const MAX_TITLE = 300
const MAX_HEADINGS = 5
/** With less text than this outside them, the boxes above a page are the page. */
const NOTHING_BESIDE = 15
const MAX_SCRIPT = 20_000
const NOT_FREE = /"isAccessibleForFree"\s{0,4}:\s{0,4}"?(?:false|no)/i

const NEVER_SHOWN = new Set(
  'script style template head title meta link noscript datalist param source'.split(' '),
)
const BESIDE = new Set('header footer nav aside dialog'.split(' '))
/** A form with more fields beside its password asks for more than who the visitor is: it registers, or orders. */
const MAX_LOGIN_FIELDS = 1
/** A form that a script sends on to the service that knows the visitor. */
const SINGLE_SIGN_ON = /^(?:SAMLRequest|wresult|openid\.mode)$/
const NO_TEXT_INPUT = new Set('hidden submit button image reset checkbox radio'.split(' '))
const IDENTIFIER = /user|login|log-?in|identifier|email|e-mail|phone|account/i
const SIGNS_IN = /sign-?in|log-?in|identifier|session|account|auth|sso/i

/** Where an element stands: 0 in the page, 1 beside or above it, 2 in a box for consent, 3 not shown. */
type Place = 0 | 1 | 2 | 3

interface Form {
  place: Place
  fields: number
  identifiers: number
  signsIn: boolean
  password: boolean
  captcha: string | null
}

/** What one place of the page shows. */
interface Shown {
  chars: number
  headings: string[]
}

/** Reads all elements once; `classifyPage` may then be called several times with the result. */
export function readPageSignals({ root, all, truncated }: HtmlDocument): PageSignals {
  const places: Place[] = []
  const page = empty()
  const beside = empty()
  const consent = empty()
  const shown: Readonly<Record<Exclude<Place, 3>, Shown>> = { 0: page, 1: beside, 2: consent }
  const forms = new Map<HtmlElement | null, Form>()
  /** The form round each element, and the characters that each shows in the page. */
  const formOver: (HtmlElement | null)[] = []
  const formChars = new Map<HtmlElement, number>()
  let noscriptChars = 0
  let scripts = 0
  let pictures = 0
  let links = 0
  let shell = false
  let parked = false
  let challenge: string | null = null
  let protection: string | null = null
  let paywall = 0
  let notFree = false
  let title: string | null = null

  for (const element of all) {
    const place = placeOf(element, element.parent === null ? 0 : (places[element.parent.order] ?? 0))
    places[element.order] = place
    const { name, attributes } = element
    const form = name === 'form' ? element : (formOver[element.parent?.order ?? 0] ?? null)
    formOver[element.order] = form
    if (name.includes('-') && SHELL_ROOT.test(name)) shell = true
    if (name === 'script') {
      scripts += 1
      const source = ownText(element).slice(0, MAX_SCRIPT)
      challenge ??= challengeIn(source)
      protection ??= protectionIn(source)
      notFree ||= source.includes('isAccessibleForFree') && NOT_FREE.test(source)
    } else if (name === 'title' && title === null && element.parent?.name !== 'svg') title = ownText(element)
    else if (name === 'img' || name === 'video' || name === 'picture') pictures += 1
    else if (name === 'a' && place < 3) links += 1
    for (let i = 0; i < attributes.length; i += 2) {
      const key = attributes[i]
      if (key !== 'id' && key !== 'class' && key !== 'src' && key !== 'action') continue
      const value = (attributes[i + 1] ?? '').slice(0, 1_000)
      challenge ??= challengeIn(value)
      protection ??= protectionIn(value)
      if (key === 'id' && SHELL_ROOT.test(value)) shell = true
      if (key === 'src' && PARKING.test(value)) parked = true
      if (place < 3 && (key === 'id' || key === 'class') && PAYWALL_BOX.test(value)) paywall = 1
      const captcha = place < 3 && key !== 'action' ? captchaIn(value) : null
      if (captcha !== null && name !== 'script' && attribute(element, 'data-size') !== 'invisible')
        formOf(element, place, forms).captcha ??= captcha
    }
    if (name === 'noscript') noscriptChars += charsIn(element)
    if (place === 3) continue
    if (name === 'input' || name === 'textarea' || name === 'select') readField(element, place, forms)
    const into = shown[place]
    for (const child of element.children) {
      if (child.kind !== 'text') continue
      const chars = charsOf(child.text)
      if (chars === 0) continue
      into.chars += chars
      if (place === 0 && form !== null) formChars.set(form, (formChars.get(form) ?? 0) + chars)
    }
    if ((name === 'h1' || name === 'h2') && into.headings.length < MAX_HEADINGS)
      into.headings.push(lineOf(element))
  }
  const whole = page.chars < NOTHING_BESIDE
  const textChars = page.chars + (whole ? beside.chars : 0)
  const isCounted = (form: Form): boolean => form.place === 0 || (whole && form.place === 1)
  const counted = [...forms.values()].filter(isCounted)
  let besideLogin: number | null = null
  for (const [element, form] of forms)
    if (element !== null && form.password && isCounted(form))
      besideLogin = (besideLogin ?? textChars) - (formChars.get(element) ?? 0)
  return {
    truncated,
    scripts,
    pictures,
    links,
    shell,
    noscriptChars,
    challenge,
    protection,
    parked,
    captcha: counted.find((form) => form.fields === 0 && !form.password)?.captcha ?? null,
    password: counted.some((form) => form.password && form.fields <= MAX_LOGIN_FIELDS),
    identifier: counted.some(
      (form) => !form.password && form.signsIn && form.identifiers === 1 && form.fields === 1,
    ),
    besideLogin,
    consentChars: consent.chars,
    paywall: paywall + (notFree ? 1 : 0),
    titles: title === null ? [] : titlesOf(title),
    headings: [...page.headings, ...(whole ? beside.headings : [])].map(plainWords),
    text: plainWords(shownText(root, places, whole ? 1 : 0)),
    textChars,
  }
}

const empty = (): Shown => ({ chars: 0, headings: [] })

/** As it is read: sentences go on behind what stands out in them. A part stands no lower than the part round it. */
function shownText(root: HtmlElement, places: readonly Place[], highest: Place): string {
  const parts: string[] = []
  let chars = 0
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (chars >= MAX_TEXT) return
      if (child.kind === 'text') {
        parts.push(child.text.slice(0, MAX_TEXT))
        chars += child.text.length
      } else if ((places[child.order] ?? 3) <= highest) visit(child)
    }
  }
  visit(root)
  return parts.join(' ').slice(0, MAX_TEXT)
}

function placeOf(element: HtmlElement, above: Place): Place {
  if (above === 3 || NEVER_SHOWN.has(element.name)) return 3
  let place: Place = above
  if (above === 0 && BESIDE.has(element.name)) place = 1
  if (element.name === 'dialog' && attribute(element, 'open') === null) return 3
  if (element.name === 'html' || element.name === 'body') return above
  const { attributes } = element
  for (let i = 0; i < attributes.length; i += 2) {
    const value = attributes[i + 1] ?? ''
    switch (attributes[i]) {
      case 'hidden':
        return 3
      case 'aria-hidden':
        if (value === 'true') return 3
        break
      case 'style':
        if (HIDDEN_STYLE.test(value)) return 3
        break
      case 'id':
      case 'class':
        if (CONSENT_BOX.test(value)) place = 2
        else if (place === 0 && OVERLAY.test(value)) place = 1
        break
      default:
    }
  }
  return place
}

/** The form round an element; what stands outside of any form counts as one. */
function formOf(element: HtmlElement, place: Place, forms: Map<HtmlElement | null, Form>): Form {
  const around = closest(element, ({ name }) => name === 'form')
  const known = forms.get(around)
  if (known !== undefined) return known
  const named =
    around === null ? [] : ['action', 'id', 'name', 'class'].map((name) => attribute(around, name) ?? '')
  const form: Form = {
    place,
    fields: 0,
    identifiers: 0,
    signsIn: named.some((value) => SIGNS_IN.test(value.slice(0, 500))),
    password: false,
    captcha: null,
  }
  forms.set(around, form)
  return form
}

function readField(element: HtmlElement, place: Place, forms: Map<HtmlElement | null, Form>): void {
  const type = (attribute(element, 'type') ?? 'text').toLowerCase()
  const isSentOn = type === 'hidden' && SINGLE_SIGN_ON.test((attribute(element, 'name') ?? '').slice(0, 50))
  if (NO_TEXT_INPUT.has(type) && !isSentOn) return
  const form = formOf(element, place, forms)
  if (isSentOn) form.signsIn = true
  if (type === 'password') {
    // The form stands where its password field does: one box of several may be an overlay.
    form.password = true
    form.place = place
    return
  }
  form.fields += 1
  const names = ['name', 'id', 'autocomplete', 'placeholder', 'aria-label'].map(
    (name) => attribute(element, name) ?? '',
  )
  if (isSentOn || type === 'email' || names.some((value) => IDENTIFIER.test(value.slice(0, 200))))
    form.identifiers += 1
  if (names.some((value) => /^(?:username|identifier|loginfmt)$/i.test(value))) form.signsIn = true
}

/** `Page not found - Harbour` as a whole and in its parts. */
function titlesOf(title: string): string[] {
  const line = plainWords(title.slice(0, MAX_TITLE))
  return [line, ...line.split(/ [-|–—‹›»•·] /)].filter((part) => part !== '')
}

const lineOf = (element: HtmlElement): string => {
  let line = ''
  const visit = (inner: HtmlElement): void => {
    for (const child of inner.children) {
      if (line.length > MAX_TITLE) return
      if (child.kind === 'text') line += child.text
      else if (!NEVER_SHOWN.has(child.name)) visit(child)
    }
  }
  visit(element)
  return line.slice(0, MAX_TITLE)
}

function charsIn(element: HtmlElement): number {
  let chars = 0
  for (const child of element.children) {
    if (child.kind === 'text') chars += charsOf(child.text)
    else if (!NEVER_SHOWN.has(child.name)) chars += charsIn(child)
  }
  return chars
}
