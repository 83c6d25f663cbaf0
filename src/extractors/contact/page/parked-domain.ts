// Pages that stand where a website is not: a domain for sale, one that is only registered, a server just set up.
import { registrableDomain } from '#kit/url/registrable-domain.ts'

/** Dealers of domains, to which such names are redirected. */
const DEALERS: ReadonlySet<string> = new Set(
  (
    'sedo.com sedoparking.com dan.com undeveloped.com afternic.com hugedomains.com bodis.com parkingcrew.net above.com ' +
    'domainmarket.com buydomains.com brandbucket.com squadhelp.com atom.com namebright.com uniregistry.com epik.com sav.com ' +
    'perfectdomain.com domainname.de domain-for-sale.com elitedomains.de nicsell.com'
  ).split(' '),
)
const SENTENCES: readonly RegExp[] = [
  /\b(?:this |the )?(?:web ?site|domain)(?: name)?(?: \S{3,80})? (?:is|may be) (?:available )?for sale\b/i,
  /\b(?:buy|purchase|acquire) this domain\b|\bdomain (?:is )?parked\b|\bparked (?:free|domain)\b/i,
  /\b(?:diese |die )?domain(?: \S{3,80})? (?:steht zum verkauf|ist zu verkaufen|kann gekauft werden|wurde registriert|ist geparkt)/i,
  /\bce (?:nom de )?domaine(?: \S{3,80})? est (?:à vendre|en vente|réservé)/i,
  /\b(?:este |il |questo )?domini?o(?: \S{3,80})? (?:está (?:en|à) venta|è in vendita)/i,
  /\b(?:apache2? (?:ubuntu|debian) default page|welcome to nginx|iis windows server|default web site page|website coming soon)\b/i,
]
/** A page of a real website may mention domains for sale in passing. */
const MAX_CHARS = 3_000
/** What is read of it: the sentence stands at the top. */
const MAX_LINES = 40

/** Whether a page is such a placeholder. */
export function isParked(url: string | null, title: string, lines: readonly string[]): boolean {
  const domain = url === null ? null : registrableDomain(url)
  if (domain !== null && DEALERS.has(domain)) return true
  const chars = lines.reduce((sum, line) => sum + line.length, 0)
  if (chars > MAX_CHARS) return false
  return [title, ...lines.slice(0, MAX_LINES)].some((line) =>
    SENTENCES.some((sentence) => sentence.test(line.slice(0, 500))),
  )
}
