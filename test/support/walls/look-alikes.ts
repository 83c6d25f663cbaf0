// Pages that are content, though something on them looks like a wall.
import { bare, inSite, prose, walls } from './wall.ts'

const PASSWORD =
  '<form action="/login"><input type="email" name="email"><input type="password" name="password"><button>Log in</button></form>'
const SHORT =
  '<h1>Opening hours</h1><p>The harbour office is open on weekdays from 9 to 17. In winter it closes at 16. Call 01234 5678 for a berth.</p>'

export const LOOK_ALIKES = walls({
  'hidden login modal': inSite(
    'Opening hours',
    `${SHORT}<div id="login-modal" style="display:none">${PASSWORD}</div>`,
  ),
  'hidden attribute': inSite('Opening hours', `${SHORT}<div hidden>${PASSWORD}</div>`),
  'modal by its class': inSite(
    'Opening hours',
    `${SHORT}<div class="modal fade" tabindex="-1" role="dialog"><h4>Log in</h4>${PASSWORD}</div>`,
  ),
  'closed dialog': inSite('Opening hours', `${SHORT}<dialog><h2>Sign in</h2>${PASSWORD}</dialog>`),
  'login in the header': inSite('Opening hours', SHORT).replace('<nav>', `${PASSWORD}<nav>`),
  'off-canvas login': inSite('Opening hours', `${SHORT}<aside class="offcanvas">${PASSWORD}</aside>`),
  'recaptcha in a newsletter form': inSite(
    'Opening hours',
    `${SHORT}<form><p>Newsletter</p><input type=email name=email><div class="g-recaptcha"></div><button>Subscribe</button></form>`,
  ),
  'turnstile in a newsletter form': inSite(
    'Opening hours',
    `${SHORT}<form class="newsletter"><input type=email><div class="cf-turnstile" data-sitekey="x"></div></form>`,
  ),
  'invisible recaptcha': bare(
    'Berths',
    'Berths',
    ['Twelve berths are free.'],
    '<div class="g-recaptcha" data-size="invisible"></div>',
  ),
  'contact form': inSite(
    'Contact',
    '<h1>Contact</h1><p>Write to us.</p><form><input name=name><input type=email name=email><textarea name=message></textarea><div class="h-captcha"></div><button>Send</button></form>',
  ),
  'comment form': inSite(
    'A short note',
    '<article><h1>A short note</h1><p>The ferry does not run on Sunday.</p></article><form id="comments"><textarea></textarea><div class="g-recaptcha"></div></form>',
  ),
  'consent bar on a short page': inSite(
    'Opening hours',
    `${SHORT}<div id="cookie-consent" class="consent gdpr"><p>We use cookies to improve your experience on our site and to show you relevant offers. You may accept all of them or choose.</p><button>Accept</button></div>`,
  ),
  'hidden consent box': bare(
    'Berths',
    'Berths',
    ['Twelve berths are free.'],
    '<div id="cmp" style="display:none"><p>We value your privacy. Accept all cookies to continue.</p></div>',
  ),
  'long consent box': inSite(
    'Opening hours',
    `${SHORT}<div class="cmp consent"><h2>We value your privacy</h2><p>${'We and our partners store and access information on a device, such as cookies. '.repeat(12)}</p></div>`,
  ),
  'about a guard': bare('DDoS-Guard', 'DDoS-Guard', [
    'A network of filters that keeps attacks away from websites. The company has offices in three cities.',
    'Its customers pay by the month.',
  ]),
  'about access denied': inSite(
    'How to fix "Access Denied" on this server',
    `<h1>How to fix "Access Denied"</h1>${prose(230)}<p>You don't have permission to access the page: this message comes from a content network.</p>`,
  ),
  'about error 1020': inSite(
    'What is Cloudflare Error 1020?',
    `<article><h1>What is Cloudflare Error 1020?</h1><p>Error 1020: Access denied means that a rule of the site blocked the request.</p>${prose(200)}</article>`,
  ),
  'about captchas': inSite(
    'Are captchas dead?',
    `<h1>Are captchas dead?</h1><p>Verify you are human: the phrase is older than the web.</p>${prose(250)}`,
  ),
  'about 404s': inSite(
    'The best 404 pages',
    `<h1>The best 404 pages of the year</h1><p>Page not found? These sites make the best of it.</p>${prose(250)}`,
  ),
  'rate limits in documentation': inSite(
    'Rate limits',
    `<h1>Rate limits</h1><p>Each key may make 60 requests a minute. Beyond that the API answers 429 Too Many Requests.</p><pre>Retry-After: 30</pre>${prose(80)}`,
  ),
  'sign-in documentation': inSite(
    'Sign in with a key',
    `<h1>Sign in with a key</h1><p>Choose Sign in, enter your email and password, and confirm with the key.</p>${prose(120)}`,
  ),
  'login component demo': inSite(
    'Login form example',
    `<h1>Login form example</h1><p>This example shows a form with labels above the fields. Copy the code below to use it.</p><pre>&lt;form&gt;…&lt;/form&gt;</pre>${PASSWORD}${prose(80)}`,
  ),
  'article with a subscribe box': inSite(
    'A day at sea',
    `<article><h1>A day at sea</h1>${prose(300)}<p>Subscribe to our newsletter to get the best stories every week.</p></article>`,
  ),
  'subscribers in a story': inSite(
    'Paper gains readers',
    `<article><h1>Paper gains readers</h1><p>The paper has more subscribers than ever; many say they subscribe to keep reading the local pages.</p>${prose(300)}</article>`,
  ),
  'not free but whole': inSite(
    'A day at sea',
    `<article><h1>A day at sea</h1>${prose(900)}</article>`,
    '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>',
  ),
  'imperva on a normal page': inSite(
    'Opening hours',
    `${SHORT}<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>`,
  ),
  'kasada on a normal page': inSite('Opening hours', `${SHORT}<script src="/149e9513/p.js?kpsdk"></script>`),
  'cloudflare beacon on a normal page': inSite(
    'Opening hours',
    `${SHORT}<script>(function(){window.__CF$cv$params={r:"8"};var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"})()</script>`,
  ),
  'datadome on a normal page': inSite(
    'Opening hours',
    `${SHORT}<script src="https://js.datadome.co/tags.js"></script>`,
  ),
  'a very short page': bare('Berths', 'Berths', ['Twelve berths are free.']),
  'a status page': inSite('Status', '<h1>All systems operational</h1><p>No incidents reported today.</p>'),
  'a form page': inSite(
    'Subscribe',
    '<h1>Subscribe to the harbour letter</h1><p>One letter a month with tide tables and news of the port.</p><form><input type=email name=email><button>Subscribe</button></form>',
  ),
  'an age in the text': inSite(
    'Sailing school',
    '<h1>Sailing school</h1><p>You must be over 18 to rent a boat without a skipper. Lessons start in May and end in October.</p>',
  ),
  'a private beach': inSite(
    'Private beach',
    '<h1>Private beach</h1><p>Access denied to dogs from May to September. Members only after 20:00.</p>',
  ),
  'order tracking': inSite(
    'Track your order',
    '<h1>Track your order</h1><p>Enter the number of your order and your email to see where it is.</p><form><input name=order><input type=email name=email><button>Track</button></form>',
  ),
  'search without results': inSite(
    'Search',
    '<h1>Search results</h1><p>No results found for “blue anchor”. Try another word.</p>',
  ),
  'moment in the title': inSite('Just a moment: a poem', `<h1>Just a moment</h1>${prose(60)}`),
  'forum post about login': inSite(
    'Cannot log in after the update',
    `<h1>Cannot log in after the update</h1><article><p>Since the update I cannot log in to the site. It says: You must be logged in to view this page. Any idea?</p></article><article><p>Clear the cookies of the site, then log in again; that worked for me and for two others.</p></article>${prose(60)}`,
  ),
  'a question about blocking': inSite(
    'Why have I been blocked by my bank?',
    `<h1>Why have I been blocked?</h1>${prose(120)}`,
  ),
  'a checklist': inSite(
    'Checklist',
    '<h1>Before you continue</h1><p>Check the oil, the water and the lines. Then start the engine and wait for a minute.</p>',
  ),
  'JavaScript note': inSite(
    'Opening hours',
    `<noscript>Please enable JavaScript and cookies to continue.</noscript>${SHORT}`,
  ),
})
