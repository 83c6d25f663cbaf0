// Walls written after the rules: what their first run found is in docs/pages.md, since then they serve like the others.
import { bare, inSite, prose, walls, type WallSet } from './wall.ts'

const PASSWORD =
  '<form method="post"><input type="text" name="user"><input type="password" name="pass"><button>Go</button></form>'

export const LATER: WallSet = {
  challenge: walls({
    'cloudflare in Turkish': bare(
      'Bir dakika lütfen...',
      'example.com.tr',
      ['İnsan olduğunuz doğrulanıyor. Bu işlem birkaç saniye sürebilir.'],
      '<script>window._cf_chl_opt={}</script>',
    ),
    'cloudflare in Korean': bare(
      '잠시만 기다리십시오…',
      'example.kr',
      ['사람인지 확인하는 중입니다. 몇 초 정도 걸릴 수 있습니다.'],
      '<script>window._cf_chl_opt={}</script>',
    ),
    'human challenge': bare(
      'example.com',
      'Before we continue...',
      ['Press & Hold to confirm you are a human (and not a bot).', 'Reference ID 9d81'],
      '<div id="px-captcha"></div>',
    ),
    'shield of a host': bare(
      'One moment, please...',
      'Please wait while your request is being verified...',
      [],
      '<script>setTimeout(function(){location.reload()},5000)</script>',
    ),
    'wordpress shield': bare('Checking your browser', 'Checking your browser...', [
      'This may take a few seconds. You will be redirected automatically.',
    ]),
    'aws human verification': bare(
      'Human Verification',
      '',
      [],
      '<script>window.gokuProps={}</script><div id="captcha-container"></div>',
    ),
    'anubis in French': bare(
      "On vérifie que vous n'êtes pas un robot !",
      "On vérifie que vous n'êtes pas un robot !",
      ['Chargement...'],
      '<script id="anubis_challenge">{}</script>',
    ),
    'ddos-guard in Russian': bare(
      'DDoS-Guard',
      'Проверка браузера перед переходом на сайт example.ru',
      ['Пожалуйста, подождите несколько секунд.'],
      '<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
    ),
    'plain check': bare('Please wait...', 'We are checking your browser', [
      'Verifying you are human, this will only take a second.',
    ]),
  }),
  captcha: walls({
    walmart: bare(
      'Robot or human?',
      'Robot or human?',
      ['Activate and hold the button to confirm that you’re human. Thank You!'],
      '<div id="px-captcha"></div>',
    ),
    etsy: bare(
      'etsy.com',
      '',
      ['Please enable JS and disable any ad blocker'],
      '<script>var dd={"host":"geo.captcha-delivery.com"}</script>',
    ),
    zillow: bare(
      'Access to this page has been denied',
      'Press & Hold to confirm you are a human (and not a bot).',
      [],
      '<div id="px-captcha"></div>',
    ),
    baidu: bare('百度安全验证', '百度安全验证', ['网络不给力,请稍后重试'], '<div id="captcha"></div>'),
    'simple image': bare(
      'Are you human?',
      'Please enter the text from the image',
      ['This helps us to keep robots away.'],
      '<form><img src="/captcha.php"><input name="captcha"><button>Send</button></form>',
    ),
    'recaptcha in Polish': bare(
      'Weryfikacja',
      'Potwierdź, że nie jesteś robotem',
      [],
      '<form><div class="g-recaptcha"></div></form>',
    ),
  }),
  refusal: walls({
    plesk: bare('403 Forbidden', 'Server Error', [
      '403',
      'Forbidden',
      'You do not have permission to access this document.',
      'Web Server at example.com',
    ]),
    iis: bare('403 - Forbidden: Access is denied.', 'Server Error', [
      '403 - Forbidden: Access is denied.',
      'You do not have permission to view this directory or page using the credentials that you supplied.',
    ]),
    'cloudflare 1006': bare('Access denied | example.org used Cloudflare to restrict access', 'Error 1006', [
      'Access denied',
      'The owner of this website (example.org) has banned your IP address (192.0.2.7).',
      'Ray ID: 77',
    ]),
    'incapsula code 16': bare('', '', [
      'Access denied',
      'Error 16',
      'This request was blocked by our security service',
      'Powered by Imperva',
    ]),
    'blocked in Dutch': bare('Toegang geweigerd', 'Toegang geweigerd', [
      'U heeft geen toegang tot deze pagina.',
    ]),
    'blocked in Polish': bare('Odmowa dostępu', 'Odmowa dostępu', ['Twój adres IP został zablokowany.']),
    'blocked in Portuguese': bare('Acesso negado', 'Acesso negado', [
      'Você não tem permissão para acessar esta página.',
    ]),
    'us only': bare('example.com', 'Sorry!', [
      'This site is not available in your region due to legal restrictions.',
    ]),
    barracuda: bare('Access Denied', '', [
      'The specified URL cannot be accessed. Your request has been blocked by the web application firewall. Event ID: 19f',
    ]),
  }),
  'rate limit': walls({
    apache: bare('429 Too Many Requests', 'Too Many Requests', [
      'The user has sent too many requests in a given amount of time ("rate limiting").',
    ]),
    shop: bare('Too many requests', 'Hold your horses!', [
      'You are browsing too fast. Please try again in a few minutes.',
    ]),
    'in Italian': bare('Troppe richieste', 'Troppe richieste', [
      'Hai effettuato troppe richieste. Riprova più tardi.',
    ]),
    'in Japanese': bare('リクエストが多すぎます', 'リクエストが多すぎます', [
      'しばらくしてからもう一度お試しください。',
    ]),
    'api words': bare('Error', 'Error 429', ['Rate limit exceeded. Retry in 30 seconds.']),
  }),
  login: walls({
    gitlab: bare(
      'Sign in · GitLab',
      'GitLab Community Edition',
      ['Forgot your password?', 'Remember me'],
      '<form id="new_user" action="/users/sign_in"><input name="user[login]"><input type="password" name="user[password]"></form>',
    ),
    twitter: bare(
      'Log in to X / X',
      'Sign in to X',
      ["Don't have an account? Sign up"],
      '<form><input autocomplete="username" name="text"></form>',
    ),
    'shopify password page': bare(
      'Opening soon',
      'Opening soon',
      ['Enter store using password:'],
      '<form action="/password"><input type="password" name="password"><button>Enter</button></form>',
    ),
    okta: bare(
      'Harbour - Sign In',
      'Sign In',
      ['Need help signing in?'],
      '<form><input name="identifier" autocomplete="username"><input type="submit" value="Next"></form>',
    ),
    patreon: inSite(
      'Log in | Harbour',
      '<h1>Log in or sign up</h1><button>Continue with Google</button><form action="/login"><input type="email" name="email"></form>',
    ),
    woltlab: inSite(
      'Zugriff verweigert - Hafenforum',
      '<h1>Zugriff verweigert</h1><p>Der Zugriff auf diese Seite ist Ihnen leider verwehrt. Sie besitzen nicht die notwendigen Zugriffsrechte, um diese Seite aufrufen zu können.</p>',
    ),
    flarum: inSite('Harbour', '<p>You need to be logged in to view this discussion.</p>'),
    vanilla: inSite(
      'Harbour',
      "<h1>Permission Problem</h1><p>You don't have permission to do that. Please sign in to continue.</p>",
    ),
    sharepoint: bare('Sign in to your account', '', ['Enter the password for user@example.org'], PASSWORD),
    'Swedish notice': inSite('Forum', '<p>Du måste vara inloggad för att se den här sidan.</p>'),
    'Czech form': bare('Přihlášení', 'Přihlášení', ['Zapomněli jste heslo?'], PASSWORD),
    'Turkish notice': inSite('Forum', '<p>Bu sayfayı görmek için giriş yapmalısınız.</p>'),
    'German members': inSite(
      'Bereich für Mitglieder',
      '<h1>Bitte anmelden</h1><p>Dieser Bereich ist nur für angemeldete Mitglieder zugänglich.</p>',
    ),
  }),
  consent: walls({
    'google in French': bare(
      "Avant d'accéder à Google",
      "Avant d'accéder à Google",
      ['Nous utilisons des cookies et des données pour fournir les services Google.'],
      '<form action="https://consent.google.com/save"><button>Tout accepter</button></form>',
    ),
    'pur in other words': bare(
      'Zeitung',
      'Mit Werbung lesen',
      [
        'Nutzen Sie unser Angebot mit Werbung und Tracking. Wir und unsere 180 Partner verarbeiten Daten.',
        'Oder: werbefrei für 3,99 € im Monat.',
      ],
      '<button>Akzeptieren</button>',
    ),
    'onetrust alone': bare(
      'Site',
      '',
      [],
      '<div id="onetrust-banner-sdk"><p>By clicking “Accept All Cookies”, you agree to the storing of cookies on your device to enhance site navigation and analyze site usage.</p><button>Accept all</button></div>',
    ),
    alcohol: bare(
      'Welcome',
      'Are you of legal drinking age?',
      ['You must be at least 18 years old to enter this website.'],
      '<button>Yes</button>',
    ),
  }),
  'soft 404': walls({
    'we looked everywhere': inSite(
      'Page Not Found | Harbour',
      '<h1>We looked everywhere</h1><p>The page you were looking for has been moved or no longer exists.</p>',
    ),
    hmm: inSite('Harbour', "<h1>Hmm. We can't find that page.</h1><p>Check the address or go back home.</p>"),
    oops: inSite('Oops', '<h1>Oops! 404</h1><p>The requested URL was not found on this server.</p>'),
    Danish: inSite('Siden blev ikke fundet', '<h1>Siden blev ikke fundet</h1>'),
    Korean: inSite('404', '<h1>페이지를 찾을 수 없습니다</h1>'),
    Czech: inSite('Stránka nenalezena', '<h1>Stránka nenalezena</h1>'),
    'offer over': inSite(
      'Hafen Immobilien',
      '<h1>Dieses Angebot ist nicht mehr verfügbar</h1><p>Die Anzeige wurde gelöscht oder ist abgelaufen.</p>',
    ),
    'hotel gone': inSite(
      'Harbour Hotels',
      '<h1>This property is no longer available</h1><p>The listing has been removed by the owner.</p>',
    ),
    'user gone': inSite(
      'User not found',
      '<h1>User not found</h1><p>The user you are looking for does not exist.</p>',
    ),
    'French shop': inSite(
      'Erreur 404 - Page non trouvée',
      '<h1>Page non trouvée</h1><p>Désolé, cette page n’existe pas.</p>',
    ),
  }),
  paywall: walls({
    times: inSite(
      'Tide',
      `<article><h1>Tide</h1>${prose(90)}<h3>Want to read more?</h3><p>Subscribe now to read the full article.</p></article>`,
      '<script type="application/ld+json">{"isAccessibleForFree": false}</script>',
    ),
    ft: inSite(
      'Tide',
      `<article><h1>Tide</h1>${prose(60)}<h2>Subscribe to unlock this article</h2><p>Try unlimited access. Only €1 for 4 weeks.</p></article>`,
      '<script type="application/ld+json">{"isAccessibleForFree":"False"}</script>',
    ),
    'le monde': inSite(
      'Marée',
      `<article><h1>Marée</h1>${prose(80)}<p>Il vous reste 75.2% de cet article à lire. La suite est réservée aux abonnés.</p></article>`,
    ),
    faz: inSite(
      'Flut',
      `<article><h1>Flut</h1>${prose(80)}<p>Jetzt mit F+ lesen.</p><p>Bereits Abonnent? Jetzt anmelden</p></article>`,
      '<script type="application/ld+json">{"isAccessibleForFree":false}</script>',
    ),
    'patreon post': inSite(
      'Tide',
      `<article><h1>Tide</h1>${prose(60)}<p>This post is for paying subscribers only</p><p>Already a member? Log in</p></article>`,
    ),
    'register wall': inSite(
      'Tide',
      `<article><h1>Tide</h1>${prose(60)}<p>Sign up for free to keep reading.</p></article>`,
      '<script type="application/ld+json">{"isAccessibleForFree":false}</script>',
    ),
  }),
  page: walls({
    'a login help page': inSite(
      'Trouble signing in',
      `<h1>Trouble signing in</h1><p>Forgot your password? Choose “Reset” on the login page.</p>${prose(70)}`,
    ),
    'a waitlist': inSite(
      'Join the waitlist',
      '<h1>Join the waitlist</h1><p>We are building a calmer sea chart. Leave your email and we write once.</p><form action="/waitlist"><input type="email" name="email"><button>Join</button></form>',
    ),
    'a sold-out product': inSite(
      'Blue anchor',
      '<h1>Blue anchor</h1><p>Sold out. 12 kg, galvanised steel, with a shackle of 10 mm. €49.00</p>',
    ),
    'an app with its login beside': inSite(
      'Tide tables',
      '<h1>Tide tables</h1><table><tr><th>Day</th><th>High</th></tr><tr><td>Mon</td><td>06:12</td></tr></table>',
    ).replace('<footer>', `<aside>${PASSWORD}</aside><footer>`),
    'a poll with a captcha': inSite(
      'Poll',
      '<h1>Which pier?</h1><form><label><input type="radio" name="a"> North</label><label><input type="radio" name="a"> South</label><div class="g-recaptcha"></div><button>Vote</button></form>',
    ),
    'a download with a turnstile': inSite(
      'Chart 12',
      '<h1>Chart 12</h1><p>The chart of the northern approach as PDF, 4 MB.</p><form><div class="cf-turnstile"></div><button>Download</button></form>',
    ),
    'an incident report': inSite(
      'Blocked requests on Monday',
      `<h1>Blocked requests on Monday</h1><p>For an hour visitors saw “Sorry, you have been blocked” with a Ray ID.</p>${prose(90)}`,
    ),
    'a wine shop': inSite(
      'Red wine',
      '<h1>Red wine</h1><p>Dry, 13 %, from the south slope. You must be of legal drinking age to order. €12.</p>',
    ),
    'a member story': inSite(
      'Members meet',
      `<h1>Members meet</h1><p>Members only had to sign in at the door.</p>${prose(60)}`,
    ),
    'a short blog post': inSite(
      'Not found',
      '<article><h1>Lost and found</h1><p>My old compass was not found in the attic, but in the boat. It still points north.</p></article>',
    ),
  }),
}
