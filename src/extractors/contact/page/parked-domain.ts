// Pages of dealers, which stand where a website is not.
import { registrableDomain } from '#kit/url/registrable-domain.ts'

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
