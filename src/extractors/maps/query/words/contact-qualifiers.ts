// Conditions on what is known of a place to reach it: `restaurants without website`, `Hotels mit Telefonnummer`, `companies with email`.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { emailsFromTags, hasNumber, websiteFromTags } from '#extractors/maps/osm/tags/contacts-from-tags.ts'

interface Contact {
  readonly id: string
  readonly label: string
  /** As the place that is answered shows it. */
  readonly isKnown: (tags: Tags) => boolean
  /** Folded, in any form. */
  readonly words: string
}

const CONTACTS: readonly Contact[] = [
  {
    id: 'website',
    label: 'a website',
    isKnown: (tags) => websiteFromTags(tags) !== null,
    words:
      '(?:own )?(?:web ?sites?|home ?pages?|web ?pages?|web ?presence)|web ?seiten?|internet ?(?:seiten?|auftritt)|site(?: web| internet)?|sites(?: web| internet)?|paginas? web|pagina na internet|sitios? web|sit[oi](?: web| internet)?|web|stron[aeyi]?(?: internetow\\p{L}+| www)?|саит\\p{L}{0,2}|веб саит\\p{L}{0,2}|hemsid\\p{L}{1,2}|webbplats|hjemmeside|nettside|(?:web|internet) sitesi|webov\\p{L}+ strank\\p{L}+|weboldal\\p{L}*|ιστοσελιδα',
  },
  {
    id: 'phone',
    label: 'a phone number',
    isKnown: hasNumber,
    words:
      '(?:tele)?phone(?: numbers?)?|phone numbers|telefon(?:nummern?|\\p{L}{1,2}|szam\\p{L}*|numarasi)?|num[eé]ro(?:s)? de tele(?:phone|fono?|fone)|numeri? di telefono|telephone|telefonos?|telefones?|tele?foon(?:nummer)?|numer\\p{L}{0,2} telefonu|телефон\\p{L}{0,2}|номер\\p{L}{0,2} телефона',
  },
  {
    id: 'email',
    label: 'an email address',
    isKnown: (tags) => emailsFromTags(tags).length > 0,
    words:
      'e ?mails?(?: ?address(?:es)?| ?adressen?| ?adres(?:sen)?)?|mail(?: ?adressen?)?|correos?(?: electronicos?)?|courriels?|adresses? (?:e ?)?mail|direccion de correo|indirizz[oi] e ?mail|enderecos? de e ?mail|адрес\\p{L}{0,2} (?:электроннои почты|почты)|электронн\\p{L}+ почт\\p{L}+|почт\\p{L}{1,2}|mejl\\p{L}{0,2}|e post',
  },
]

const HAVING =
  'with|having|that have|which have|who have|mit|die eine?n? haben|avec|qui ont|con|que tienen|che hanno|com|que tem|met|z|ze|с|со|з|із|ile|med|s|se|so|cu|kanssa'
const LACKING =
  'without|with no|no|having no|that have no|who have no|lacking|missing|that (?:don t|do not) have|not having|ohne|keine?|sans|qui n ont pas(?: de)?|sin|que no tienen|senza|che non hanno|sem|que nao tem|zonder|bez|без|utan|uten|uden|fara|nelkul|χωρις'
const ARTICLE = 'an?|the|any|their own|une?|una|uma?|een|eigener?|eine[rmn]?|ein|ett|et|en|listed|working'

/** What the tags of a place must say; `id` and `label` as those of a qualifier. */
interface ContactCondition {
  readonly id: string
  readonly label: string
  fits(tags: Tags): boolean
}

const CONDITIONS: readonly (ContactCondition & { readonly pattern: RegExp })[] = CONTACTS.flatMap(
  ({ id, label, isKnown, words }) => {
    const known = '(?: (?:listed|available|known|given|angegeben|bekannt|connue?|indique|disponible))?'
    const pattern = (link: string) =>
      new RegExp(`^(?:${link}) (?:(?:${ARTICLE}) )?(?:${words})${known}$`, 'u')
    return [
      { id, label: `with ${label}`, pattern: pattern(HAVING), fits: isKnown },
      {
        id: `no_${id}`,
        label: `without ${label}`,
        pattern: pattern(LACKING),
        fits: (tags: Tags) => !isKnown(tags),
      },
    ]
  },
)

/** The condition that a folded phrase is; null for any other. */
export function contactCondition(phrase: string): ContactCondition | null {
  if (!phrase.includes(' ')) return null
  return CONDITIONS.find(({ pattern }) => pattern.test(phrase)) ?? null
}
