// The form for consent that comes in the place of data: the choice in it that rejects everything, and the cookies it brings.
import type { ExtractFetch, ExtractRequest } from '#extract/context.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { attribute, elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { GOOGLE } from './addresses.ts'

/** A form as a browser would send it. */
interface ConsentChoice {
  readonly url: string
  readonly body: string
}

const CONSENT_HOST = /^consent\.google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/
/** `true` in the form of the button that rejects all, whatever the language of the button: only what is essential. */
const ESSENTIAL_ONLY = 'set_eom'
const MAX_FORM_CHARS = 200_000

/** Null where the page offers no choice that rejects: one that accepts is never sent. `url`: of the page. */
function rejectingChoice(page: string, url: string): ConsentChoice | null {
  const { root } = parseHtml(page.slice(0, MAX_FORM_CHARS))
  for (const form of elementsOf(root)) {
    if (form.name !== 'form' || attribute(form, 'method')?.toLowerCase() !== 'post') continue
    const action = URL.parse(attribute(form, 'action') ?? '', url)
    if (action?.protocol !== 'https:' || !CONSENT_HOST.test(action.hostname) || action.pathname !== '/save')
      continue
    const fields = fieldsOf(form)
    if (fields.get(ESSENTIAL_ONLY) === 'true') return { url: action.href, body: fields.toString() }
  }
  return null
}

function fieldsOf(form: HtmlElement): URLSearchParams {
  const fields = new URLSearchParams()
  for (const element of elementsOf(form)) {
    const name = element.name === 'input' ? attribute(element, 'name') : null
    if (name !== null) fields.append(name, attribute(element, 'value') ?? '')
  }
  return fields
}

/** What one job tells the map about consent. */
export interface ConsentSession {
  /** The header `cookie` of its requests; empty before there is any. */
  headers(): Readonly<Record<string, string>>
  /**
   * Sends the choice of the form, once for the job however many of its requests meet the form. Answers whether it was taken:
   * then the request is worth a second try. `form`: the page with the form, or its address.
   */
  reject(form: { readonly page: string; readonly url: string } | { readonly url: string }): Promise<boolean>
}

/** `bounds` are those of every request of the job. */
export function createConsentSession(
  request: ExtractFetch,
  bounds: () => Omit<ExtractRequest, 'url' | 'maxRedirects'>,
): ConsentSession {
  const cookies = new Map<string, string>()
  const headers = (): Record<string, string> =>
    cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  let rejected: Promise<boolean> | null = null

  async function send(asked: Pick<ExtractRequest, 'url' | 'method' | 'body' | 'headers'>) {
    // A redirect is followed by the next request of the job, which shows whether the choice was taken.
    const rules = bounds()
    const answer = await request({
      ...rules,
      ...asked,
      headers: { ...rules.headers, ...asked.headers, ...headers() },
      maxRedirects: 0,
    })
    for (const line of answer.headers['set-cookie']?.split('\n') ?? []) keep(line)
    return answer
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? []
    const domain = /;\s*domain=\.?([^;\s]+)/i.exec(line)?.[1]?.toLowerCase()
    // A cookie without a domain is for the host of the form, and not for the map.
    if (name === '' || domain === undefined) return
    const { hostname } = new URL(GOOGLE)
    if (hostname === domain || hostname.endsWith(`.${domain}`)) cookies.set(name, value.trim())
  }

  async function choose(form: { readonly page?: string; readonly url: string }): Promise<boolean> {
    try {
      const page = form.page ?? (await pageAt(form.url))
      const choice = rejectingChoice(page, form.url)
      if (choice === null) return false
      const { status } = await send({
        url: choice.url,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: choice.body,
      })
      return status < 400 && cookies.size > 0
    } catch (error) {
      // A form that cannot be sent leaves what the map showed: the form.
      if (error instanceof SurveyorError && bounds().signal?.aborted !== true) return false
      throw error
    }
  }

  async function pageAt(url: string): Promise<string> {
    const { body, headers: sent } = await send({ url })
    return decodeHtml(body, sent['content-type'] ?? null).text
  }

  return {
    headers,
    reject: async (form) => (rejected ??= choose(form)),
  }
}
