// The words of links that lead to contacts, in the languages of most of the web.
import { dashed } from '#kit/text/dashed.ts'

/** What a linked page is; the order is that of the visit. */
export type LinkKind = 'contact' | 'imprint' | 'about' | 'people' | 'privacy'

const words = (text: string): readonly string[] => text.split(',').map((word) => `-${dashed(word)}-`)

/** How much of its contacts a site keeps on such a page, and what the page is called. */
export const LINK_KINDS: readonly {
  readonly kind: LinkKind
  readonly weight: number
  readonly words: readonly string[]
}[] = [
  {
    kind: 'contact',
    weight: 10,
    words: words(
      'contact,contacts,contact us,contactus,contact info,get in touch,reach us,find us,kontakt,kontakte,kontaktformular,' +
        'so finden sie uns,anfahrt,contacter,nous contacter,contactez nous,contacto,contactos,contactanos,contactenos,' +
        'contacta,contatti,contattaci,contato,contatos,contate nos,fale conosco,contacteer ons,contactgegevens,' +
        'yhteystiedot,ota yhteytta,yhteys,kontakta oss,kontakt os,kontakt oss,kontaktai,kontakti,kontaktid,kapcsolat,' +
        'elerhetoseg,iletisim,bize ulasin,contactati ne,kontakty,контакты,контакти,связаться с нами,επικοινωνια,' +
        'お問い合わせ,お問合せ,联系我们,聯絡我們,문의,연락처,lien he,hubungi kami,kontak',
    ),
  },
  {
    kind: 'imprint',
    weight: 9,
    words: words(
      'imprint,impressum,legal notice,legal,legal information,site notice,company information,mentions legales,' +
        'informations legales,aviso legal,informacion legal,note legali,informazioni legali,dati societari,colofon,' +
        'bedrijfsgegevens,termos legais,kolofon,impresszum,kunye,реквизиты,ταυτοτητα,特定商取引法に基づく表記',
    ),
  },
  {
    kind: 'about',
    weight: 5,
    words: words(
      'about,about us,aboutus,who we are,our company,company,ueber uns,über uns,wir uber uns,unternehmen,a propos,' +
        'qui sommes nous,entreprise,quienes somos,sobre nosotros,nosotros,empresa,chi siamo,azienda,sobre,sobre nos,' +
        'quem somos,over ons,wie zijn wij,meista,tietoa meista,om oss,om os,o nas,o nama,o firmie,rolunk,hakkimizda,' +
        'despre noi,о нас,о компании,про нас,σχετικα με εμας,会社概要,会社案内,关于我们,關於我們,회사소개,gioi thieu,tentang kami',
    ),
  },
  {
    kind: 'people',
    weight: 4,
    words: words(
      'team,our team,the team,people,staff,our people,ansprechpartner,mitarbeiter,unser team,das team,equipe,' +
        'notre equipe,equipo,nuestro equipo,il team,lo staff,a equipe,ons team,medewerkers,henkilosto,medarbetare,' +
        'medarbejdere,ansatte,zespol,tym,ekip,команда',
    ),
  },
  {
    kind: 'privacy',
    weight: 1,
    words: words(
      'privacy,privacy policy,datenschutz,datenschutzerklarung,datenschutzerklaerung,politique de confidentialite,' +
        'politica de privacidad,privacidad,informativa privacy,privacybeleid,tietosuoja,integritetspolicy',
    ),
  },
]
