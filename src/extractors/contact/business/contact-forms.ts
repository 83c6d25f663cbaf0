// The forms of a page that take a message to the business.
import { attribute, closest, elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import { resourceTarget } from '#parsing/page/link-target.ts'
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'

/** Each is looked for in all elements around it. */
const MAX_TEXTAREAS = 100
const MAX_ELEMENTS = 2_000
const OTHER_FORMS =
  /comment|respond|review|rating|search|suche|login|signin|register|newsletter|subscribe|checkout|cart|warenkorb|abuse|posting|reply|guestbook|forum/i
/** Programs that make contact forms name themselves. */
const FORM_MAKERS =
  /wpcf7|wpforms|gform_|ninja-forms|hs-form|formidable|powermail|tx_form|webform-client|hbspt/i
/** Services whose form stands in a frame. */
const FORM_FRAMES =
  /^https:\/\/(?:docs\.google\.com\/forms\/|[\w-]+\.typeform\.com\/to\/|form\.jotform\.com\/|forms\.office\.com\/|tally\.so\/(?:embed|r)\/|[\w-]+\.wufoo\.com\/(?:forms|embed)\/|forms\.zohopublic\.\w+\/)/

/** The address that the form sends to, or that of the page. */
export function contactForms({ document, url }: ContactPage): { readonly url: string | null }[] {
  const forms = new Set<string | null>()
  for (const element of document.all.filter(({ name }) => name === 'textarea').slice(0, MAX_TEXTAREAS)) {
    const form = closest(element, ({ name }) => name === 'form')
    if (form === null || !isContactForm(form)) continue
    const action = attribute(form, 'action')?.trim() ?? ''
    forms.add(action === '' || action.startsWith('#') ? url : resourceTarget(action, url))
  }
  for (const element of document.all) {
    if (element.name !== 'iframe') continue
    const source = resourceTarget(attribute(element, 'src') ?? attribute(element, 'data-src') ?? '', url)
    if (source !== null && FORM_FRAMES.test(source)) forms.add(source)
  }
  return [...forms].map((each) => ({ url: each }))
}

const namesOf = (element: HtmlElement): string =>
  ['id', 'class', 'action', 'name', 'role'].map((name) => attribute(element, name) ?? '').join(' ')

/** It asks for a way to answer, or a program for contact forms made it, or it says so. */
function isContactForm(form: HtmlElement): boolean {
  const names = namesOf(form)
  if (OTHER_FORMS.test(names)) return false
  if (
    FORM_MAKERS.test(names) ||
    /contact|kontakt|contatt|anfrage|enquir|inquir|mail|send|message|nachricht|mensaje/i.test(names)
  )
    return true
  let left = MAX_ELEMENTS
  let asksForAnswer = false
  for (const field of elementsOf(form)) {
    left -= 1
    if (left === 0) break
    if (field.name !== 'input') continue
    const type = attribute(field, 'type')?.toLowerCase() ?? 'text'
    if (type === 'password') return false
    asksForAnswer ||=
      type === 'email' ||
      type === 'tel' ||
      (type === 'text' && /mail|telefon|phone/i.test(attribute(field, 'name') ?? ''))
  }
  return asksForAnswer
}
