// Small sites whose few sentences share words with errors, queues, refusals and pages that are missing; all are what was asked for.
import { walls } from '#test/support/walls/wall.ts'

const site = (lang: string, title: string, body: string): string =>
  `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

export const SMALL_SITES = walls({
  garage: site(
    'en',
    'Miller Auto Repair',
    `<nav><a href="/">Home</a><a href="/services">Services</a><a href="/contact">Contact</a></nav><h1>Miller Auto Repair</h1><p>Engine trouble, a warning light or a strange noise? We find the error and fix it, usually the same day. Maintenance for all makes.</p><p>Sorry, we are closed on Sundays. Please try again on Monday from 8.</p>`,
  ),
  'it helpdesk': site(
    'en',
    'Harbor IT Support',
    `<h1>Harbor IT Support</h1><p>Something went wrong with your server? We help small offices with system errors, backups and updates.</p><p>We apologise if a reply takes more than an hour; please call again later.</p>`,
  ),
  facility: site(
    'de',
    'Gebäudeservice Lind',
    `<h1>Gebäudeservice Lind</h1><p>Wartungsarbeiten, Reinigung und Winterdienst für Ihre Seite der Stadt. Technische Störung an der Heizung? Wir kommen später am selben Tag.</p><p>Bitte entschuldigen Sie Wartezeiten im Winter.</p>`,
  ),
  'elevator company': site(
    'en',
    'Upward Lifts',
    `<h1>Upward Lifts</h1><p>We install and maintain lifts. If yours is out of service, our engineers are there within two hours. Planned maintenance saves money later.</p><p>Order parts in our online shop.</p>`,
  ),
  theatre: site(
    'en',
    'The Waiting Room – a comedy',
    `<h1>The Waiting Room</h1><p>Five strangers wait in line for a doctor who never comes. A comedy by R. Hale, until 3 May at the Lantern Theatre.</p><p>Doors open at seven; please do not queue before.</p>`,
  ),
  'estate agent': site(
    'en',
    'House for sale – 12 Hill Road',
    `<h1>12 Hill Road is for sale</h1><p>Three bedrooms, a garden and a view of the bay. The owner will consider an offer above 300,000.</p><p>Viewings on Saturdays.</p>`,
  ),
  builder: site(
    'en',
    'Stone & Sons Builders',
    `<h1>Stone & Sons</h1><p>Our site at Mill Lane is under construction until spring; come back soon to see the finished homes. We build in brick and timber.</p><p>References on request.</p>`,
  ),
  'domain consultant': site(
    'en',
    'Name Broker Ltd',
    `<h1>We help you buy a name</h1><p>The domain you want is parked or for sale? We talk to its owner and make an offer on your behalf. You pay only when it is yours.</p><a href="/prices">Prices</a>`,
  ),
  'shop coming': site(
    'en',
    'Linden Bakery – opening soon',
    `<h1>Linden Bakery</h1><p>Opening soon on Market Square: sourdough, rye and cinnamon buns. We are hiring two bakers for the early shift.</p><p>Come by on 3 March for a free loaf.</p>`,
  ),
  'lost property office': site(
    'en',
    'Lost property office',
    `<h1>Lost property</h1><p>An item you lost was not found? Ask again later: many things are handed in after a week. Items no longer claimed after six months are sold.</p><p>Open on weekdays from 9 to 12.</p>`,
  ),
  'job ad': site(
    'en',
    'Server administrator (m/f/d)',
    `<h1>Server administrator</h1><p>You keep our web servers running, find internal server errors before our customers do and plan maintenance windows at night.</p><p>Apply until 3 June. Sorry, no agencies.</p>`,
  ),
  band: site(
    'en',
    'Access Denied',
    `<h1>Access Denied</h1><p>Four-piece from Leeds. New single "Too Many Requests" out now. On tour in autumn with The 404s.</p><a href="/shop">Merch</a>`,
  ),
  poem: site(
    'en',
    'The gate',
    `<h1>The gate</h1><p>I am in line at the gate that will not open; the guard says try again later, and I do.</p><p>He is sorry. The page of his book is not found.</p>`,
  ),
  hotel: site(
    'en',
    'Hotel Quay',
    `<h1>Hotel Quay</h1><p>Forty rooms by the harbour. Our sauna is closed for maintenance until 12 March; we apologise for the inconvenience. The rooftop bar is open.</p><a href="/book">Book</a>`,
  ),
  pool: site(
    'de',
    'Hallenbad Süd',
    `<h1>Hallenbad Süd</h1><p>Das Bad ist wegen Wartungsarbeiten vom 1. bis 14. Juli geschlossen. Wir bitten um Verständnis. Danach gelten wieder die üblichen Zeiten: täglich 7 bis 21 Uhr.</p>`,
  ),
  'library notice': site(
    'en',
    'Town library',
    `<h1>Town library</h1><p>Our catalogue is currently being updated; some books may show as unavailable. Please ask at the desk. Opening hours: 10 to 6, closed on Monday.</p>`,
  ),
  ferry: site(
    'en',
    'Ferry to Inner Isle',
    `<h1>Ferry to Inner Isle</h1><p>Departures at 8, 11 and 16. Cars wait in line on the left lane. The estimated waiting time on summer weekends is one hour.</p><p>Tickets on board.</p>`,
  ),
  vaccination: site(
    'en',
    'Walk-in clinic',
    `<h1>Walk-in clinic</h1><p>No appointment needed. When you arrive, take a number; you are in line until it is called. People before you are shown on the screen.</p><p>Open daily from 8 to 20.</p>`,
  ),
  'vpn blog': site(
    'en',
    'Watching abroad',
    `<h1>Watching abroad</h1><p>Many programmes are not available in your country or region. The broadcaster pays for rights by land. In hotels ask for a line of your own.</p><p>We tested four services.</p>`,
  ),
  'wine shop': site(
    'en',
    'Vine & Cork',
    `<h1>Vine & Cork</h1><p>Natural wines from small growers. You must be 18 or older to buy; we check your age on delivery.</p><p>Free delivery from six bottles.</p>`,
  ),
  'cookie bakery': site(
    'en',
    'Enable Cookies!',
    `<h1>Enable Cookies!</h1><p>The office snack that never crashes: oat, ginger and double chocolate. Please accept cookies from strangers – ours.</p><p>Orders before noon arrive the same day.</p>`,
  ),
  obituary: site(
    'en',
    'In memory',
    `<h1>In memory of Ada Holt</h1><p>She is no longer with us. The funeral page will be updated soon. Flowers are welcome.</p>`,
  ),
  'discontinued list': site(
    'en',
    'Discontinued lamps',
    `<h1>Discontinued lamps</h1><p>These models are no longer available: Nova 2, Orbit, Pill. Spare parts are sold for ten years.</p><p>Ask for the manual.</p>`,
  ),
  'member club': site(
    'en',
    'Rowing club',
    `<h1>Rowing club</h1><p>Only members may use the boats. New members are welcome; please sign up at the boathouse. Training on Tuesdays.</p>`,
  ),
  'captcha vendor': site(
    'en',
    'Robot check for your forms',
    `<h1>Are they human?</h1><p>Our check keeps bots out of your forms without puzzles. Verify visitors in the background, one line of code.</p><a href="/docs">Docs</a>`,
  ),
  'restaurant es': site(
    'es',
    'Casa Pepe',
    `<h1>Casa Pepe</h1><p>Cerrado por mantenimiento de la cocina hasta el 3 de mayo. Disculpen las molestias. Volvemos pronto con la carta de verano.</p><p>Calle Mayor 3.</p>`,
  ),
  'plumber fr': site(
    'fr',
    'Plomberie Martin',
    `<h1>Plomberie Martin</h1><p>Entretien et maintenance de chaudières. Une erreur s'affiche ? Nous intervenons le jour même. Désolé, pas de devis le dimanche.</p>`,
  ),
  'museum it': site(
    'it',
    'Museo del mare',
    `<h1>Museo del mare</h1><p>La sala 3 è in manutenzione; ci scusiamo per il disagio. Il museo è aperto dalle 9 alle 18.</p><p>Biglietto 8 euro.</p>`,
  ),
  startup: site(
    'en',
    'Kite – launching soon',
    `<h1>Kite</h1><p>A calendar that plans around the wind. Launching soon. Leave your e-mail to try it first.</p><form><input type="email"><button>Notify me</button></form>`,
  ),
  'status page': site(
    'en',
    'Status',
    `<h1>All systems operational</h1><p>API: 100 %. Website: 99.98 %. Last incident: 502 errors on 3 May, resolved after 14 minutes.</p>`,
  ),
  'school closed': site(
    'en',
    'Hill School',
    `<h1>Hill School</h1><p>The school is closed today because of a technical problem with the heating. Lessons start again tomorrow. We are sorry for the short notice.</p>`,
  ),
  'bus out of service': site(
    'en',
    'Line 5',
    `<h1>Line 5</h1><p>The stop Market is out of service until Friday. Please use the stop Church. We apologise for the inconvenience.</p><p>Next bus: 10:12.</p>`,
  ),
  parking: site(
    'en',
    'Parking at the domain',
    `<h1>Domain Park</h1><p>The domain is parked full on most Sundays; come early. The owner asks visitors to use the meadow.</p>`,
  ),
  'security firm': site(
    'en',
    'Gatekeeper Security',
    `<h1>Gatekeeper Security</h1><p>We decide who is allowed in: access control, cameras and guards. Access denied to strangers, open for your staff.</p><p>Ask for an offer.</p>`,
  ),
  'server hosting': site(
    'en',
    'Fjord Hosting',
    `<h1>Fjord Hosting</h1><p>If your web server is down we tell you before your customers do. 24/7 support, backups and free certificates from 4 euro.</p><a href="/plans">Plans</a>`,
  ),
  'game over': site(
    'en',
    'Level 12',
    `<h1>Level 12</h1><p>Oops, something went wrong with the rocket! Try again: press space to jump. Your best score is kept.</p>`,
  ),
  'sold out': site(
    'en',
    'Winter concert',
    `<h1>Winter concert</h1><p>Sorry, this event has sold out. Tickets are no longer available online; a few are sold at the door from six.</p>`,
  ),
  translation: site(
    'de',
    'Nicht gefunden – Roman',
    `<h1>Nicht gefunden</h1><p>Ein Roman über eine Frau, die ihre Stadt nicht mehr findet. 240 Seiten, gebunden, 22 Euro. Erscheint im März.</p>`,
  ),
  'dutch bike': site(
    'nl',
    'Fietsenmaker De Ketting',
    `<h1>Fietsenmaker De Ketting</h1><p>Fiets in onderhoud? Meestal de volgende dag klaar. Momenteel is het druk, probeer het later op de dag nog eens.</p>`,
  ),
  'polish note': site(
    'pl',
    'Warsztat Nowak',
    `<h1>Warsztat Nowak</h1><p>Naprawa i prace konserwacyjne. Przepraszamy, w sierpniu zamknięte. Prosimy dzwonić później.</p>`,
  ),
})
