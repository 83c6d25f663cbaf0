// Ways in which sites hide addresses from robots, or write them so that a reader must put them together.
import type { WrittenCase } from './written-case.ts'

const cloudflare = (address: string, key: number): string =>
  [key, ...Buffer.from(address)]
    .map((byte, at) => (at === 0 ? byte : byte ^ key).toString(16).padStart(2, '0'))
    .join('')

const entities = (text: string): string =>
  Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join('')

/** Each page is invented. */
export const HIDDEN_CASES: readonly WrittenCase[] = [
  {
    name: 'decimal entities in link and text',
    language: 'en',
    url: 'https://oldmill-inn.com/',
    html: `<p>Mail us: <a href="${entities('mailto:stay@oldmill-inn.com')}">${entities('stay@oldmill-inn.com')}</a></p>`,
    emails: ['stay@oldmill-inn.com'],
  },
  {
    name: 'a span of Cloudflare inside a link of another kind',
    language: 'en',
    url: 'https://oldmill-inn.com/contact',
    html: `<p>Write to <a href="/cdn-cgi/l/email-protection#${cloudflare('desk@oldmill-inn.com', 0x5a)}"><span class="__cf_email__" data-cfemail="${cloudflare('desk@oldmill-inn.com', 0x33)}">[email&#160;protected]</span></a></p>`,
    emails: ['desk@oldmill-inn.com'],
  },
  {
    name: 'square brackets for at and dot',
    language: 'en',
    url: 'https://riverside-lab.org/people',
    html: `<p>Contact: secretary [at] riverside-lab [dot] org</p>`,
    emails: ['secretary@riverside-lab.org'],
  },
  {
    name: 'an image of the at sign with a text in its place',
    language: 'de',
    url: 'https://chor-eichenau.de/',
    html: `<p>E-Mail: vorstand<img src="/img/at.gif" alt="@">chor-eichenau.de</p>`,
    emails: ['vorstand@chor-eichenau.de'],
  },
  {
    name: 'German words for at in brackets',
    language: 'de',
    url: 'https://chor-eichenau.de/kontakt',
    html: `<p>Mail an: kasse (ät) chor-eichenau (punkt) de</p>`,
    emails: ['kasse@chor-eichenau.de'],
  },
  {
    name: 'Spanish word for at',
    language: 'es',
    url: 'https://museodelmar.es/contacto',
    html: `<p>Correo: visitas [arroba] museodelmar [punto] es</p>`,
    emails: ['visitas@museodelmar.es'],
  },
  {
    name: 'spaces around the at sign',
    language: 'en',
    url: 'https://hillfarmshop.co.uk/',
    html: `<p>Email: shop @ hillfarmshop.co.uk</p>`,
    emails: ['shop@hillfarmshop.co.uk'],
  },
  {
    name: 'parts of the address in data attributes joined by a script',
    language: 'en',
    url: 'https://atelier-north.com/',
    html: `<p><a class="mail" data-user="hello" data-domain="atelier-north.com" href="#">Send a message</a></p>`,
    emails: ['hello@atelier-north.com'],
  },
  {
    name: 'strings joined by a script with document.write',
    language: 'en',
    url: 'https://atelier-north.com/contact',
    html: `<p><script>var u='studio';var d='atelier-north.com';document.write('<a href="mailto:'+u+'@'+d+'">'+u+'@'+d+'</a>');</script></p>`,
    emails: ['studio@atelier-north.com'],
  },
  {
    name: 'an address turned round by direction',
    language: 'nl',
    url: 'https://molenzicht.nl/',
    html: `<p>Mail: <span style="unicode-bidi:bidi-override;direction:rtl">ln.thciznelom@ofni</span></p>`,
    emails: ['info@molenzicht.nl'],
  },
  {
    name: 'a part that is not displayed inside of the address',
    language: 'en',
    url: 'https://quarry-climbing.com/',
    html: `<p>Email: team@<span style="display:none">nospam.</span>quarry-climbing.com</p>`,
    emails: ['team@quarry-climbing.com'],
  },
  {
    name: 'a word to be removed before sending',
    language: 'en',
    url: 'https://quarry-climbing.com/contact',
    html: `<p><a href="mailto:route-setters@quarry-climbing.com?subject=Hello%20there">write to the setters</a></p>`,
    emails: ['route-setters@quarry-climbing.com'],
  },
  {
    name: 'a mailto link with a percent sign for at and two receivers',
    language: 'en',
    url: 'https://parish-hall.org.uk/',
    html: `<p><a href="mailto:bookings%40parish-hall.org.uk,clerk@parish-hall.org.uk">Bookings</a></p>`,
    emails: ['bookings@parish-hall.org.uk', 'clerk@parish-hall.org.uk'],
  },
  {
    name: 'a point that ends the sentence, and brackets around the address',
    language: 'en',
    url: 'https://lakeside-vet.com/',
    html: `<p>Questions? (nurses@lakeside-vet.com) or reception@lakeside-vet.com.</p>`,
    emails: ['nurses@lakeside-vet.com', 'reception@lakeside-vet.com'],
  },
  {
    name: 'a line break tag inside of an address that is too long for its column',
    language: 'de',
    url: 'https://heizungsbau-grosskopf.de/',
    html: `<p>E-Mail: info@heizungsbau-<wbr>grosskopf.de</p>`,
    emails: ['info@heizungsbau-grosskopf.de'],
  },
  {
    name: 'structured data in a graph with a contact point',
    language: 'en',
    url: 'https://glasshouse-cafe.com/',
    html: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"CafeOrCoffeeShop","name":"Glasshouse","telephone":"+44 161 496 0345","sameAs":["https://www.instagram.com/glasshousecafe/","https://x.com/glasshousecafe"],"contactPoint":{"@type":"ContactPoint","email":"mailto:hello@glasshouse-cafe.com","telephone":"0161 496 0346","areaServed":"GB"}}]}</script><p>Coffee and cake.</p>`,
    emails: ['hello@glasshouse-cafe.com'],
    phones: ['+441614960345', '+441614960346'],
    socials: ['instagram glasshousecafe', 'x glasshousecafe'],
  },
  {
    name: 'microdata with a content attribute',
    language: 'fr',
    url: 'https://garage-du-port.fr/',
    html: `<div itemscope itemtype="https://schema.org/AutoRepair"><span itemprop="name">Garage du Port</span><meta itemprop="telephone" content="+33 2 40 12 34 56"><span itemprop="email">atelier@garage-du-port.fr</span></div>`,
    emails: ['atelier@garage-du-port.fr'],
    phones: ['+33240123456'],
  },
  {
    name: 'telephone links with words, with a national number, and with an extension',
    language: 'en-US',
    url: 'https://redwoodvet.com/',
    html: `<p><a href="tel:+1-415-863-1200">Call now</a> <a href="tel:(415) 863-1300">After hours</a> <a href="tel:14158631400;ext=7">Billing</a></p><p>San Francisco, CA 94103</p>`,
    phones: ['+14158631200', '+14158631300', '+14158631400'],
  },
  {
    name: 'a WhatsApp link with a text and a Telegram name',
    language: 'es',
    url: 'https://surfescuela.es/',
    html: `<p><a href="https://wa.me/34622334455?text=Hola">WhatsApp</a> <a href="https://t.me/surfescuela">Telegram</a></p>`,
    phones: ['+34622334455'],
    socials: ['whatsapp 34622334455', 'telegram surfescuela'],
  },
  {
    name: 'a number whose digits are in tags of their own',
    language: 'en',
    url: 'https://brickworks-gym.co.uk/',
    html: `<p>Tel: <span>0161</span> <span>496</span> <span>0777</span></p>`,
    phones: ['+441614960777'],
  },
  {
    name: 'icons of a font as the labels',
    language: 'fr',
    url: 'https://chezlucien.fr/',
    html: `<ul><li><i class="fa fa-phone"></i> 01 42 60 31 10</li><li><i class="fas fa-envelope"></i> table@chezlucien.fr</li></ul>`,
    emails: ['table@chezlucien.fr'],
    phones: ['+33142603110'],
  },
  {
    name: 'an address at the end of a paragraph that is longer than any line',
    language: 'en',
    url: 'https://long-terms.org/privacy',
    html: `<p>${'We keep what we have to keep, and no more than that. '.repeat(400)}Write to privacy-desk@long-terms.org or call +44 161 496 0345.</p>`,
    emails: ['privacy-desk@long-terms.org'],
    phones: ['+441614960345'],
  },
  {
    name: 'label and value in a list of definitions',
    language: 'de',
    url: 'https://zahnarzt-am-markt.de/',
    html: `<dl><dt>Telefon</dt><dd>06221 54321</dd><dt>Telefax</dt><dd>06221 54322</dd><dt>E-Mail</dt><dd>praxis@zahnarzt-am-markt.de</dd></dl>`,
    emails: ['praxis@zahnarzt-am-markt.de'],
    phones: ['+49622154321', '+49622154322'],
    faxes: ['+49622154322'],
  },
]
