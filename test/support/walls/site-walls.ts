// Logins, consent, missing pages and paywalls as sites show them; all with status 200.
import { bare, inSite, prose, walls } from './wall.ts'

const PASSWORD =
  '<form action="/login" method="post"><label>Email <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>'
const EMAIL_FIRST =
  '<form action="/signin/identifier" method="post"><input type="email" name="identifier" autocomplete="username" aria-label="Email or phone"><button>Next</button></form>'

export const LOGINS = walls({
  'password form': bare('Login', 'Login', [], PASSWORD),
  'password form in a site': inSite(
    'Log in - Harbour',
    `<h1>Log in</h1>${PASSWORD}<p>Forgot your password?</p><p>New here? Create an account.</p>`,
  ),
  'google first step': bare(
    'Sign in - Google Accounts',
    'Sign in',
    ['to continue to Google Drive', 'Not your computer? Use Guest mode to sign in privately.'],
    EMAIL_FIRST,
  ),
  'microsoft first step': bare(
    'Sign in to your account',
    'Sign in',
    ['No account? Create one!', "Can't access your account?"],
    '<form action="/common/login"><input type="email" name="loginfmt" placeholder="Email, phone, or Skype"><input type="submit" value="Next"></form>',
  ),
  'email first with links': inSite(
    'Sign in | Harbour',
    `<h1>Sign in to Harbour</h1>${EMAIL_FIRST}<p>By continuing you agree to the terms.</p>`,
  ),
  'single sign-on': bare(
    'Sign in',
    'Sign in to Harbour',
    ['Continue with your work account.'],
    '<button>Continue with Google</button><button>Continue with Microsoft</button><button>Continue with SAML SSO</button>',
  ),
  slack: bare(
    'Slack',
    'Sign in to harbour',
    ['harbour.slack.com', 'We suggest using the email address you use at work.'],
    '<form><input type="email" name="email" placeholder="name@work-email.com"><button>Sign In With Email</button></form>',
  ),
  notion: bare(
    'Log in',
    'Think it. Make it.',
    ['Log in to your account'],
    '<button>Continue with Google</button><form><input type="email" placeholder="Enter your email address..."><button>Continue</button></form>',
  ),
  linkedin: bare(
    'Sign Up | LinkedIn',
    'Join LinkedIn',
    ['Already on LinkedIn? Sign in', 'By clicking Agree & Join, you agree to the User Agreement.'],
    '<form><input type="email" name="email-or-phone"><input type="password" name="password"><button>Agree &amp; Join</button></form>',
  ),
  facebook: bare(
    'Log in to Facebook',
    'Log in to Facebook',
    ['You must log in to continue.'],
    '<form action="/login/device-based/regular/login/"><input type="text" name="email"><input type="password" name="pass"><button>Log in</button></form>',
  ),
  instagram: bare(
    'Login • Instagram',
    '',
    ["Don't have an account? Sign up"],
    '<form id="loginForm"><input name="username" aria-label="Phone number, username, or email"><input type="password" name="password"><button>Log in</button></form>',
  ),
  wordpress: bare(
    'Log In ‹ Harbour — WordPress',
    'Powered by WordPress',
    ['Lost your password?', '← Go to Harbour'],
    '<form name="loginform" id="loginform" action="/wp-login.php" method="post"><input type="text" name="log"><input type="password" name="pwd"><input type="submit" value="Log In"></form>',
  ),
  'vbulletin no permission': inSite(
    'Harbour Forums',
    '<div class="panel"><p>You are not logged in or you do not have permission to access this page. This could be due to one of several reasons:</p><ol><li>You are not logged in. Fill in the form at the bottom of this page and try again.</li><li>You may not have sufficient privileges to access this page. Are you trying to edit someone else\'s post, access administrative features or some other privileged system?</li><li>If you are trying to post, the administrator may have disabled your account, or it may be awaiting activation.</li></ol></div>',
  ),
  phpbb: inSite(
    'Harbour Forum - Information',
    '<div class="panel" id="message"><h2 class="message-title">Information</h2><p>The board requires you to be registered and logged in to view this forum.</p></div>',
  ),
  'phpbb not authorised': inSite(
    'Harbour Forum - Information',
    '<h2>Information</h2><p>You are not authorised to read this forum.</p>',
  ),
  xenforo: inSite(
    'Log in | Harbour Boats',
    `<h1>Log in</h1><div>You must be logged-in to do that.</div>${PASSWORD}`,
  ),
  invision: inSite(
    'Harbour Club',
    '<div><p>You do not have permission to view this topic. Try signing in to see it.</p><p>Error code: 2F173/1</p></div>',
  ),
  mybb: inSite(
    'Harbour Board',
    '<table><tr><td><strong>Harbour Board</strong></td></tr><tr><td>You are either not logged in or do not have permission to view this page. This could be because one of the following reasons: You are not logged in or registered. Please use the form at the bottom of this page to login.</td></tr></table>',
  ),
  smf: inSite(
    'Warning!',
    '<h3>Warning!</h3><p>The topic or board you are looking for appears to be either missing or off limits to you. Please login below or register an account.</p>',
  ),
  discourse: inSite(
    'Harbour Talk',
    '<h1>Oops! That page is private.</h1><p>You need to log in to see this topic.</p>',
  ),
  quora: bare(
    'Quora',
    '',
    ['Please sign in to continue reading.'],
    '<form><input type="email" name="email"><input type="password" name="password"></form>',
  ),
  'members only': inSite(
    'Members only',
    '<h1>Members only</h1><p>This page is for members only. Please log in to view this content.</p>',
  ),
  confluence: bare(
    'Log in with Atlassian account',
    'Log in to continue',
    ['Log in to your account'],
    '<form><input type="text" name="username" autocomplete="username"><button>Continue</button></form>',
  ),
  'German form': bare(
    'Anmelden',
    'Anmelden',
    ['Passwort vergessen?'],
    '<form><input name=benutzername><input type=password name=passwort><button>Anmelden</button></form>',
  ),
  'German notice': inSite(
    'Forum',
    '<h2>Hinweis</h2><p>Sie müssen angemeldet sein, um diese Seite zu sehen.</p>',
  ),
  'French form': bare(
    'Connexion',
    'Connectez-vous',
    ['Mot de passe oublié ?'],
    '<form><input type=email name=email><input type=password name=mdp><button>Se connecter</button></form>',
  ),
  'French notice': inSite('Forum', '<p>Vous devez être connecté pour accéder à cette page.</p>'),
  'Spanish form': bare(
    'Iniciar sesión',
    'Iniciar sesión',
    ['¿Olvidaste tu contraseña?'],
    '<form><input type=email><input type=password><button>Entrar</button></form>',
  ),
  'Spanish notice': inSite('Foro', '<p>Debes iniciar sesión para ver este contenido.</p>'),
  'Italian notice': inSite('Forum', "<p>Devi effettuare l'accesso per visualizzare questa pagina.</p>"),
  'Dutch notice': inSite('Forum', '<p>Je moet ingelogd zijn om deze pagina te bekijken.</p>'),
  'Polish notice': inSite('Forum', '<p>Musisz być zalogowany, aby zobaczyć tę stronę.</p>'),
  'Portuguese notice': inSite('Fórum', '<p>Você precisa estar logado para ver esta página.</p>'),
  'Russian notice': inSite('Форум', '<p>Вы должны войти в систему, чтобы просматривать эту страницу.</p>'),
  'Japanese form': bare(
    'ログイン',
    'ログイン',
    ['パスワードをお忘れの方'],
    '<form><input type=text name=id><input type=password name=pw><button>ログイン</button></form>',
  ),
  'Chinese notice': inSite('论坛', '<p>您需要登录后才可以查看此页面。</p>'),
  keycloak: bare(
    'Sign in to harbour',
    'Sign in to your account',
    [],
    '<form id="kc-form-login"><input name="username" type="text" autocomplete="username"><input name="password" type="password"><input type="submit" value="Sign In"></form>',
  ),
})

export const CONSENTS = walls({
  google: bare(
    'Before you continue to Google Search',
    'Before you continue to Google',
    [
      'We use cookies and data to deliver and maintain Google services, track outages and protect against spam, fraud and abuse, and measure audience engagement and site statistics to understand how our services are used.',
      "If you choose to 'Accept all', we will also use cookies and data to develop and improve new services.",
    ],
    '<form action="https://consent.google.com/save" method="POST"><button>Reject all</button></form><form action="https://consent.google.com/save" method="POST"><button>Accept all</button></form>',
  ),
  youtube: bare(
    'Bevor Sie zu YouTube weitergehen',
    'Bevor Sie zu YouTube weitergehen',
    ['Wir verwenden Cookies und Daten, um Google-Dienste anzubieten und zu betreiben.'],
    '<form action="https://consent.youtube.com/save"><button>Alle akzeptieren</button></form>',
  ),
  yahoo: bare(
    'Yahoo is part of the Yahoo family of brands',
    'Yahoo is part of the Yahoo family of brands',
    [
      'We, Yahoo, are part of the Yahoo family of brands.',
      'When you use our sites and apps, we use cookies to: provide our sites and apps to you.',
      'If you click Accept all, we and our partners will also store and/or access information on a device.',
    ],
    '<form class="consent-form" action="/v2/collectConsent" method="post"><button name=agree>Accept all</button><button name=reject>Reject all</button></form>',
  ),
  'named box': bare(
    'News',
    '',
    [],
    '<div id="consent-wall" class="cmp-container"><h2>We value your privacy</h2><p>We and our 842 partners store and access information on your device, such as cookies, and process personal data. Accept to continue.</p><button>Accept all</button><button>Settings</button></div>',
  ),
  'pure subscription': bare(
    'Nachrichten',
    'Mit Werbung weiterlesen',
    [
      'Besuchen Sie unsere Seite wie gewohnt mit Werbung und Tracking. Ihre Zustimmung können Sie jederzeit widerrufen.',
      'Oder nutzen Sie das Pur-Abo für 2,99 € pro Monat ohne Werbung.',
    ],
    '<button>Zustimmen und weiter</button>',
  ),
  'French wall': bare(
    'Journal',
    'Le respect de votre vie privée est notre priorité',
    [
      'Avec votre accord, nous et nos partenaires utilisons des cookies pour stocker et accéder à des informations personnelles.',
      "Accepter et continuer ou s'abonner pour continuer sans accepter.",
    ],
    "<button>Accepter et fermer</button><button>S'abonner</button>",
  ),
  'Spanish wall': bare(
    'Diario',
    'Su privacidad es importante para nosotros',
    [
      'Nosotros y nuestros socios almacenamos o accedemos a información en un dispositivo, como cookies. Acepte para continuar.',
    ],
    '<div class="consent"><button>Aceptar y continuar</button></div>',
  ),
  'Italian wall': bare(
    'Giornale',
    'La tua privacy è importante per noi',
    [
      'Noi e i nostri partner archiviamo e/o accediamo alle informazioni su un dispositivo, come i cookie. Accetta per continuare.',
    ],
    '<button>Accetta e continua</button>',
  ),
  'age gate': bare(
    'Welcome',
    'Please verify your age',
    ['You must be of legal drinking age to enter this site.', 'Are you over 18?'],
    '<button>Yes</button><button>No</button>',
  ),
  'age gate in German': bare(
    'Willkommen',
    'Bist du über 18 Jahre alt?',
    ['Bitte bestätige dein Alter, um diese Seite zu betreten.'],
    '<button>Ja</button><button>Nein</button>',
  ),
})

export const SOFT_404S = walls({
  plain: bare('Page not found', 'Page not found', ['The page you are looking for does not exist.']),
  'in a site': inSite(
    'Page Not Found - Harbour',
    "<h1>Oops! That page can't be found.</h1><p>It looks like nothing was found at this location. Maybe try a search?</p>",
  ),
  '404 heading': inSite('404 | Harbour', '<h1>404</h1><p>This page could not be found.</p>'),
  'error 404': inSite(
    'Error 404',
    "<h1>Sorry, we couldn't find that page</h1><p>It may have been moved or deleted. Here are some links that may help.</p>",
  ),
  'product gone': inSite(
    'Product not available | Harbour',
    '<h1>This product is no longer available</h1><p>The product you are looking for could not be found.</p>',
  ),
  'job gone': inSite(
    'Harbour Jobs',
    '<h1>This job is no longer available</h1><p>The position has been filled or the listing has expired.</p>',
  ),
  'listing removed': inSite(
    'Listing not found',
    '<h2>This listing has been removed</h2><p>The listing you are looking for is no longer active.</p>',
  ),
  lost: inSite(
    'Lost at sea',
    '<h1>Whoops, you seem to be lost</h1><p>404: the page you requested does not exist.</p>',
  ),
  'German one': inSite(
    'Seite nicht gefunden – Hafen',
    '<h1>Seite nicht gefunden</h1><p>Die angeforderte Seite existiert nicht oder wurde verschoben.</p>',
  ),
  'German error': inSite(
    'Fehler 404',
    '<h1>Fehler 404</h1><p>Leider konnte die gewünschte Seite nicht gefunden werden.</p>',
  ),
  'French one': inSite(
    'Page introuvable',
    "<h1>Page introuvable</h1><p>La page que vous recherchez n'existe pas ou a été déplacée.</p>",
  ),
  'French error': inSite('Erreur 404', '<h1>Oups ! Cette page est introuvable</h1>'),
  'Spanish one': inSite(
    'Página no encontrada',
    '<h1>Página no encontrada</h1><p>La página que busca no existe.</p>',
  ),
  'Portuguese one': inSite(
    'Página não encontrada',
    '<h1>Página não encontrada</h1><p>A página que você procura não existe.</p>',
  ),
  'Italian one': inSite(
    'Pagina non trovata',
    '<h1>Pagina non trovata</h1><p>La pagina che stai cercando non esiste.</p>',
  ),
  'Dutch one': inSite(
    'Pagina niet gevonden',
    '<h1>Pagina niet gevonden</h1><p>De pagina die je zoekt bestaat niet.</p>',
  ),
  'Polish one': inSite(
    'Nie znaleziono strony',
    '<h1>Nie znaleziono strony</h1><p>Strona, której szukasz, nie istnieje.</p>',
  ),
  'Swedish one': inSite('Sidan kunde inte hittas', '<h1>Sidan kunde inte hittas</h1>'),
  'Russian one': inSite(
    'Страница не найдена',
    '<h1>Страница не найдена</h1><p>Запрошенная страница не существует.</p>',
  ),
  'Japanese one': inSite(
    'ページが見つかりません',
    '<h1>ページが見つかりません</h1><p>お探しのページは存在しません。</p>',
  ),
  'Chinese one': inSite('页面不存在', '<h1>404</h1><p>抱歉,您访问的页面不存在。</p>'),
  'shop and store': inSite(
    '404 Not Found',
    '<h1>404 Page Not Found</h1><p>The page you requested does not exist. Click here to continue shopping.</p>',
  ),
  'thread gone': inSite(
    'Harbour Forum - Information',
    '<h2>Information</h2><p>The requested topic does not exist.</p>',
  ),
  'video gone': inSite(
    'Video unavailable',
    '<h1>Video unavailable</h1><p>This video is no longer available because it has been removed by the user.</p>',
  ),
})

const teaser = (words: string, head = '', extra = ''): string =>
  inSite(
    'Harbour to be deepened',
    `<article><h1>Harbour to be deepened</h1>${prose(110)}<div class="offer">${words}</div>${extra}</article>`,
    head,
  )
const NOT_FREE =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Harbour to be deepened","isAccessibleForFree":false}</script>'

export const PAYWALLS = walls({
  subscribe: teaser(
    '<h3>Subscribe to continue reading</h3><p>Get unlimited access for €1 a week.</p>',
    NOT_FREE,
  ),
  'already a subscriber': teaser(
    '<p>This article is for subscribers only.</p><p>Already a subscriber? Log in.</p>',
  ),
  'free articles left': teaser(
    "<p>You've reached your limit of free articles.</p><p>Subscribe now for unlimited access.</p>",
    NOT_FREE,
  ),
  'to read the full story': teaser(
    '<p>To read the full story, subscribe or sign in.</p>',
    '',
    '<div class="paywall"></div>',
  ),
  medium: teaser(
    '<h2>The author made this story available to Medium members only.</h2><p>Upgrade to instantly unlock this story.</p>',
    '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>',
  ),
  substack: teaser('<h2>This post is for paid subscribers</h2><p>Already a paid subscriber? Sign in</p>'),
  'keep reading': teaser(
    '<p>Keep reading with a free trial. Subscribe to Harbour Letters to keep reading this post.</p>',
    NOT_FREE,
  ),
  'German plus': teaser(
    '<p>Weiterlesen mit HarbourPlus.</p><p>Jetzt Abo abschließen und alle Artikel lesen. Bereits Abonnent? Hier anmelden.</p>',
    NOT_FREE,
  ),
  'German exclusive': teaser(
    '<p>Dieser Artikel ist nur für Abonnenten verfügbar.</p>',
    '',
    '<div class="paywall-box">Jetzt testen</div>',
  ),
  'French reserved': teaser(
    "<p>Cet article est réservé aux abonnés.</p><p>Il vous reste 80% de l'article à lire. Déjà abonné ? Connectez-vous.</p>",
    NOT_FREE,
  ),
  'Spanish reserved': teaser(
    '<p>Este contenido es exclusivo para suscriptores.</p><p>Suscríbete para seguir leyendo.</p>',
  ),
  'Italian reserved': teaser(
    '<p>Questo articolo è riservato agli abbonati.</p><p>Abbonati per continuare a leggere.</p>',
  ),
  'Dutch reserved': teaser(
    '<p>Dit artikel is alleen voor abonnees.</p><p>Neem een abonnement om verder te lezen.</p>',
  ),
  'Swedish reserved': teaser(
    '<p>Den här artikeln är för prenumeranter.</p><p>Redan prenumerant? Logga in.</p>',
    NOT_FREE,
  ),
  'register to read': teaser(
    '<p>Register for free to continue reading.</p><p>Already have an account? Sign in.</p>',
    NOT_FREE,
  ),
})
