// Missing pages, paywalls, questions of age, and pages beside them, written after the rules of `wild` and tried once.
import { bare, inSite, prose, walls, type WallSet } from './wall.ts'

export const LAST: WallSet = {
  'soft 404': walls({
    'German shop': inSite(
      'Hafenladen',
      '<h1>Dieser Artikel ist leider ausverkauft und wird nicht mehr angeboten</h1><p>Sehen Sie sich ähnliche Artikel an.</p>',
    ),
    'Italian page': inSite('Errore', '<h1>La pagina richiesta non esiste</h1><p>Torna alla home.</p>'),
    'Portuguese advert': inSite(
      'Anúncios',
      '<h1>Este anúncio já não está disponível</h1><p>Veja outros anúncios.</p>',
    ),
    'event page': inSite(
      'Harbour events',
      '<h1>We’re sorry, this event doesn’t exist</h1><p>It may have been cancelled by its organiser.</p>',
    ),
    'profile page': inSite(
      'Harbour people',
      "<h1>Sorry, this page isn't available.</h1><p>The link you followed may be broken, or the page may have been removed.</p>",
    ),
    'lost in space': inSite('404', '<h1>Lost?</h1><p>Houston, we can’t find what you are after.</p>'),
    'French advert': inSite(
      'Annonces',
      '<h1>Cette annonce est désactivée</h1><p>Elle n’est plus en ligne.</p>',
    ),
    'Korean page': inSite('오류', '<h1>요청하신 페이지를 찾을 수 없습니다</h1><p>주소를 확인해 주세요.</p>'),
    'document is gone': inSite(
      'Library',
      '<h1>Document not available</h1><p>The file has been withdrawn by its author.</p>',
    ),
    'flat is let': inSite(
      'Flats',
      '<h1>Two rooms at the quay</h1><p>This listing is no longer online. It was let on 3 May.</p>',
    ),
  }),
  paywall: walls({
    'Dutch daily': inSite(
      'De kraan',
      `<h1>De kraan</h1>${prose(80)}<div><h2>Verder lezen? Word abonnee</h2><p>Al abonnee? Log in</p></div>`,
    ),
    'Swedish daily': inSite(
      'Kranen',
      `<h1>Kranen</h1>${prose(80)}<div><p>Läs vidare – bli prenumerant. Redan prenumerant? Logga in</p></div>`,
    ),
    weekly: inSite(
      'The crane',
      `<h1>The crane</h1>${prose(80)}<div><h3>This is a subscriber-only story</h3><p>Get unlimited access for $1 a week.</p></div>`,
    ),
    'register to read': inSite(
      'The crane',
      `<h1>The crane</h1>${prose(80)}<div><h3>Continue with a free account</h3><p>Register to read this article. It takes one minute.</p></div>`,
    ),
    'German plus': inSite(
      'Der Kran',
      `<h1>Der Kran</h1>${prose(80)}<div><h3>Diesen Artikel weiterlesen mit H+</h3><p>Einen Monat kostenlos testen.</p></div>`,
    ),
  }),
  consent: walls({
    'German age': bare(
      'Weinhaus',
      'Sind Sie mindestens 18 Jahre alt?',
      ['Der Besuch dieser Website ist nur Volljährigen gestattet.'],
      '<button>Ja, ich bin 18</button><button>Nein</button>',
    ),
    'French age': bare(
      'Cave',
      'Avez-vous plus de 18 ans ?',
      ['Pour accéder à ce site, vous devez être majeur. Veuillez confirmer votre âge.'],
      '<button>Oui</button><button>Non</button>',
    ),
    spirits: bare(
      'Distillery',
      'Welcome',
      ['Please enter your date of birth to confirm that you are of legal drinking age in your country.'],
      '<form><input name="day"><input name="month"><input name="year"><button>Enter site</button></form>',
    ),
    'cookies of a forum': bare(
      'Forum',
      'Cookies',
      [
        'This site uses cookies to personalise content and ads. You need to accept cookies before you can go on.',
      ],
      '<button>Accept all cookies</button>',
    ),
  }),
  page: walls({
    'sold out show': inSite(
      'Shows',
      '<h1>Tickets for Friday are sold out</h1><p>Saturday: 20 seats, €18. Doors open at 7.</p>',
    ),
    'flat that is let and shown': inSite(
      'Flats',
      '<h1>Two rooms at the quay</h1><p>€900 a month, 54 m², balcony. Available from May.</p>',
    ),
    'out of print': inSite(
      'The crane',
      '<h1>The crane: a novel</h1><p>Paperback, 320 pages. Out of print; used copies from €4.</p>',
    ),
    'file format': inSite(
      'Help',
      '<h1>File not found after an update</h1><ol><li>Open the settings.</li><li>Choose Repair.</li><li>Start the program again and wait until the list of files is shown. If a file is still missing, copy it from the backup that is made every night at two.</li></ol>',
    ),
    'product recall': inSite(
      'Recall',
      '<h1>Product recall: rope 20 m</h1><p>The rope of 2024 can break. Bring it back; you get your money.</p>',
    ),
    'wine shop': inSite(
      'Wine',
      '<h1>Riesling 2024</h1><p>€12. Sold to persons over 18 only. We check your age at the door.</p>',
    ),
    licence: inSite(
      'Licence',
      '<h1>How old must I be?</h1><p>You must be 16 to sail alone. Bring a letter of your parents.</p>',
    ),
    'subscribers of a library': inSite(
      'Library',
      '<h1>Readers’ card</h1><p>Subscribers read all papers for €10 a year. Children read for free.</p>',
    ),
    'newsletter in Dutch': inSite(
      'Nieuws',
      `<h1>De kraan</h1>${prose(90)}<div><h3>Abonneer je op onze nieuwsbrief</h3><input type="email"></div>`,
    ),
    'short story with an author box': inSite(
      'Night',
      `<h1>Night</h1>${prose(90)}<div><p>Support my work: become a member.</p></div>`,
    ),
    'ferry that does not run': inSite(
      'Ferry',
      '<h1>Ferry</h1><p>The ferry at 9 is no longer available on Sundays. It runs at 10, 12 and 14.</p>',
    ),
    'cookie recipe': inSite(
      'Cookies',
      '<h1>Cookies</h1><p>Accept no shortcuts: rest the dough overnight. Bake for 12 minutes.</p>',
    ),
    'name of a band': inSite(
      'Page Not Found (band)',
      `<h1>Page Not Found</h1><p>Page Not Found is a band from Hamburg.</p>${prose(120)}`,
    ),
    'empty category': inSite('Ropes', '<h1>Ropes</h1><p>There are no products in this category.</p>'),
  }),
}
