// Walls written after the rules were mended by `later-walls.ts`, in wordings that no list of theirs had.
import { bare, inSite, prose, walls, type WallSet } from './wall.ts'

const PASSWORD =
  '<form method="post"><input name="mail"><input type="password" name="pw"><button>OK</button></form>'
const PUZZLE = '<div id="challenge-puzzle"><canvas></canvas><button>Verify</button></div>'

export const LATEST: WallSet = {
  challenge: walls({
    'proof of work': bare('Loading', 'Please hold on', [
      'Your browser is solving a short puzzle so that we can tell you apart from automated visitors.',
      'You will be forwarded in a few seconds.',
    ]),
    'shield of an archive': bare('Archive', 'Verifying your connection', [
      'We are checking that your connection is secure. This takes a moment and needs JavaScript.',
    ]),
    'bots of a library': bare('Catalogue', 'Checking if you are a human', [
      'Because of heavy traffic by crawlers this site checks each visitor once.',
    ]),
    'Swedish check': bare('Ett ögonblick...', 'exempel.se', [
      'Verifierar att du är en människa. Det kan ta några sekunder.',
    ]),
  }),
  captcha: walls({
    puzzle: bare(
      'Shop',
      'Prove you are human',
      ['Move the slider to fit the piece into the picture.'],
      PUZZLE,
    ),
    images: bare('One last check', '', ['Select all pictures with boats to prove that you are not a bot.']),
    'Dutch captcha': bare('Controle', 'Bent u een robot?', [
      'Typ de tekens over die u hieronder ziet om verder te gaan.',
    ]),
    sums: bare('Human check', '', ['To show that you are a person, please solve: 4 + 3 = ?']),
  }),
  refusal: walls({
    'proxy users': bare('Notice', 'We cannot serve you this page', [
      'Visitors who use a VPN, a proxy or a hosting network are not allowed to open this site. Please switch it off.',
    ]),
    'user agent': bare('Error', 'Your client is not permitted', [
      'Automated access to this website is prohibited. Contact the webmaster if you believe this is a mistake.',
    ]),
    'suspicious activity': bare('Security alert', '', [
      'We noticed suspicious activity from your network and stopped your request. Incident number 4f1-92.',
    ]),
    'country list': bare('Not here', 'Unfortunately this service cannot be used from where you are', [
      'Our licence does not cover your location.',
    ]),
    'denied by policy': bare('Denied', 'Access denied by the security policy', [
      'If you think this is an error, send the event ID 99A1 to the administrator.',
    ]),
  }),
  'rate limit': walls({
    'too fast': bare('Oops', 'Whoa, not so fast', [
      'You are going too fast. Please wait a minute and reload.',
    ]),
    quota: bare('Limit', 'Request quota used up', [
      'Your address has used up its number of requests for this hour. Try again later.',
    ]),
    'many from one address': bare('Busy', '', [
      'There were too many requests from your IP address. Please try again in a few minutes.',
    ]),
    'slow down': bare('Slow down', 'Please slow down', ['You have viewed too many pages in a short time.']),
  }),
  login: walls({
    'e-mail first': inSite(
      'Continue',
      '<h1>What is your e-mail address?</h1><form action="/session"><input type="email" name="email"><button>Next</button></form>',
    ),
    'members of a club': bare('Harbour club', 'For members', [
      'Only signed-in members can see this album. Sign in or create an account.',
    ]),
    'school portal': bare(
      'Portal',
      'Access requires an account',
      ['Enter your user name and password.'],
      PASSWORD,
    ),
    'Hungarian board': bare(
      'Fórum',
      'Belépés szükséges',
      ['A téma megtekintéséhez be kell jelentkezned.'],
      PASSWORD,
    ),
    'session is over': bare('Session', 'Your session has expired', ['Please log in again.'], PASSWORD),
  }),
  consent: walls({
    'cookies first': bare(
      'Welcome',
      'Your choice about cookies',
      [
        'We and 412 partners store cookies on your device to show personal advertising and to measure it.',
        'To visit our site, agree to all purposes or take a subscription without tracking.',
      ],
      '<button>Agree</button><button>Settings</button>',
    ),
    'age of a brewery': bare(
      'Brewery',
      'Are you of legal drinking age?',
      ['You must be of legal drinking age to enter this site.'],
      '<button>Yes</button><button>No</button>',
    ),
    'Polish consent': bare(
      'Witamy',
      'Szanujemy Twoją prywatność',
      [
        'My i nasi partnerzy przechowujemy informacje na urządzeniu, takie jak pliki cookie, i uzyskujemy do nich dostęp.',
      ],
      '<button>Zgadzam się</button>',
    ),
    'Dutch consent': bare(
      'Welkom',
      'Wij respecteren je privacy',
      ['Wij en onze partners gebruiken cookies om informatie op een apparaat op te slaan.'],
      '<button>Akkoord</button>',
    ),
  }),
  'soft 404': walls({
    'lost at sea': inSite(
      'Lost at sea | Harbour',
      '<h1>This page has sailed</h1><p>The address does not exist or the page was moved. Go back to the <a href="/">home page</a>.</p>',
    ),
    'sold out for good': inSite(
      'Harbour',
      '<h1>This article is discontinued</h1><p>We no longer sell this article.</p>',
    ),
    'no such user': inSite(
      'Profile | Harbour',
      '<h1>There is no user with this name</h1><p>The account may have been deleted.</p>',
    ),
    'Turkish page': inSite(
      'Bulunamadı',
      '<h1>Aradığınız sayfa bulunamadı</h1><p>Sayfa kaldırılmış olabilir.</p>',
    ),
  }),
  paywall: walls({
    'five free': inSite(
      'A harbour at night',
      `<h1>A harbour at night</h1>${prose(80)}<p>You have read your last free article this month. Become a subscriber to read on.</p>`,
    ),
    trial: inSite(
      'A harbour at night',
      `<h1>A harbour at night</h1>${prose(80)}<div class="paywall"><p>The rest of this article is for subscribers. Start your free trial now.</p></div>`,
    ),
    'German magazine': inSite(
      'Der Hafen',
      `<h1>Der Hafen</h1>${prose(80)}<p>Dieser Artikel ist für Abonnenten. Jetzt testen und weiterlesen.</p>`,
    ),
    'members of a magazine': inSite(
      'A harbour at night',
      `<h1>A harbour at night</h1>${prose(80)}<p>Want to read the whole thing? Join today and get access to every story.</p>`,
    ),
  }),
  page: walls({
    'how to unblock': inSite(
      'Why is my IP address blocked? | Help',
      `<h1>Why is my IP address blocked?</h1><p>Sites block an address that sends too many requests.</p>${prose(60)}`,
    ),
    'log in help': inSite(
      'How to sign in | Help',
      `<h1>How to sign in</h1><p>Open the app, enter your e-mail address and press Next.</p>${prose(40)}`,
    ),
    'robots at work': inSite('Are robots human? | Harbour', `<h1>Are robots human?</h1>${prose(80)}`),
    'short notice': inSite(
      'Pier closed | Harbour',
      '<h1>Pier closed</h1><p>The pier is closed to visitors until Monday. Access is not possible.</p>',
    ),
    'speed limit': inSite(
      'Slow down in the harbour',
      '<h1>Slow down in the harbour</h1><p>Boats may go at three knots. You are going too fast if your wake reaches the wall.</p>',
    ),
    'members page': inSite(
      'Our members | Harbour club',
      `<h1>Our members</h1><p>Members can see the tide tables.</p><ul><li>Ada</li><li>Bo</li></ul>`,
    ),
    'cookies of a bakery': inSite(
      'Cookies',
      '<h1>Our cookies</h1><p>We and our partners bake cookies each morning and store them in tins.</p>',
    ),
    'lost property': inSite(
      'Lost property',
      '<h1>Lost and not found?</h1><p>Things that were found are kept for a year at the harbour office.</p>',
    ),
  }),
}
