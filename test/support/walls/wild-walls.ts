// Walls and pages beside them as further products and languages serve them, written before the rules were tried on them.
import { bare, inSite, prose, walls, type WallSet } from './wall.ts'

const PASSWORD =
  '<form method="post" action="/session"><input name="user" type="text"><input name="pass" type="password"><button>Go</button></form>'

export const WILD: WallSet = {
  challenge: walls({
    'DDoS-Guard': `<!doctype html><html><head><title>DDoS-Guard</title></head><body data-ddg-origin="true"><div class="container"><h1>Checking your browser before accessing harbour.test</h1><p>Please wait a few seconds. Once this check is complete, the website will open automatically.</p></div><footer><a href="https://ddos-guard.test">Protected by DDoS-Guard</a></footer><script src="/.well-known/ddos-guard/js-challenge/index.js"></script></body></html>`,
    'Akamai interstitial': `<!DOCTYPE html><html lang="en"><head><title>&nbsp;</title><style>.behavioral-content{width:100%}</style></head><body><div id="sec-if-cpt-container" style="display:block"><div class="behavioral-content"><div id="sec-text-if">Powered and protected by</div><img alt="Privacy" src="/akamai.png"></div></div><script src="/SI6Lx/abc?v=1" data-duration="5"></script></body></html>`,
    'AWS challenge': `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title><script src="https://1.token.awswaf.test/challenge.js"></script></head><body><div id="challenge-container"></div><script>AwsWafIntegration.saveReferrer();</script><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you're not a robot. This requires JavaScript. Enable JavaScript and then reload the page.</noscript></body></html>`,
    'Sucuri redirect': `<html><title>You are being redirected...</title><noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval</script></html>`,
    'client challenge': `<!DOCTYPE html><html><head><title>Client Challenge</title></head><body><noscript><div class="noscript-container">JavaScript is disabled in your browser. Please enable JavaScript to proceed.</div></noscript><div id="loading-error" role="alert">A required part of this site couldn’t load. This may be due to a browser extension, network issues, or browser settings. Please check your connection, disable any ad blockers, or try using a different browser.</div></body></html>`,
    'proof of work': bare('Checking you are not a bot', 'Checking you are not a bot', [
      'Solving challenge, please wait. Difficulty 4, speed 120 kH/s.',
      'This process takes a short time and runs once a week.',
    ]),
    'robot check in German': bare('Einen Moment bitte', 'Ihr Browser wird überprüft', [
      'Wir prüfen, ob Ihre Verbindung sicher ist. Sie werden gleich weitergeleitet.',
    ]),
  }),
  captcha: walls({
    'smart captcha': `<!DOCTYPE html><html lang="ru"><head><title>Вы не робот?</title></head><body><div class="CheckboxCaptcha"><h1>Подтвердите, что запросы отправляли вы, а не робот</h1><p>Нам очень жаль, но запросы с вашего устройства похожи на автоматические.</p><form method="POST" action="/checkcaptcha"><input type="submit" value="Я не робот"></form></div></body></html>`,
    'slide to verify': `<html><head><title>Punish</title></head><body><div class="warning"><p>Sorry, we have detected unusual traffic from your network.</p><p>Please slide to verify</p></div><div id="nc_1_wrapper" class="nc_wrapper"></div></body></html>`,
    'security check of Baidu': bare('百度安全验证', '', [
      '网络不给力，请稍后重试',
      '请完成下方验证后继续操作',
    ]),
    'one more step': bare(
      'Attention Required!',
      'One more step',
      ['Please complete the security check to access harbour.test'],
      '<div class="h-captcha" data-sitekey="x"></div>',
    ),
    'image characters': bare(
      'Verification',
      'Please type the characters that you see in the picture',
      ['This helps us to be sure that you are not an automated program.'],
      '<form><img src="/captcha.png" alt=""><input name="code"><button>Submit</button></form>',
    ),
    'Spanish check': bare(
      'Verificación',
      'Confirma que no eres un robot',
      ['Hemos detectado actividad inusual desde tu conexión. Completa la verificación para continuar.'],
      '<div class="g-recaptcha" data-sitekey="x"></div>',
    ),
  }),
  refusal: walls({
    'plain server':
      '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>openresty</center></body></html>',
    'other server': bare('403 - Forbidden: Access is denied.', 'Server Error', [
      '403 - Forbidden: Access is denied.',
      'You do not have permission to view this directory or page using the credentials that you supplied.',
    ]),
    'rule of a firewall': bare('Not Acceptable!', 'Not Acceptable!', [
      'An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.',
    ]),
    'website firewall': bare(
      'Sucuri WebSite Firewall - Access Denied',
      'Access Denied - Sucuri Website Firewall',
      [
        'If you are the site owner (or you manage this site), please whitelist your IP or if you think this block is an error please open a support ticket.',
        'Block reason: Bad bot access attempt. Block ID: BBT011',
      ],
    ),
    'page blocked': bare('Web Page Blocked', 'Web Page Blocked!', [
      'The page cannot be displayed. Please contact the administrator for additional information.',
      'URL: harbour.test/ Client IP: 192.0.2.1 Attack ID: 20000051',
    ]),
    'country is not served': bare('Unavailable', '451: Unavailable due to legal reasons', [
      'We recognize you are attempting to access this website from a country belonging to the European Economic Area (EEA) including the EU which enforces the General Data Protection Regulation (GDPR) and therefore access cannot be granted at this time.',
    ]),
    'address is blocked in German': bare('Zugriff verweigert', 'Zugriff verweigert', [
      'Ihre IP-Adresse wurde aus Sicherheitsgründen gesperrt. Bitte wenden Sie sich an den Betreiber der Website.',
    ]),
  }),
  'rate limit': walls({
    'slow down': bare('Slow down', 'Slow down, you are making too many requests.', [
      'Please retry again in 13 seconds.',
    ]),
    'secondary limit': bare('Rate limit', 'Whoa there!', [
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    ]),
    'too many in German': bare('429', 'Zu viele Anfragen', [
      'Sie haben in kurzer Zeit zu viele Seiten aufgerufen. Bitte versuchen Sie es später erneut.',
    ]),
    'too many in French': bare('Trop de requêtes', 'Trop de requêtes', [
      'Vous avez effectué trop de requêtes. Veuillez réessayer dans quelques minutes.',
    ]),
    bandwidth: bare('509 Bandwidth Limit Exceeded', 'Bandwidth Limit Exceeded', [
      'The server is temporarily unable to service your request due to the site owner reaching his/her bandwidth limit. Please try again later.',
    ]),
  }),
  login: walls({
    'blog login': `<!DOCTYPE html><html lang="en-US"><head><title>Log In ‹ Harbour — WordPress</title></head><body class="login login-action-login wp-core-ui"><div id="login"><h1><a href="https://wordpress.test/">Powered by WordPress</a></h1><form name="loginform" id="loginform" action="/wp-login.php" method="post"><p><label for="user_login">Username or Email Address</label><input type="text" name="log"></p><p><label>Password</label><input type="password" name="pwd"></p><p class="forgetmenot"><input name="rememberme" type="checkbox"> Remember Me</p><input type="submit" value="Log In"></form><p id="nav"><a href="/lost">Lost your password?</a></p><p id="backtoblog"><a href="/">&larr; Go to Harbour</a></p></div></body></html>`,
    'network of people': inSite(
      'Sign Up | Network',
      '<h1>Join Network</h1><form action="/signup"><label>Email</label><input type="email" name="email"><label>Password (6+ characters)</label><input type="password" name="password"><p>By clicking Agree &amp; Join, you agree to the User Agreement.</p><button>Agree &amp; Join</button></form><p>Already on Network? <a href="/login">Sign in</a></p>',
    ),
    'must log in': bare('Log in', 'You must log in to continue.', [], PASSWORD),
    'French login': inSite(
      'Connexion',
      `<h1>Connectez-vous pour accéder à cette page</h1>${PASSWORD}<a href="/oubli">Mot de passe oublié ?</a>`,
    ),
    'single sign-on':
      '<!doctype html><html><head><title>Loading Session Information</title></head><body onload="document.forms[0].submit()"><noscript><p>Since your browser does not support JavaScript, you must press the Continue button once to proceed.</p></noscript><form action="https://idp.test/SAML2/POST/SSO" method="post"><input type="hidden" name="SAMLRequest" value="PHNhbWw+"><noscript><input type="submit" value="Continue"></noscript></form></body></html>',
    'wiki of a company': `<!DOCTYPE html><html><head><title>Log In - Confluence</title></head><body class="login"><header><a href="/">Harbour Wiki</a></header><div id="main"><h1>Log in</h1><div class="aui-message"><p>You must log in to access this page.</p></div><form name="loginform" method="POST" action="/dologin.action">Username<input name="os_username"> Password<input type="password" name="os_password"><input type="submit" value="Log in"></form></div></body></html>`,
  }),
  consent: walls({
    'Italian notice': bare(
      'Benvenuto',
      'Il rispetto della tua riservatezza è la nostra priorità',
      [
        'Noi e i nostri 812 partner archiviamo informazioni su un dispositivo (e/o vi accediamo), come i cookie.',
      ],
      '<button>Accetta e chiudi</button><button>Scopri di più</button>',
    ),
    'age of a shop': bare(
      'Vape Harbour',
      'Age verification',
      ['This website requires you to be 18 years or older to enter. Please verify your age.'],
      '<button>I am over 18</button><button>Exit</button>',
    ),
    'German notice': bare(
      'Zustimmung erforderlich',
      'Ihre Privatsphäre ist uns wichtig',
      [
        'Wir und unsere 180 Partner verarbeiten personenbezogene Daten, um Werbung auszuspielen und zu messen.',
      ],
      '<button>Alle akzeptieren</button><button>Einstellungen</button>',
    ),
    'Spanish notice': bare(
      'Bienvenido',
      'Tu privacidad es importante para nosotros',
      [
        'Nosotros y nuestros socios almacenamos o accedemos a información en un dispositivo, tales como cookies. Puede aceptar o suscribirse.',
      ],
      '<button>Aceptar y continuar</button><button>Rechazar y suscribirse</button>',
    ),
  }),
  'soft 404': walls({
    'French page': inSite(
      'Page introuvable',
      '<h1>Oups !</h1><p>La page que vous recherchez est introuvable.</p><a href="/">Retour à l’accueil</a>',
    ),
    'Spanish page': inSite(
      'Harbour',
      '<h1>Esta página no existe</h1><p>Puede que el enlace esté roto o que la página se haya eliminado.</p>',
    ),
    'product is gone': inSite(
      'Harbour Goods',
      '<h1>Sorry, this product is no longer available</h1><p>Have a look at our other products.</p>',
    ),
    'job is filled': inSite(
      'Jobs | Harbour',
      '<h1>Crane driver</h1><p>This job posting has expired and no longer accepts applications.</p>',
    ),
    'video is gone': inSite(
      'Harbour TV',
      '<h1>Video unavailable</h1><p>This video isn’t available anymore.</p>',
    ),
    'Polish page': inSite(
      'Błąd 404',
      '<h1>Nie znaleziono strony</h1><p>Strona, której szukasz, nie istnieje.</p>',
    ),
    'Japanese page': inSite(
      'ページが見つかりません',
      '<h1>お探しのページは見つかりませんでした</h1><p>URLが変更されたか、削除された可能性があります。</p>',
    ),
    'nothing at this address': inSite(
      'Harbour',
      '<h1>Nothing here</h1><p>It looks like nothing was found at this location. Maybe try a search?</p><form><input type="search"></form>',
    ),
  }),
  paywall: walls({
    'share that is left': inSite(
      'La grue revient',
      `<h1>La grue revient</h1>${prose(80)}<div><p>Il vous reste 83.2% de cet article à lire. La suite est réservée aux abonnés.</p></div>`,
    ),
    'Spanish daily': inSite(
      'La grúa vuelve',
      `<h1>La grúa vuelve</h1>${prose(80)}<div><h2>Suscríbete para seguir leyendo</h2><p>Lee sin límites por 1 € el primer mes.</p></div>`,
    ),
    'Italian daily': inSite(
      'La gru torna',
      `<h1>La gru torna</h1>${prose(80)}<div><p>Questo articolo è riservato agli abbonati. Abbonati per continuare a leggere.</p></div>`,
    ),
    journal: inSite(
      'On cranes',
      `<h1>On cranes</h1><h2>Abstract</h2>${prose(60)}<div class="access"><p>This is a preview of subscription content, log in via an institution to check access.</p><h3>Access this article</h3><p>Buy article PDF €39.95</p></div>`,
    ),
    patron: inSite(
      'The night ferry',
      `<h1>The night ferry</h1>${prose(40)}<div><p>Unlock this post and 112 more by becoming a member. Join now</p></div>`,
    ),
  }),
  empty: walls({
    'svelte app':
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title><link rel="modulepreload" href="/_app/immutable/entry/start.js"></head><body data-sveltekit-preload-data="hover"><div style="display: contents"><script>{__sveltekit_1={base:""};Promise.all([import("/_app/immutable/entry/start.js")])}</script></div></body></html>',
    'nuxt spinner':
      '<!DOCTYPE html><html><head><title>Harbour</title><script type="module" src="/_nuxt/entry.js"></script></head><body><div id="__nuxt"><div class="nuxt-loader-bar"></div></div></body></html>',
    'flutter app':
      '<!DOCTYPE html><html><head><base href="/"><title>harbour</title><script src="flutter_bootstrap.js" async></script></head><body><div id="loading"><p>Loading</p></div></body></html>',
    'blazor app':
      '<!DOCTYPE html><html lang="en"><head><title>Harbour</title></head><body><div id="app"><div class="loading-progress-text">Loading...</div></div><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script src="_framework/blazor.webassembly.js"></script></body></html>',
  }),
  page: walls({
    'age in a biography': inSite(
      'Ada Quay',
      `<h1>Ada Quay</h1><p>She was 18 years old when she entered the harbour office.</p>${prose(40)}`,
    ),
    'club rules': inSite(
      'House rules',
      '<h1>House rules</h1><ul><li>You must be 18 or older to enter.</li><li>No glass on the quay.</li><li>Doors close at 2.</li></ul>',
    ),
    'recipe behind a newsletter': inSite(
      'Fish soup',
      `<h1>Fish soup</h1>${prose(50)}<div class="newsletter"><h2>Never miss a recipe</h2><p>Subscribe to our newsletter.</p><form><input type="email"><button>Subscribe</button></form></div>`,
    ),
    'membership page': inSite(
      'Become a member',
      '<h1>Become a member</h1><p>Members moor at half price and get the yearbook.</p><p>€40 a year.</p><a href="/join">Join now</a>',
    ),
    'subscription prices': inSite(
      'Subscriptions',
      '<h1>Subscribe to The Harbour Times</h1><table><tr><th>Digital</th><td>€10 a month</td></tr><tr><th>Print</th><td>€40 a month</td></tr></table><p>Cancel at any time.</p>',
    ),
    'contact with a captcha': inSite(
      'Contact',
      '<h1>Contact</h1><p>Harbour office, 1 Quay Street. Phone 01234 5678.</p><form><input name="name"><textarea name="message"></textarea><div class="g-recaptcha" data-sitekey="x"></div><button>Send</button></form>',
    ),
    'registration of a course': inSite(
      'Sailing course',
      '<h1>Sailing course for beginners</h1><p>Five evenings in May. Bring warm clothes.</p><form action="/register"><input name="name"><input type="email"><input type="password"><button>Register</button></form>',
    ),
    'loading dock': inSite(
      'Loading',
      '<h1>Loading</h1><p>Lorries use the dock at gate 4. Loading takes place from 6 to 14.</p>',
    ),
    'moved office': inSite(
      'We have moved',
      '<h1>We have moved</h1><p>The harbour office is no longer at 1 Quay Street. You find us at 12 Mill Hill.</p>',
    ),
    'expired certificate': inSite(
      'Certificates',
      '<h1>My certificate has expired</h1><p>Bring your old certificate and a photo to the office. A new one costs €20.</p>',
    ),
    'missing persons': inSite(
      'Not found',
      `<h1>Sailor not found after storm</h1><p>The search for a sailor was ended on Sunday.</p>${prose(40)}`,
    ),
    'events that are over': inSite(
      'Harbour festival',
      '<h1>Harbour festival 2025</h1><p>This event has ended. Pictures are in the gallery.</p><p>The next festival is on 4 July 2026.</p>',
    ),
    'empty basket': inSite(
      'Basket',
      '<h1>Your basket</h1><p>Your basket is empty.</p><a href="/shop">Continue shopping</a>',
    ),
    'no comments yet': inSite(
      'Berth 12',
      '<h1>Berth 12</h1><p>Twelve metres, water and power. €30 a night.</p><h2>Reviews</h2><p>No reviews yet. Log in to write one.</p>',
    ),
    'limits of a fair use': inSite(
      'Bandwidth',
      '<h1>Bandwidth limits</h1><p>Each berth has 50 GB a month. When the limit is exceeded, the speed falls to 1 Mbit/s.</p>',
    ),
    'privacy policy': inSite(
      'Privacy',
      '<h1>Privacy policy</h1><p>We and our partners use cookies. You can change your choice at any time in the settings of your browser.</p><p>The controller is Harbour Works Ltd.</p>',
    ),
    'robots at work': inSite('Robots', `<h1>I am not a robot, says the crane</h1>${prose(60)}`),
    'security notice': inSite(
      'Security',
      '<h1>Security check at the gate</h1><p>Please show your pass. The check takes a few minutes.</p><p>Gate 1 is open from 6 to 22.</p>',
    ),
    'German 403 help': inSite(
      '403 Forbidden beheben',
      `<h1>403 Forbidden: was tun?</h1><p>Der Fehler heißt, dass der Server den Zugriff verweigert. Prüfen Sie die Rechte der Datei .htaccess.</p>${prose(50)}`,
    ),
    'French notice': inSite(
      'Avis',
      '<h1>Travaux</h1><p>La page des horaires sera mise à jour lundi. Le bureau reste ouvert.</p>',
    ),
    'free preview of a book': inSite(
      'The crane',
      `<h1>The crane: a novel</h1><h2>Read a free preview</h2>${prose(120)}<p>Buy the book for €18.</p>`,
    ),
    'shop open to members': inSite(
      'Rope 20 m',
      '<h1>Rope 20 m</h1><p>€24.00</p><p>Members pay €20. <a href="/login">Log in</a> to see your price.</p><button>Add to basket</button>',
    ),
    quiz: inSite(
      'Quiz',
      '<h1>Which harbour are you?</h1><p>Please answer all questions to continue.</p><ol><li>Do you like rain?</li><li>Do you like cranes?</li></ol>',
    ),
    'noscript in a shop': inSite(
      'Anchors',
      '<noscript>Please enable JavaScript to use the basket.</noscript><h1>Anchors</h1><ul><li><a href="/a">Anchor 5 kg</a> €49</li><li><a href="/b">Anchor 10 kg</a> €89</li></ul>',
    ),
    'temporarily closed': inSite(
      'Café Quay',
      '<h1>Café Quay</h1><p>We are temporarily closed until 3 March. Please try again later by phone: 01234 999.</p>',
    ),
    'tourist limit': inSite(
      'Too many visitors',
      `<h1>Too many visitors</h1><p>The island limits visitors to 500 a day.</p>${prose(50)}`,
    ),
    'private event': inSite(
      'Private events',
      '<h1>Private events</h1><p>The hall can be rented for 80 guests. Access is by the quay.</p>',
    ),
    'denied permit': inSite('Permit denied', `<h1>Access to the beach denied by council</h1>${prose(60)}`),
    'verification of boats': inSite(
      'Verification',
      '<h1>Verify your boat</h1><p>Send us a photo of the hull number. We verify it within two days.</p>',
    ),
    unsubscribe: inSite(
      'Newsletter',
      '<h1>You are unsubscribed</h1><p>You will get no more letters from us.</p>',
    ),
  }),
}
