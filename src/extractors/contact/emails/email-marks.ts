// What the address of a mailbox says of it: a role or a person, of whom, at a free or a passing provider.
import disposableDomains from 'disposable-email-domains' with { type: 'json' }
import commonProviders from 'email-providers/common.json' with { type: 'json' }
import type { EmailAddress } from './email-address.ts'
import { isOfDomain } from './email-address.ts'

const ROLES =
  /^(?:info|infos?|contact|contacto?|contatt[io]|contactenos|kontakt|kontakty|mail|e?mail|correo|post|posta|poczta|office|buero|büro|biuro|bureau|kancelaria|kanzlei|praxis|service|servicio|servizio|support|soporte|help|helpdesk|hilfe|hello|hallo|hola|bonjour|ciao|hej|sales|vertrieb|verkauf|ventas|vendas|vendite|verkoop|sprzedaz|marketing|press[ae]?|presse|prensa|imprensa|stampa|redaktion|redaccion|redazione|redactie|redakcja|editor|editorial|news|letters|team|admin|administracion|administrativo|administration|amministrazione|verwaltung|webmaster|webteam|hostmaster|postmaster|abuse|security|privacy|datenschutz|dpo|dsb|rgpd|gdpr|legal|compliance|jobs?|empleo|career|careers|karriere|bewerbung|personal|hr|rh|recruiting|booking|buchung|reservations?|reservierung|reservas|prenotazioni|order|orders|bestellung|pedidos|commande|shop|tienda|store|webshop|billing|invoice|rechnung|facturacion|buchhaltung|accounting|finance|no-?reply|do-?not-?reply|newsletter|subscriptions?|suscripciones|abo|aboservice|unsubscribe|media|publicidad|anzeigen|werbung|advertising|ads|customer.?(?:service|care)|kundenservice|kundeservice|kundendienst|klantenservice|clientes|atencion|enquir(?:y|ies)|inquir(?:y|ies)|general|secretariat|sekretariat|secretaria|empfang|reception|rezeption|recepcion|feedback|events?|welcome|web|online|internet|tips|blog|forum|community|partner|partners|export|import|logistik|technik|werkstatt|gemeinde|rathaus|stadt|poststelle)\d{0,3}$/
/** Providers that the list of the package lacks. */
const OTHER_FREE = (
  'gmx.ch posteo.de mailbox.org fastmail.com ziggo.nl online.no hotmail.de hotmail.fr hotmail.it bluewin.ch kpnmail.nl planet.nl home.nl ' +
  'freenet.de t-online.de arcor.de gmx.de gmx.at gmx.net web.de laposte.net wanadoo.fr orange.fr sfr.fr free.fr libero.it virgilio.it alice.it ' +
  'tiscali.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz telenet.be skynet.be bol.com.br uol.com.br terra.com.br proton.me'
).split(' ')
const FREE: ReadonlySet<string> = new Set([...commonProviders, ...OTHER_FREE])
/** Made when a page has its first address: it has more than 100,000 names. */
let disposable: ReadonlySet<string> | null = null
const isDisposable = (domain: string): boolean => (disposable ??= new Set(disposableDomains)).has(domain)

/** What an address says of its mailbox. */
export interface EmailMarks {
  readonly type: 'role' | 'personal' | 'generic'
  readonly free: boolean
  readonly disposable: boolean
  /** Of the site itself; null where the site is not known. */
  readonly ownDomain: boolean | null
}

/** `siteDomain` is the registrable name of the site, `example.org`. */
export function emailMarks({ local, domain }: EmailAddress, siteDomain: string | null): EmailMarks {
  const named = /^[a-z]{2,20}[._-][a-z]{2,30}$/.test(local) || /^[a-z]\.[a-z]{2,30}$/.test(local)
  // `presse-berlin@` and `service.nord@` are those of a role too.
  const isRole = ROLES.test(local) || ROLES.test(local.split(/[._-]/)[0] ?? '')
  const passing = isDisposable(domain)
  return {
    type: isRole ? 'role' : named ? 'personal' : 'generic',
    free: FREE.has(domain) && !passing,
    disposable: passing,
    ownDomain: siteDomain === null ? null : isOfDomain(domain, siteDomain),
  }
}
