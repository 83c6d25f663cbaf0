// Pages that share their words, forms and scripts with what `answered-walls.ts` holds, and are what was asked for.
import { inSite, prose, walls } from '#test/support/walls/wall.ts'

const page = (lang: string, title: string, body: string, head = ''): string =>
  `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

export const ANSWERED_PAGES = walls({
  'article on captchas': inSite(
    'How captchas work',
    `<article><h1>How captchas work</h1><p>A captcha asks a visitor to prove that they are not a robot. Checkboxes such as "I'm not a robot" look at how the mouse moves before the click.</p>${prose(90)}<p>Newer systems verify you are human without any puzzle.</p></article>`,
  ),
  'status post on a 502': page(
    'en',
    'Incident: 502 Bad Gateway errors – Kontor Status',
    `<header><a href="/">Kontor Status</a></header><main><h1>502 Bad Gateway errors on the API</h1><div class="update"><strong>Resolved</strong> - This incident has been resolved. <small>Nov 18, 14:20 UTC</small></div><div class="update"><strong>Monitoring</strong> - A fix has been implemented and we are monitoring the results. <small>Nov 18, 13:55 UTC</small></div><div class="update"><strong>Investigating</strong> - Some requests are answered with 502 Bad Gateway. We are looking into it. <small>Nov 18, 13:31 UTC</small></div></main>`,
  ),
  'reference of a status': page(
    'en',
    '503 Service Unavailable - HTTP | Web reference',
    `<main><h1>503 Service Unavailable</h1><p>The HTTP <b>503 Service Unavailable</b> server error response status code indicates that the server is not ready to handle the request. Common causes are that a server is down for maintenance or overloaded.</p><h2>Status</h2><pre>503 Service Unavailable</pre><h2>Examples</h2><pre>HTTP/1.1 503 Service Unavailable\nRetry-After: 3600</pre></main>`,
  ),
  'how to mend a 404': page(
    'en',
    'How to fix "404 Not Found" in nginx',
    `<article><h1>How to fix "404 Not Found" in nginx</h1><p>The page you requested could not be found: that is what nginx says when no file matches. Check <code>root</code> and <code>try_files</code> first.</p><pre>location / {\n  try_files $uri $uri/ /index.html;\n}</pre>${prose(60)}</article>`,
  ),
  'help on logging in': inSite(
    'How do I log in? - Help',
    `<h1>How do I log in?</h1><p>To log in, open the app and enter your user name and password. If you forgot your password, choose "Forgot password" below the form.</p><ol><li>Open the start page.</li><li>Click Log in in the upper right corner.</li><li>Enter your e-mail address and your password.</li></ol><p>Still can't log in? Write to help@kontor.example.</p>`,
  ),
  'short page with a login dialogue': inSite(
    'Harbour rowing club',
    `<h1>Harbour rowing club</h1><p>We row on Tuesdays and Thursdays at six. Guests are welcome; a first lesson is free.</p><div class="modal" role="dialog" style="display:none"><h2>Log in</h2><form><input name="user"><input type="password" name="pass"><button>Log in</button></form></div>`,
  ),
  'newsletter with turnstile': inSite(
    'Tea letter',
    `<h1>The tea letter</h1><p>Once a month we write about one garden, its people and its teas. No advertising.</p><form action="/newsletter" method="post"><input type="email" name="email" placeholder="Your e-mail"><div class="cf-turnstile" data-sitekey="0x4AAB"></div><button>Subscribe</button></form>`,
    '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async></script>',
  ),
  'product currently unavailable': inSite(
    'Copper kettle 1.2 l | Kontor',
    `<h1>Copper kettle 1.2 l</h1><img src="/kettle.jpg" alt="Kettle"><p>€ 89.00</p><p>Currently unavailable. We don't know when or if this item will be back in stock.</p><h2>Description</h2><p>A kettle of solid copper, tinned inside, with a handle of beech.</p>`,
  ),
  'thread on a missing page': inSite(
    'Page not found after update | Kontor Forum',
    `<h1>Page not found after update</h1><div class="post"><span class="author">mira</span><p>Since the update to 5.2 every article says "Page not found". Permalinks are set to post name. Any ideas?</p></div><div class="post"><span class="author">jo</span><p>Save the permalinks once more, that writes the rewrite rules again. Works for me.</p></div>`,
  ),
  'wiki on a vendor': page(
    'en',
    'Cloudflare - Wiki',
    `<main><h1>Cloudflare</h1><p><b>Cloudflare, Inc.</b> is a company that provides content delivery network services, DDoS mitigation and domain registration. Its challenge page, "Just a moment...", asks visitors to wait while it is checking the browser.</p><h2>History</h2>${prose(80)}<h2>Products</h2><p>Turnstile, Waiting Room, Workers.</p></main>`,
  ),
  'contact with recaptcha': inSite(
    'Contact',
    `<h1>Contact</h1><p>Kontor GmbH, Hafenstr. 4, 20457 Hamburg. Tel. 040 123456</p><form action="/contact" method="post"><input name="name"><input name="email"><textarea name="message"></textarea><div class="g-recaptcha" data-sitekey="6Lc"></div><button>Send</button></form>`,
    '<script src="https://www.google.com/recaptcha/api.js"></script>',
  ),
  'product that comes soon': page(
    'en',
    'Fjord – notes for teams',
    `<main><h1>Fjord</h1><p>Notes that write themselves. Fjord listens to your meetings and writes down what was decided, who does it and until when.</p><p>Coming soon to macOS and Windows. Leave your address and we tell you when the beta opens.</p><form><input type="email" name="email"><button>Notify me</button></form></main>`,
  ),
  'minimal page of a craftsman': page(
    'de',
    'Tischlerei Hansen',
    `<h1>Tischlerei Hansen</h1><p>Möbel und Treppen nach Maß. Hafenstraße 12, 24937 Flensburg. Telefon 0461 12345. Unsere neue Website entsteht gerade; rufen Sie uns gern an, montags bis freitags von 8 bis 17 Uhr.</p>`,
  ),
  'how to set up nginx': page(
    'en',
    'Install nginx on Ubuntu',
    `<article><h1>Install nginx on Ubuntu</h1><p>Run <code>apt install nginx</code> and open your address in a browser. You should see the default page, which says "Welcome to nginx! If you see this page, the nginx web server is successfully installed and working."</p>${prose(70)}<h2>Server blocks</h2>${prose(40)}</article>`,
  ),
  'question on a database': inSite(
    'mysql - Error establishing a database connection - Answers',
    `<h1>Error establishing a database connection</h1><div class="question"><p>After moving my WordPress site to another host I get "Error establishing a database connection". The user and password in wp-config.php are right. What else can it be?</p><span>asked by mira</span></div><div class="answer"><p>DB_HOST: many hosts do not use localhost. Look it up in the panel.</p><span>answered by jo</span></div>`,
  ),
  'question on a fatal error': inSite(
    'PHP Fatal error: Uncaught Error: Call to undefined function',
    `<h1>PHP Fatal error: Uncaught Error: Call to undefined function mysql_connect()</h1><div class="question"><p>I get this since the update to PHP 8:</p><pre>PHP Fatal error:  Uncaught Error: Call to undefined function mysql_connect() in /var/www/html/db.php:3\nStack trace:\n#0 {main}\n  thrown in /var/www/html/db.php on line 3</pre></div><div class="answer"><p>The mysql extension was removed in PHP 7. Use mysqli or PDO.</p></div>`,
  ),
  'issue with a traceback': inSite(
    'OperationalError on start · Issue #41',
    `<h1>OperationalError on start #41</h1><p>mira opened this issue</p><pre>Traceback (most recent call last):\n  File "app.py", line 3, in &lt;module&gt;\n    db.connect()\nOperationalError: could not connect to server</pre><p>Expected: the service waits for the database. It ends instead.</p>`,
  ),
  'planned maintenance as news': inSite(
    'Planned maintenance on 3 December',
    `<h1>Planned maintenance on 3 December</h1><p>On Thursday, 3 December, from 22:00 to 23:30 our online banking will be unavailable because of maintenance. Cards and cash machines work as usual.</p><p>We apologise for the inconvenience.</p>`,
  ),
  'service for maintenance': inSite(
    'Wartung von Heizungen – Hansen',
    `<h1>Wartungsarbeiten an Heizung und Therme</h1><p>Wir warten Ihre Heizung einmal im Jahr, zum Festpreis von 129 Euro. Rufen Sie uns an: 0461 12345.</p>`,
  ),
  'market of domains': inSite(
    'Premium domains for sale',
    `<h1>Premium domains for sale</h1><p>1,204 names, each with a fixed price and a transfer within a day.</p><ul><li><a href="/d/a">nordhafen.example</a> $2,495</li><li><a href="/d/b">teekontor.example</a> $990</li><li><a href="/d/c">segel.example</a> $14,000</li><li><a href="/d/d">kaje.example</a> $450</li></ul>`,
  ),
  'help on parked domains': inSite(
    'What is a parked domain? – Help',
    `<h1>What is a parked domain?</h1><p>A domain is parked when it is registered but not connected to a website. Visitors see a page that says "This domain is parked". To end it, point the name servers to your host.</p>${prose(50)}`,
  ),
  'house for sale': inSite(
    'House for sale in Hay',
    `<h1>House for sale</h1><p>This house with four rooms is for sale. It was under construction until 2024 and has never been lived in. £345,000. Buy now or make an offer.</p>`,
  ),
  'road works': inSite(
    'Harbour bridge under construction',
    `<h1>Harbour bridge: under construction until May</h1><p>The bridge is under construction. Cars use Mill Road; pedestrians and bicycles can pass on the west side all the time.</p>`,
  ),
  'article on waiting': inSite(
    'Fans wait hours in line for tickets',
    `<article><h1>"You are now in line": fans wait hours for tickets</h1><p>More than 90,000 people saw the same line on Friday: your estimated wait time is more than an hour.</p>${prose(120)}</article>`,
  ),
  'museum on waiting times': inSite(
    'Waiting times',
    `<h1>Waiting times today</h1><p>Estimated wait at the main entrance: 20 minutes. Visitors with a ticket for a time slot do not queue.</p>`,
  ),
  'policy on cookies': inSite(
    'Cookie policy',
    `<h1>Cookie policy</h1><p>We use cookies to keep you signed in. You can enable or disable cookies in your browser settings; if you disable cookies, parts of this site will not work.</p><h2>Which cookies we use</h2><p>session, language, basket.</p>`,
  ),
  'help on cookies': inSite(
    'How to enable cookies',
    `<h1>How to enable cookies in your browser</h1><p>Chrome: Settings, Privacy and security, Third-party cookies. Firefox: Settings, Privacy. Safari: Settings, Advanced.</p><p>Reload the page afterwards.</p>`,
  ),
  'how to turn on scripts': page(
    'en',
    'How to enable JavaScript in your browser',
    `<main><h1>How to enable JavaScript in your browser</h1><p>Nowadays almost all web pages contain JavaScript, a programming language that runs in the visitor's browser. These instructions enable JavaScript in the five most common browsers.</p><h2>Google Chrome</h2><ol><li>Open Settings.</li><li>Choose Privacy and security, then Site settings, then JavaScript.</li></ol></main>`,
  ),
  'brewery with its age notice behind': inSite(
    'Harbour Brewing',
    `<h1>Our beers</h1><ul><li><h2>Pilot Pale Ale</h2><p>4.6 %, citrus and pine.</p></li><li><h2>Anchor Stout</h2><p>6.1 %, roasted barley.</p></li><li><h2>Kaje Lager</h2><p>5.0 %, crisp.</p></li></ul><div class="age-gate" style="display:none"><p>Are you over 18?</p></div><p>Please drink responsibly. You must be 18 to order.</p>`,
  ),
  'article on region locks': inSite(
    'Why videos are not available in your country',
    `<article><h1>Why "this video is not available in your country"</h1><p>Licences are sold by country. A station that bought a film for Germany may not show it in Austria.</p>${prose(80)}</article>`,
  ),
  'delivery by region': inSite(
    'Delivery',
    `<h1>Delivery</h1><p>We deliver to Germany, Austria and Denmark. Delivery to other countries is not available at the moment. Gas cartridges are not available in your region if you live on an island.</p>`,
  ),
  'limits of an interface': page(
    'en',
    'Rate limits – API',
    `<main><h1>Rate limits</h1><p>Each key may make 60 requests a minute. After that the API answers <code>429 Too Many Requests</code> with the header <code>Retry-After</code>. Wait for that many seconds and try again.</p><table><tr><th>Plan</th><th>Requests a minute</th></tr><tr><td>Free</td><td>60</td></tr><tr><td>Team</td><td>600</td></tr></table></main>`,
  ),
  'open job': inSite(
    'Harbour pilot (m/f/x)',
    `<h1>Harbour pilot (m/f/x)</h1><p>Hamburg, full time, from January. You bring ships in and out, day and night.</p><p>Apply until 31 December; after that the position is no longer available.</p><a href="/apply">Apply now</a>`,
  ),
  'list of jobs with one filled': inSite(
    'Careers',
    `<h1>Careers</h1><ul><li><a href="/j/1">Harbour pilot</a> Hamburg</li><li><a href="/j/2">Crane driver</a> Bremerhaven</li><li>Clerk – this position has been filled</li></ul>`,
  ),
  'search without results': inSite(
    'Search: obolus',
    `<h1>Search results for "obolus"</h1><p>0 results. Try other words, or browse the catalogue.</p><ul><li><a href="/tea">Tea</a></li><li><a href="/cups">Cups</a></li><li><a href="/kettles">Kettles</a></li></ul>`,
  ),
  'lost and found': inSite(
    'Lost and found',
    `<h1>Lost property: not found your umbrella?</h1><p>What is left behind on our ferries can be fetched at pier 3, daily from 9 to 16. We keep it for six months.</p>`,
  ),
  'article on bots': inSite(
    'Why sites now check that you are not a bot',
    `<article><h1>Making sure you're not a bot: the rise of Anubis</h1><p>Open source projects have begun to put a proof of work before their pages, because crawlers of AI companies take down their servers.</p>${prose(100)}</article>`,
  ),
  'software for bots': page(
    'en',
    'Anubis: Web AI Firewall Utility',
    `<main><h1>Anubis</h1><p>Anubis is a Web AI Firewall Utility that weighs the soul of your connection using one or more challenges in order to protect upstream resources from scraper bots.</p><h2>Install</h2><pre>docker pull ghcr.io/techarohq/anubis</pre></main>`,
  ),
  'free article below an offer': inSite(
    'The harbour grows',
    `<article><h1>The harbour grows</h1>${prose(260)}<p>Subscribe to our newsletter for more stories.</p></article>`,
  ),
  'prices of a newspaper': inSite(
    'Subscribe to The Courier',
    `<h1>Subscribe to The Courier</h1><p>Unlimited access to all articles. Cancel anytime.</p><ul><li>Digital £8 a month</li><li>Digital and print £19 a month</li></ul><p>Already a subscriber? Log in</p>`,
  ),
  'start page of a wifi company': inSite(
    'Guest Wi-Fi for hotels',
    `<h1>Guest Wi-Fi for hotels</h1><p>Guests enter their room number and last name to connect to the internet. Our captive portal runs on the routers you have.</p>`,
  ),
  'directory of releases': page(
    'en',
    'Index of /releases/3.1',
    `<h1>Index of /releases/3.1</h1><table><tr><td><a href="a.tar.gz">fjord-3.1.0.tar.gz</a></td><td>2026-01-05</td><td>4.1M</td></tr><tr><td><a href="b.zip">fjord-3.1.0.zip</a></td><td>2026-01-05</td><td>4.9M</td></tr><tr><td><a href="SHA256SUMS">SHA256SUMS</a></td><td>2026-01-05</td><td>412</td></tr><tr><td><a href="README">README</a></td><td>2026-01-05</td><td>2.0K</td></tr></table>`,
  ),
  'suspended as news': inSite(
    'Ferry service suspended',
    `<h1>Ferry service suspended</h1><p>Because of the storm the service to the islands has been suspended until Friday morning. Tickets stay valid.</p>`,
  ),
  'account of suspension': inSite(
    'Why was my account suspended? – Help',
    `<h1>Why was my account suspended?</h1><p>An account is suspended when invoices are not paid or when it sends spam. Contact support with your customer number, and we look into it.</p>`,
  ),
  'song named error': inSite(
    'Error 500 – Lyrics',
    `<h1>Error 500</h1><p>by The Gateways, from the album Internal Server Error (2019)</p><p>Oh my screen is white tonight<br>and nobody answers the line<br>I knock and I knock on your port at night<br>and you tell me that all is fine</p>`,
  ),
  'recipe that works': inSite(
    'It works!',
    `<h1>It works! Bread without kneading</h1><p>Flour, water, salt, a little yeast and eighteen hours. Stir, wait, fold twice, bake in a pot at 240 degrees.</p>`,
  ),
  'very short personal page': page(
    'en',
    'Mira Holt',
    `<h1>Mira Holt</h1><p>Illustrator in Hay. <a href="mailto:mira@holt.example">mira@holt.example</a></p>`,
  ),
  'post on a crash': inSite(
    'Something went wrong: what we learned from our outage',
    `<article><h1>Something went wrong: what we learned from our outage</h1><p>On 4 May our shop answered "We're experiencing technical difficulties, please try again later" for forty minutes. This is what happened.</p>${prose(90)}</article>`,
  ),
  'uptime report': inSite(
    'October uptime report',
    `<h1>October uptime report</h1><p>99.98 %. Twice a deploy answered with 503 Service Unavailable for less than a minute. No scheduled maintenance took place.</p>`,
  ),
  'wordpress help': page(
    'en',
    'Briefly unavailable for scheduled maintenance: how to fix it',
    `<h1>How to fix "Briefly unavailable for scheduled maintenance"</h1><p>WordPress shows this while it updates plugins. When the update is broken off the message stays. Delete the file .maintenance in the root of your site, check back and the site is there again.</p>`,
  ),
  'error code list': page(
    'en',
    'Cloudflare 5xx errors',
    `<h1>Cloudflare 5xx errors</h1><ul><li>520: web server returns an unknown error</li><li>521: web server is down</li><li>522: connection timed out</li><li>523: origin is unreachable</li></ul>`,
  ),
  'short docs error': page(
    'en',
    '500 Internal Server Error',
    `<h1>500 Internal Server Error</h1><p>A generic message of servers for a fault nobody foresaw. Look at the log of the application first: it says which line failed. Then try the same request with curl and compare the headers that arrive.</p><p>See also: 502, 503, 504.</p>`,
  ),
  garage: page(
    'en',
    'Harbour Garage – service and maintenance',
    `<h1>Car service and maintenance</h1><p>Currently we have free slots on weekdays. Call 555-0199, or try again later if the line is busy. Thank you for your patience!</p>`,
  ),
  'estate agent domain': page(
    'en',
    'Eminent Domain – a play',
    `<h1>Eminent Domain</h1><p>A play in two acts about a house for sale, its owner and an offer nobody can refuse. Until 4 December, Harbour Theatre.</p>`,
  ),
  'hotel opening soon': page(
    'en',
    'Hotel Kaje – opening soon',
    `<h1>Hotel Kaje</h1><p>Opening soon: forty rooms above the harbour, a sauna and a kitchen that bakes at four in the morning. Reservations from 1 March: stay@kaje.example.</p>`,
  ),
  'construction firm': page(
    'de',
    'Bauer Bau – Projekte im Bau',
    `<h1>Im Bau</h1><p>Hier entsteht ein neues Wohnhaus mit 24 Wohnungen. Bauherr: Stadtwerke. Fertig im Herbst 2027. Kontakt: 0461 998877.</p>`,
  ),
  'bakery queue': page(
    'en',
    'Bakery Holt',
    `<h1>Bakery Holt</h1><p>On Saturdays there is a queue; expect to wait ten minutes. Order before Friday and it is ready in the shop without waiting in line.</p>`,
  ),
  'dns help': page(
    'en',
    'My domain shows a parked page',
    `<h1>My domain shows a parked page</h1><p>Your domain is not connected to a website yet. The owner of the domain has to set the name servers at the registrar. It takes up to a day.</p>`,
  ),
  'cookie shop': page(
    'en',
    'Cookies required! – Holt Biscuits',
    `<h1>Cookies</h1><p>Butter, oat and ginger cookies, baked daily. Six for £4.</p>`,
  ),
  'vpn product': page(
    'en',
    'Fjord VPN',
    `<h1>Fjord VPN</h1><p>Watch your shows where you are. Hide your IP address and your location from trackers. Contact sales for teams.</p>`,
  ),
  'found page': page(
    'nl',
    'Gevonden voorwerpen',
    `<h1>Gevonden voorwerpen</h1><p>Niet gevonden wat u zoekt? Bel 020 123456.</p>`,
  ),
  'ended event recap': inSite(
    'Harbour run 2026: results',
    `<h1>Harbour run 2026</h1><p>The event has ended. 412 runners finished; the winner needed 31 minutes.</p>`,
  ),
  'apache docs': page(
    'en',
    'Getting started - Apache HTTP Server',
    `<h1>Getting started</h1><p>Open http://localhost/ in a browser. The page says "It works!" when the server is installed. Then put your files in the document root.</p>`,
  ),
  'login advice': page(
    'en',
    'Session expired? – Help',
    `<h1>Why do I see "session expired"?</h1><p>For your security we sign you out after fifteen minutes without input. What you typed is kept as a draft for a day.</p>`,
  ),
  'geo guide': page(
    'en',
    'Browser support',
    `<h1>Browser support</h1><p>We support the last two versions of Chrome, Firefox, Safari and Edge. Older browsers are not supported.</p>`,
  ),
  'band named': page(
    'en',
    'Bad Gateway',
    `<h1>Bad Gateway</h1><p>Punk from Hay since 1994. Next show: 12 December, The Anchor.</p>`,
  ),
  'suspension law': page(
    'en',
    'Suspended sentences',
    `<h1>Suspended sentences</h1><p>A sentence may be suspended for up to two years. The court sets the conditions.</p>`,
  ),
  'poem in finnish': page(
    'fi',
    'Sivu',
    `<h1>Tyhjä sivu</h1><p>Runo talvesta, jota ei ole olemassa kuin kirjassa. Kirjoittanut Aino Holt.</p>`,
  ),
  'prose with error': inSite(
    'Notes on an error',
    `<article><h1>An unexpected error</h1>${prose(60)}<p>Then something went wrong, and we try again later.</p></article>`,
  ),
  'ticket faq': page(
    'en',
    'Ticket sale FAQ',
    `<h1>Ticket sale FAQ</h1><p>How does the waiting room work? You get a place in line when the sale begins. Do not refresh the page. When it is your turn you have ten minutes.</p>`,
  ),
  'age of wine': page(
    'en',
    'Holt Wines',
    `<h1>Holt Wines</h1><p>Our whiskies are 18 years old. Visit the site of our distillery: confirm your visit by phone, 555-0100.</p>`,
  ),
  'maintenance contract': page(
    'nl',
    'Onderhoud van uw ketel',
    `<h1>Onderhoud van uw ketel</h1><p>Momenteel plannen wij het onderhoud voor januari. Bel later deze week voor een afspraak. Bedankt!</p>`,
  ),
  'farm shop closed': page(
    'en',
    'Holt Farm Shop',
    `<h1>Holt Farm Shop</h1><p>Sorry, we are currently closed for the winter. We'll be back soon: the shop opens again on 1 March. Thank you!</p>`,
  ),
  'mechanic site': page(
    'en',
    'Boat maintenance',
    `<h1>Boat maintenance</h1><p>Our site at pier 3 takes boats up to twelve metres. Currently all places are taken; ask again later in the spring. Thank you.</p>`,
  ),
  'band tour': page(
    'en',
    'Under Construction – the new album',
    `<h1>Under Construction</h1><p>The new album by Mira Holt. Out on 3 May. Listen to the first song.</p>`,
  ),
  'domain theory': page(
    'en',
    'Domain (biology)',
    `<h1>Domain (biology)</h1><p>In biology, a domain is the highest rank of all organisms. The three domains are Archaea, Bacteria and Eukarya.</p>`,
  ),
  'office to let': page(
    'de',
    'Büro zu verkaufen',
    `<h1>Büro zu verkaufen</h1><p>120 m² am Hafen, vom Inhaber, provisionsfrei. 410.000 €. Besichtigung nach Absprache.</p>`,
  ),
  'game it works': page(
    'en',
    'It Works',
    `<h1>It Works</h1><p>A podcast about machines that still do. New every Friday.</p>`,
  ),
  book: page(
    'en',
    'Something Went Wrong',
    `<h1>Something Went Wrong</h1><p>Stories by A. Holt. 184 pages, Kaje Press, 2025.</p>`,
  ),
  changelog: page(
    'en',
    'Changelog',
    `<h1>Changelog</h1><ul><li>1.4.2: internal server error on upload fixed</li><li>1.4.1: pages are not found any more after a rename: fixed</li><li>1.4.0: try again later with Retry</li></ul>`,
  ),
  'job ad in time': page(
    'en',
    'Site maintenance engineer',
    `<h1>Site maintenance engineer</h1><p>You keep our servers online. Apply now; later applications are welcome too. Thank you for your interest.</p>`,
  ),
  airport: page(
    'en',
    'Runway maintenance',
    `<h1>Runway maintenance</h1><p>From 3 to 9 May the north runway is closed for maintenance. Flights use the south runway.</p>`,
  ),
  'museum tickets': page(
    'fr',
    'Musée du port',
    `<h1>Musée du port</h1><p>Ouvert de 10 h à 18 h. Temps d'attente estimé à l'entrée : 10 minutes. Merci de votre patience.</p>`,
  ),
  'wifi cafe': page(
    'en',
    'Cafe Holt: free Wi-Fi',
    `<h1>Cafe Holt</h1><p>Coffee, cake and free Wi-Fi. Open 8 to 18. Ask at the counter for the password.</p>`,
  ),
  'old software': page(
    'en',
    'Fjord 2',
    `<h1>Fjord 2</h1><p>Fjord 2 is no longer available. Its successor Fjord 3 runs on macOS, Windows and Linux and reads the files of Fjord 2.</p>`,
  ),
  'greek recipe': page(
    'el',
    'Συνταγή',
    `<h1>Σούπα</h1><p>Αν δεν υπάρχει λεμόνι, βάλτε ξίδι. Στην επόμενη σελίδα θα βρείτε το ψωμί.</p>`,
  ),
  'indonesian note': page(
    'id',
    'Catatan',
    `<h1>Halaman pribadi</h1><p>Hal yang tidak ditemukan di buku lain: resep nenek dari Padang.</p>`,
  ),
  'captcha maker': page(
    'en',
    'Slidr',
    `<h1>Slidr</h1><p>A friendlier captcha: people drag a slider, robots do not. Free for small sites. Get a key.</p>`,
  ),
  'browser maker': page(
    'en',
    'Browse',
    `<h1>Browse</h1><p>A modern browser for old machines. Update your browser once and forget it.</p>`,
  ),
  'cookie law': page(
    'en',
    'Cookies are disabled by default',
    `<h1>Cookies are disabled by default</h1><p>Our browser blocks cookies until you allow a site to set them.</p>`,
  ),
  'tiny status': page(
    'en',
    'Status',
    `<h1>All systems operational</h1><p>Website: online. API: online. No maintenance is planned.</p>`,
  ),
  'artist under': page(
    'it',
    'Studio Rossi',
    `<h1>Studio Rossi</h1><p>Architetti a Genova. Progetti in costruzione: Casa al mare, 2026. Scrivete a studio@rossi.example.</p>`,
  ),
  'session musicians': page(
    'en',
    'Session ended',
    `<h1>Session ended</h1><p>The jam session at The Anchor has ended for this year. See you in March.</p>`,
  ),
  'queue library': page(
    'en',
    'queue – a library',
    `<h1>queue</h1><p>A small queue for Node. Jobs wait in line until a worker is free; a job that fails is tried again after some minutes.</p>`,
  ),
})
