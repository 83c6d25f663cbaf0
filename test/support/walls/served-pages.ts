// Pages of content that share words, titles, forms or scripts with walls, with the markup that sites have round them.
import { inSite, prose, walls } from './wall.ts'

const LOGIN =
  '<form action="/account/login" method="post"><label>E-mail <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form>'
const GOODS =
  '<h1>Rope, 20 m</h1><p class="price">£24.00</p><p>Three strands of hemp, laid by hand, with a spliced eye at one end. In stock, sent within two days.</p><button>Add to basket</button>'

export const SERVED_PAGES = walls({
  'article about captchas': inSite(
    'What is a CAPTCHA and how does it work? | Harbour Tech',
    `<article><h1>What is a CAPTCHA and how does it work?</h1><p>A CAPTCHA asks you to prove you are not a robot. You may have to type the characters you see in an image or to select all pictures with boats.</p>${prose(150)}<h2>Are you a robot?</h2>${prose(80)}</article>`,
  ),
  'article about a bot check': inSite(
    'Just a moment: what the page of Cloudflare means | Harbour Tech',
    `<article><h1>"Just a moment..." explained</h1><p>The page says “Checking your browser before accessing” and shows a Ray ID. It needs to review the security of your connection.</p>${prose(160)}</article>`,
  ),
  'how to fix error 1020': inSite(
    'How to fix error 1020: Access denied - Harbour Help',
    `<article><h1>How to fix error 1020: Access denied</h1><ol><li>Clear the cookies of the site.</li><li>Switch the VPN off.</li><li>Write to the owner with the Cloudflare Ray ID.</li></ol>${prose(90)}</article>`,
  ),
  'short answer on 403': inSite(
    '403 Forbidden - HTTP | Reference',
    '<article><h1>403 Forbidden</h1><p>The HTTP 403 Forbidden client error response status code indicates that the server understood the request but refused to process it. This status is similar to 401, except that for 403 Forbidden responses, authenticating makes no difference.</p><h2>Status</h2><pre><code>403 Forbidden</code></pre><h2>Examples</h2><p>The example request below is made to an API for user management by a client that may not delete users.</p><pre>DELETE /users/123 HTTP/1.1\nHost: example.test</pre></article>',
  ),
  'documentation of 404': inSite(
    '404 Not Found - HTTP | Reference',
    '<article><h1>404 Not Found</h1><p>The HTTP 404 Not Found client error response status code indicates that the server cannot find the requested resource. Links that lead to a 404 page are often called broken or dead links and can be subject to link rot.</p><h2>Custom error pages</h2><p>You can show a custom page that is more helpful to a user and says what to do next. For Apache this is one line in .htaccess.</p><pre>ErrorDocument 404 /notfound.html</pre></article>',
  ),
  'documentation of 429': inSite(
    '429 Too Many Requests - HTTP | Reference',
    '<article><h1>429 Too Many Requests</h1><p>The status code indicates the client has sent too many requests in a given amount of time. This mechanism of asking the client to slow down the rate of requests is commonly called rate limiting.</p><h2>Examples</h2><pre>HTTP/1.1 429 Too Many Requests\nRetry-After: 3600</pre><p>A Retry-After header may be included to say how long the client should wait before making the request again.</p></article>',
  ),
  'rate limits of an API': inSite(
    'Rate limits | Harbour API',
    '<h1>Rate limits</h1><p>Each key may send 600 requests in a minute. When the rate limit is exceeded, the API answers 429 and a Retry-After header.</p><table><tr><th>Plan</th><th>Requests a minute</th></tr><tr><td>Free</td><td>60</td></tr><tr><td>Team</td><td>600</td></tr></table>',
  ),
  'shop with a login in its head': inSite('Rope, 20 m | Harbour Goods', GOODS).replace(
    '<nav>',
    `<div class="account-panel">${LOGIN}<a href="/forgot">Forgot your password?</a></div><nav>`,
  ),
  'shop with a login under the menu': `<!DOCTYPE html><html><head><title>Rope, 20 m</title></head><body><div id="top"><ul class="links"><li><a href="/">Start</a></li><li><a href="/ropes">Ropes</a></li><li><a href="/anchors">Anchors</a></li></ul><div class="customer-login">${LOGIN}</div></div><div id="wrapper">${GOODS}<h2>Details</h2><p>Breaking load 900 kg, weight 2.4 kg. Keep it dry and out of the sun when it is not used.</p></div></body></html>`,
  'checkout of a guest': inSite(
    'Checkout | Harbour Goods',
    `<h1>Checkout</h1><p>Order as a guest or sign in.</p><table><tr><td>Rope, 20 m</td><td>£24.00</td></tr><tr><td>Postage</td><td>£3.50</td></tr><tr><td>Total</td><td>£27.50</td></tr></table><h2>Delivery address</h2><form><input name="name"><input name="street"><input name="town"><input name="postcode"><input type="email" name="email"><button>Go on to payment</button></form>`,
  ),
  'help on signing in': inSite(
    'I cannot sign in - Harbour Help Centre',
    '<h1>I cannot sign in</h1><p>If you forgot your password, press the link below the form and we send you a new one. You must be logged in to see your orders.</p><p>Was this answer helpful? Yes No</p>',
  ),
  'plans of a product': inSite(
    'Pricing | Harbour Cloud',
    `<h1>Plans and prices</h1><div><h2>Free</h2><p>One project, three members, no card needed.</p><a href="/signup">Sign up</a></div><div><h2>Team</h2><p>Ten projects and all members, £8 a month each.</p><a href="/signup?plan=team">Start free trial</a></div><div><h2>Already have an account?</h2><a href="/login">Log in</a></div>`,
  ),
  'home with a form to begin': inSite(
    'Harbour Mail',
    '<h1>Letters by boat</h1><p>Send a letter to any island of the bay. We print it, fold it and put it on the next boat.</p><form action="/signup"><input type="email" name="email" placeholder="Your e-mail"><button>Start for free</button></form><p>Used by 4,000 islanders.</p>',
  ),
  'newsletter page': inSite(
    'Newsletter | Harbour',
    '<h1>The letter from the quay</h1><p>Once a month we write about boats that came in, and about the tides. Enter your e-mail to get it.</p><form action="/subscribe"><input type="email" name="EMAIL"><div class="h-captcha"></div><button>Subscribe</button></form>',
  ),
  'cookie policy': inSite(
    'Cookie policy | Harbour Works',
    `<h1>Cookie policy</h1><p>We use cookies and similar technologies to run this site and, with your consent, to measure how it is used.</p><table><tr><th>Cookie</th><th>Purpose</th><th>Kept for</th></tr><tr><td>sid</td><td>keeps you signed in</td><td>session</td></tr><tr><td>_m</td><td>counts visits</td><td>one year</td></tr></table><p>You may change your choice at any time.</p>`,
  ),
  'recipe for cookies': inSite(
    'Oat cookies | Harbour Kitchen',
    '<h1>Oat cookies</h1><p>Accept no shop cookies when these take twenty minutes.</p><ul><li>200 g oats</li><li>100 g butter</li><li>80 g sugar</li></ul><p>Mix, roll, bake at 180 degrees until they are brown at the rim.</p>',
  ),
  'page under a consent box': inSite(
    'Tide tables | Harbour',
    '<h1>Tide tables</h1><p>High water at the quay, in local time.</p><table><tr><td>Monday</td><td>06:12</td><td>18:40</td></tr><tr><td>Tuesday</td><td>07:01</td><td>19:28</td></tr></table>',
  ).replace(
    '</body>',
    '<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter"></div><div id="onetrust-banner-sdk" role="dialog"><h2>We value your privacy</h2><p>We and our 212 partners store and/or access information on a device, such as cookies, and process personal data for personalised advertising, measurement and audience research. You may accept or manage your choices.</p><button>Accept all</button><button>Reject all</button></div></div></body>',
  ),
  'age of wine': inSite(
    'How old must a wine be? | Harbour Cellar',
    `<h1>How old must a wine be?</h1><p>Most wines are drunk within a year. You must be over 18 to buy them here.</p>${prose(60)}`,
  ),
  'search without results': inSite(
    'Search results for “capstan” | Harbour Goods',
    '<h1>Search results</h1><p>0 results for “capstan”. Check the spelling, or look through our groups of goods.</p><ul><li><a href="/ropes">Ropes</a></li><li><a href="/anchors">Anchors</a></li><li><a href="/lamps">Lamps</a></li></ul>',
  ),
  'lost ships': inSite(
    'Ship not found: the search for the Ada | Harbour News',
    `<h1>Ship not found</h1><p>The search for the Ada was called off on Sunday. She could not be found in the waters off the point.</p>${prose(70)}`,
  ),
  'product sold out': inSite(
    'Brass lamp | Harbour Goods',
    '<h1>Brass lamp</h1><p>£60.00</p><p>Sold out. This lamp is cast in the old foundry and burns oil for twelve hours. The next ones are expected in spring; leave your address and we write to you.</p><form><input type="email" name="email"><button>Tell me</button></form>',
  ),
  'free article with an offer below': inSite(
    'The bridge opens | Harbour Times',
    `<article><h1>The bridge opens</h1>${prose(420)}</article><section class="offer"><h2>Subscribe to the Harbour Times</h2><p>Get full access from £1 a week. Already a subscriber? <a href="/in">Sign in</a></p></section>`,
  ),
  'article on paywalls': inSite(
    'Why newspapers have paywalls | Harbour Media',
    `<article><h1>Why newspapers have paywalls</h1><p>“Subscribe to continue reading” is now a common line below a headline.</p>${prose(1_000)}</article>`,
  ),
  'thread on being blocked': inSite(
    'Sorry, you have been blocked?? - Harbour Forum',
    `<h1>Sorry, you have been blocked??</h1><article class="post"><p class="author">ada</p><time datetime="2026-03-01">1 March</time><div class="content"><p>I get this page from Cloudflare each time I open the shop. Has anyone else seen it?</p></div></article><article class="post"><p class="author">bo</p><time datetime="2026-03-02">2 March</time><div class="content"><p>Yes, since Monday. Switching the VPN off helped here, and so did another browser.</p></div></article><article class="post"><p class="author">cy</p><time datetime="2026-03-03">3 March</time><div class="content"><p>They told me that it was a mistake in their rules. It works again now.</p></div></article>`,
  ),
  'thread with a quick reply': inSite(
    'Which rope for a mooring? - Harbour Forum',
    `<h1>Which rope for a mooring?</h1><article class="post"><p class="author">ada</p><div class="content"><p>I need a rope for a boat of eight metres. Hemp or nylon?</p></div></article><article class="post"><p class="author">bo</p><div class="content"><p>Nylon, for it gives a little.</p></div></article><div class="reply-login"><p>You must log in or register to reply here.</p>${LOGIN}</div>`,
  ),
  'changelog of a firewall': inSite(
    'Changelog | Harbour WAF',
    '<h1>Changelog</h1><h2>2.4</h2><ul><li>The challenge page checks the browser once an hour.</li><li>Access denied pages show the incident ID.</li><li>A captcha is shown after too many requests.</li></ul><h2>2.3</h2><ul><li>Blocked addresses are listed by country.</li></ul>',
  ),
  'product page of a bot defence': inSite(
    'Bot protection | Harbour Secure',
    '<h1>Stop bots before they reach your site</h1><p>Verify that visitors are human without puzzles.</p><h2>No captcha</h2><p>Our check runs in the browser and takes less than a second.</p><h2>For each request</h2><p>Rules block or challenge automated traffic at the edge.</p><a href="/demo">Book a demo</a>',
  ),
  'protected page with its scripts': inSite(
    'Opening hours | Harbour Museum',
    '<h1>Opening hours</h1><p>The museum is open from Tuesday to Sunday, from 10 to 18. The last entry is at 17:15. Closed on the first Monday of May.</p>',
    '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script><script src="https://www.google.test/recaptcha/api.js?render=x"></script><script>window._pxAppId="PX1"</script>',
  ),
  'status page': inSite(
    'Harbour Cloud Status',
    '<h1>All systems operational</h1><ul><li>API: operational</li><li>Login: operational</li><li>Access control: degraded</li></ul><h2>Past incidents</h2><p>Nov 2: Some users saw “too many requests” for eleven minutes. Resolved.</p>',
  ),
  'game about robots': inSite(
    'Robot or Human? | Harbour Games',
    '<h1>Robot or Human?</h1><p>A game for three to six players. One of you is a robot and must not be found out. Each round the others ask a question.</p><ul><li>Ages 8 and up</li><li>20 minutes</li><li>£14</li></ul>',
  ),
  'private beach': inSite(
    'Private property | Harbour Walks',
    '<h1>The private beach</h1><p>Access to the beach beyond the wall is forbidden: it belongs to the castle. From the path one sees it well, and at low tide the sands in front of it are free to all.</p>',
  ),
  'app that shows its text without scripts': `<!DOCTYPE html><html lang="en"><head><title>Harbour Docs</title></head><body><div id="__next"><header><a href="/">Harbour Docs</a></header><main><h1>Install</h1><p>Run the command below and answer the questions. It takes about a minute.</p><pre><code>npm create harbour</code></pre></main></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/_next/static/main.js"></script></body></html>`,
})
