// Whether a page is that of the business that the caller means, or of a dealer where its website is not.
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { ContactPage } from './contact-page.ts'

/** Forms of companies, which people leave out. */
const LEGAL_FORMS = new Set(
  'gmbh mbh ag kg ohg gbr ug se ev ek co ltd limited llc inc corp corporation plc sarl sas sa srl spa bv nv ab as aps oy sro doo kft lda ltda the und and et'.split(
    ' ',
  ),
)
const MAX_CHARS = 100_000

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

/** All words of the name but its legal form stand in the title, the text or the address; null for a name without words. */
export function namesBusiness({ title, lines, url }: ContactPage, name: string): boolean | null {
  const wanted = wordsOf(name).filter((word) => !LEGAL_FORMS.has(word))
  if (wanted.length === 0) return null
  const text = `${title} ${url ?? ''} ${lines.join(' ').slice(0, MAX_CHARS)}`
  const words = new Set(wordsOf(text))
  return wanted.every((word) => words.has(word))
}

/** Dealers of domains, to which such names are redirected. */
const DEALERS: ReadonlySet<string> = new Set(
  (
    'sedo.com sedoparking.com dan.com undeveloped.com afternic.com hugedomains.com bodis.com parkingcrew.net above.com ' +
    'domainmarket.com buydomains.com brandbucket.com squadhelp.com atom.com namebright.com uniregistry.com epik.com sav.com ' +
    'perfectdomain.com domainname.de domain-for-sale.com elitedomains.de nicsell.com'
  ).split(' '),
)

/** Whether a page is one of a dealer, to which the domain leads. */
export function isOfDealer(url: string | null): boolean {
  const domain = url === null ? null : registrableDomain(url)
  return domain !== null && DEALERS.has(domain)
}
