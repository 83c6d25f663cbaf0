// Bot checks, captchas, refusals and rate limits, written from what the public products show; all with status 200.
import { bare, inSite, walls } from './wall.ts'

export const CHALLENGES = walls({
  'cloudflare managed challenge': bare(
    'Just a moment...',
    'example.org',
    [
      'Verifying you are human. This may take a few seconds.',
      'example.org needs to review the security of your connection before proceeding.',
    ],
    '<script>window._cf_chl_opt={cvId:"3"}</script><footer>Performance &amp; security by Cloudflare</footer>',
  ),
  'cloudflare without its script': bare('Just a moment...', '', [
    'Enable JavaScript and cookies to continue',
  ]),
  'cloudflare checking your browser': bare(
    'Just a moment...',
    'Checking your browser before accessing example.org.',
    [
      'This process is automatic. Your browser will redirect to your requested content shortly.',
      'Please allow up to 5 seconds…',
      'DDoS protection by Cloudflare',
    ],
  ),
  'cloudflare in German': bare('Nur einen Moment…', 'example.org', [
    'Bestätigen Sie, dass Sie ein Mensch sind. Dies kann einige Sekunden dauern.',
    'example.org muss die Sicherheit Ihrer Verbindung überprüfen, bevor Sie fortfahren können.',
  ]),
  'cloudflare in French': bare('Un instant…', 'example.org', [
    'Vérification que vous êtes humain. Cela peut prendre quelques secondes.',
    'example.org doit vérifier la sécurité de votre connexion avant de continuer.',
  ]),
  'cloudflare in Spanish': bare('Un momento…', 'example.org', [
    'Verificando que usted es un ser humano. Esto puede tardar unos segundos.',
    'example.org necesita revisar la seguridad de su conexión antes de continuar.',
  ]),
  'cloudflare in Japanese': bare('しばらくお待ちください...', 'example.org', [
    'あなたが人間であることを確認します。これには数秒かかる場合があります。',
  ]),
  'cloudflare in Russian': bare('Один момент…', 'example.org', [
    'Проверяем, человек ли вы. Это может занять несколько секунд.',
    'example.org необходимо проверить безопасность вашего подключения перед продолжением.',
  ]),
  'cloudflare in Portuguese': bare('Um momento…', 'example.org', [
    'Verificando se você é humano. Isso pode levar alguns segundos.',
  ]),
  'cloudflare in Italian': bare('Ci siamo quasi…', 'example.org', [
    'Verifica che tu sia un essere umano. Questa operazione può richiedere alcuni secondi.',
  ]),
  'cloudflare in Polish': bare('Jeszcze chwila…', 'example.org', [
    'Sprawdzamy, czy jesteś człowiekiem. Może to zająć kilka sekund.',
  ]),
  'cloudflare in Dutch': bare('Een moment geduld…', 'example.org', [
    'We controleren of u een mens bent. Dit kan enkele seconden duren.',
  ]),
  'cloudflare in Chinese': bare('请稍候…', 'example.org', ['正在验证您是否是真人。这可能需要几秒钟时间。']),
  imperva: bare('Pardon Our Interruption', 'Pardon Our Interruption', [
    'As you were browsing something about your browser made us think you were a bot. There are a few reasons this might happen:',
    "You've disabled JavaScript in your web browser.",
    "You're a power user moving through this website with super-human speed.",
    "You've disabled cookies in your web browser.",
    'A third-party browser plugin, such as Ghostery or NoScript, is preventing JavaScript from running.',
    'To regain access, please make sure that cookies and JavaScript are enabled before reloading the page.',
  ]),
  'imperva frame': bare(
    '',
    '',
    [],
    '<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&amp;xinfo=8-1">Request unsuccessful. Incapsula incident ID: 877000240-123</iframe>',
  ),
  'imperva text': bare('', '', ['Request unsuccessful. Incapsula incident ID: 877000240012345678-12345']),
  anubis: bare(
    "Making sure you're not a bot!",
    "Making sure you're not a bot!",
    [
      'Loading...',
      'You are seeing this because the administrator of this website has set up Anubis to protect the server against the scourge of AI companies aggressively scraping websites.',
      'Sadly, you must enable JavaScript to get past this challenge.',
    ],
    '<script id="anubis_challenge" type="application/json">{"rules":{"difficulty":4}}</script>',
  ),
  'anubis with words of its own': bare(
    'Please wait',
    'One moment, admiral',
    ['Protected by Anubis from Techaro.'],
    '<img src="/.within.website/x/cmd/anubis/static/img/pensive.webp"><script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>',
  ),
  'anubis in German': bare(
    'Es wird überprüft, ob Sie ein Bot sind!',
    'Es wird überprüft, ob Sie ein Bot sind!',
    ['Wird geladen...'],
  ),
  vercel: bare('Vercel Security Checkpoint', '', [
    "We're verifying your browser",
    'Website owner? Click here to fix',
    'Vercel Security Checkpoint | fra1::1763',
  ]),
  'aws waf': bare(
    '',
    '',
    [],
    '<script>window.gokuProps = {"key":"AQID"};</script><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you\'re not a robot.</noscript>',
  ),
  akamai: bare(
    '',
    '',
    ['Powered and protected by Privacy'],
    '<script src="/_sec/cp_challenge/abc.js"></script>',
  ),
  kasada: bare(
    '',
    '',
    [],
    '<script>window.KPSDK={};KPSDK.now=1</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/ips.js?kpsdk"></script>',
  ),
  'ddos-guard': bare(
    'DDOS-GUARD',
    'Checking your browser before accessing example.ru',
    ['Please wait a few seconds. Once this check is complete, the website will open automatically'],
    '<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
  ),
  sucuri: bare(
    'You are being redirected...',
    '',
    ['Javascript is required. Please enable javascript before you are allowed to see this page.'],
    '<script>var sucuri_cloudproxy_js="";</script>',
  ),
  'a bot check of its own': bare('Robot check', 'Are you a robot?', [
    'Please confirm that you are human to continue. Your browser will be checked automatically.',
  ]),
  'browser verification': bare('Browser verification', 'Verifying your browser...', [
    'Please wait while we verify your browser. JavaScript is required.',
  ]),
  'unusual activity': bare(
    'Bloomberg - Are you a robot?',
    "We've detected unusual activity from your computer network",
    [
      "To continue, please click the box below to let us know you're not a robot.",
      'Please make sure your browser supports JavaScript and cookies and that you are not blocking them from loading.',
      'Block reference ID: 7d9a',
    ],
  ),
  'security check in French': bare('Vérification de sécurité', 'Êtes-vous un robot ?', [
    'Veuillez patienter pendant que nous vérifions votre navigateur.',
  ]),
  'security check in German': bare('Sicherheitsüberprüfung', 'Ihr Browser wird überprüft', [
    'Bitte warten Sie, während wir Ihren Browser überprüfen. Aktivieren Sie JavaScript und Cookies.',
  ]),
  'hcdn check': bare('Checking your browser', '', [
    'Checking your browser before accessing. Just a moment...',
  ]),
  'go-away': bare('Checking you are not a bot', 'Checking you are not a bot', [
    'Your browser is being checked. This should take only a moment.',
    'Protected by go-away',
  ]),
})

export const CAPTCHAS = walls({
  amazon: bare(
    'Amazon.com',
    'Enter the characters you see below',
    [
      "Sorry, we just need to make sure you're not a robot. For best results, please make sure your browser is accepting cookies.",
      'Type the characters you see in this image:',
    ],
    '<form method="get" action="/errors/validateCaptcha"><input type=hidden name=amzn value=x><img src="https://images-na.example/captcha/abc.jpg"><input type=text id="captchacharacters" name="field-keywords"><button>Continue shopping</button></form>',
  ),
  'amazon button': bare(
    'Amazon.de',
    '',
    ['Klicke auf die Schaltfläche unten, um mit dem Einkauf fortzufahren'],
    '<form method="get" action="/errors/validateCaptcha"><input type=hidden name=amzn value=x><button>Weiter shoppen</button></form>',
  ),
  'amazon in German': bare(
    'Amazon.de',
    'Geben Sie die Zeichen unten ein',
    ['Bei uns ist gerade viel los. Wir möchten sicherstellen, dass Sie kein Roboter sind.'],
    '<form method="get" action="/errors/validateCaptcha"><input name="field-keywords"></form>',
  ),
  'google sorry': bare(
    'https://www.google.com/search?q=x',
    '',
    [
      'About this page',
      "Our systems have detected unusual traffic from your computer network. This page checks to see if it's really you sending the requests, and not a robot.",
      'IP address: 192.0.2.1',
      'Time: 2026-11-20T10:00:00Z',
    ],
    '<form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-sitekey="x"></div></form>',
  ),
  perimeterx: bare(
    'Access to this page has been denied',
    'Press & Hold to confirm you are a human (and not a bot).',
    ['Reference ID 1234'],
    '<div id="px-captcha"></div>',
  ),
  'perimeterx text': bare('Access to this page has been denied.', 'Please verify you are a human', [
    'Access to this page has been denied because we believe you are using automation tools to browse the website.',
    'This may happen as a result of the following: Javascript is disabled or blocked by an extension (ad blockers for example). Your browser does not support cookies.',
    'Reference ID: #d1',
  ]),
  datadome: bare(
    'example.com',
    '',
    [],
    '<script>var dd={"cid":"x","host":"geo.captcha-delivery.com"}</script><iframe src="https://geo.captcha-delivery.com/captcha/?x" title="DataDome CAPTCHA"></iframe>',
  ),
  'datadome text': bare('example.fr', '', [
    'Veuillez activer JS et désactiver tout bloqueur de publicité',
    'Please enable JS and disable any ad blocker',
  ]),
  'turnstile page': bare(
    'Verify you are human',
    'Verify you are human by completing the action below.',
    [],
    '<form action="/verify" method="post"><div class="cf-turnstile" data-sitekey="x"></div></form>',
  ),
  'hcaptcha page': bare(
    'Security check',
    'One more step',
    ['Please complete the security check to access example.com'],
    '<form><div class="h-captcha" data-sitekey="x"></div></form>',
  ),
  'recaptcha page': bare(
    'Captcha',
    '',
    ['Please solve the captcha to continue.'],
    '<form method=post><div class="g-recaptcha" data-sitekey="x"></div><input type=submit></form>',
  ),
  'geetest page': bare(
    '安全验证',
    '请完成安全验证',
    ['向右滑动完成验证'],
    '<div id="captcha" class="geetest_holder"></div>',
  ),
  'yandex smart captcha': bare(
    'Ой!',
    'Подтвердите, что запросы отправляли вы, а не робот',
    ['Нам очень жаль, но запросы с вашего устройства похожи на автоматические.'],
    '<form action="/checkcaptcha"><input type=submit value="Я не робот"></form>',
  ),
  'captcha in Spanish': bare(
    'Verificación',
    'Confirma que no eres un robot',
    ['Completa el captcha para continuar.'],
    '<form><div class="g-recaptcha"></div></form>',
  ),
  'captcha in Portuguese': bare(
    'Verificação de segurança',
    'Confirme que você não é um robô',
    ['Resolva o captcha para continuar navegando.'],
    '<form><div class="h-captcha"></div></form>',
  ),
  'arkose page': bare(
    'Verification',
    'Please verify you are human',
    ['Solve the puzzle so we know you are a real person.'],
    '<div id="FunCaptcha"></div><script src="https://client-api.arkoselabs.com/v2/x/api.js"></script>',
  ),
})

export const REFUSALS = walls({
  'akamai access denied': bare('Access Denied', 'Access Denied', [
    'You don\'t have permission to access "http://www.example.com/shop" on this server.',
    'Reference #18.6d9a1402.1763&#46;3f2b',
    'https://errors.edgesuite.net/18.6d9a1402.1763.3f2b',
  ]),
  'cloudflare 1020': bare(
    'Access denied | www.example.com used Cloudflare to restrict access',
    'Error 1020',
    [
      'Ray ID: 7d9a1b • 2026-11-20 10:00:00 UTC',
      'Access denied',
      'What happened?',
      'This website is using a security service to protect itself from online attacks.',
    ],
  ),
  'cloudflare blocked': bare('Attention Required! | Cloudflare', 'Sorry, you have been blocked', [
    'You are unable to access example.com',
    'Why have I been blocked?',
    'This website is using a security service to protect itself from online attacks. The action you just performed triggered the security solution. There are several actions that could trigger this block including submitting a certain word or phrase, a SQL command or malformed data.',
    'What can I do to resolve this?',
    'You can email the site owner to let them know you were blocked. Please include what you were doing when this page came up and the Cloudflare Ray ID found at the bottom of this page.',
    'Cloudflare Ray ID: 7d9a',
  ]),
  'cloudflare 1015': bare('Access denied | example.com used Cloudflare to restrict access', 'Error 1015', [
    'Ray ID: 88',
    'You are being rate limited',
    'What happened? The owner of this website (example.com) has banned you temporarily from accessing this website.',
  ]),
  'cloudflare 1009': bare('Access denied | example.com used Cloudflare to restrict access', 'Error 1009', [
    'The owner of this website (example.com) has banned the country or region your IP address is in (DE) from accessing this website.',
  ]),
  f5: bare('Request Rejected', '', [
    'The requested URL was rejected. Please consult with your administrator.',
    'Your support ID is: 1234567890123456789',
    '[Go Back]',
  ]),
  wordfence: bare(
    'Your access to this site has been limited by the site owner',
    'Your access to this site has been limited by the site owner',
    [
      'Your access to this service has been limited. (HTTP response code 503)',
      'If you think you have been blocked in error, contact the owner of this site for assistance.',
      'Block Technical Data. Generated by Wordfence',
    ],
  ),
  'sucuri blocked': bare(
    'Sucuri WebSite Firewall - Access Denied',
    'Access Denied - Sucuri Website Firewall',
    [
      'If you are the site owner (or you manage this site), please whitelist your IP or if you think this block is an error please open a support ticket.',
      'Block reason: Bad bot access attempt.',
    ],
  ),
  modsecurity: bare('Not Acceptable!', 'Not Acceptable!', [
    'An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.',
  ]),
  'apache forbidden': bare('403 Forbidden', 'Forbidden', [
    "You don't have permission to access this resource.",
  ]),
  'nginx forbidden': bare('403 Forbidden', '403 Forbidden', ['nginx']),
  'reddit blocked': bare('Blocked', "You've been blocked by network security.", [
    'To continue, log in to your Reddit account or use your developer token',
    "If you think you've been blocked by mistake, file a ticket below and we'll look into it.",
  ]),
  'whoa there': bare('Blocked', 'whoa there, pardner!', [
    'Your request has been blocked due to a network policy.',
    'Try logging in or creating an account here to get back to browsing.',
  ]),
  cloudfront: bare('ERROR: The request could not be satisfied', '403 ERROR', [
    'The request could not be satisfied.',
    "Request blocked. We can't connect to the server for this app or website at this time. There might be too much traffic or a configuration error.",
    'Generated by cloudfront (CloudFront)',
    'Request ID: abc==',
  ]),
  'cloudfront country': bare('ERROR: The request could not be satisfied', '403 ERROR', [
    'The Amazon CloudFront distribution is configured to block access from your country.',
    'Generated by cloudfront (CloudFront)',
  ]),
  'gdpr block': bare('451: Unavailable due to legal reasons', '451: Unavailable due to legal reasons', [
    'We recognize you are attempting to access this website from a country belonging to the European Economic Area (EEA) including the EU which enforces the General Data Protection Regulation (GDPR) and therefore access cannot be granted at this time.',
  ]),
  'not in your region': bare('Not available', 'This content is not available in your region', [
    'Sorry, this website is not available in your country.',
  ]),
  'unfortunately unavailable in Europe': bare('example.com', '', [
    'Unfortunately, our website is currently unavailable in most European countries. We are engaged on the issue and committed to looking at options that support our full range of digital offerings to the EU market.',
  ]),
  'ip blocked': bare('Access blocked', 'Your IP address has been blocked', [
    'If you believe this is an error, please contact the webmaster.',
  ]),
  'denied in German': bare('Zugriff verweigert', 'Zugriff verweigert', [
    'Sie haben keine Berechtigung, auf diese Seite zuzugreifen.',
    'Ihre IP-Adresse wurde gesperrt.',
  ]),
  'denied in French': bare('Accès refusé', 'Accès refusé', [
    "Vous n'avez pas la permission d'accéder à cette page sur ce serveur.",
    'Votre adresse IP a été bloquée.',
  ]),
  'denied in Spanish': bare('Acceso denegado', 'Acceso denegado', [
    'No tiene permiso para acceder a esta página. Su dirección IP ha sido bloqueada.',
  ]),
  'denied in Italian': bare('Accesso negato', 'Accesso negato', [
    'Non hai i permessi per accedere a questa pagina.',
  ]),
  'denied in Russian': bare('Доступ запрещён', 'Доступ запрещён', [
    'Ваш IP-адрес заблокирован. Обратитесь к администратору.',
  ]),
  'denied in Japanese': bare('アクセスが拒否されました', 'アクセスが拒否されました', [
    'このページにアクセスする権限がありません。',
  ]),
  fortinet: bare('Web Page Blocked!', 'Web Page Blocked!', [
    'The page cannot be displayed. Please contact the administrator for additional information.',
    'Attack ID: 20000051',
  ]),
  radware: bare('Unauthorized Activity Has Been Detected', 'Unauthorized Activity Has Been Detected', [
    'Case Number: 7b1',
    'To get access back, contact the website owner and quote the case number.',
  ]),
  'azure front door': bare('Access forbidden', '', ['The request is blocked.', '20261120T100000Z-r1']),
  fastly: bare('Forbidden', 'Error 54113', ['Access denied by security policy', 'Varnish cache server']),
})

export const RATE_LIMITS = walls({
  'too many requests': bare('Too Many Requests', 'Too Many Requests', [
    'The user has sent too many requests in a given amount of time.',
  ]),
  '429 nginx': bare('429 Too Many Requests', '429 Too Many Requests', ['nginx']),
  github: inSite(
    'Rate limit · Harbour',
    '<h1>Whoa there!</h1><p>You have exceeded a secondary rate limit.</p><p>Please wait a few minutes before you try again; in some cases this may take up to an hour.</p>',
  ),
  'slow down': bare('Slow down', 'Slow down!', [
    "You're making requests too quickly. Please wait a few minutes and try again.",
  ]),
  'limit reached': bare('Error', 'Rate limit exceeded', [
    'You have made too many requests from this IP address. Try again in 60 seconds.',
  ]),
  'in German': bare('Zu viele Anfragen', 'Zu viele Anfragen', [
    'Sie haben zu viele Anfragen gesendet. Bitte versuchen Sie es später erneut.',
  ]),
  'in French': bare('Trop de requêtes', 'Trop de requêtes', [
    'Vous avez envoyé trop de requêtes. Veuillez réessayer plus tard.',
  ]),
  'in Spanish': bare('Demasiadas solicitudes', 'Demasiadas solicitudes', [
    'Ha realizado demasiadas solicitudes. Inténtelo de nuevo más tarde.',
  ]),
  'in Russian': bare('Слишком много запросов', 'Слишком много запросов', [
    'Вы отправили слишком много запросов. Повторите попытку позже.',
  ]),
  'in Chinese': bare('请求过于频繁', '请求过于频繁', ['您的访问过于频繁,请稍后再试。']),
  scholar: bare('Sorry...', "We're sorry...", [
    "... but your computer or network may be sending automated queries. To protect our users, we can't process your request right now.",
  ]),
  'quota page': bare('Request limit', 'Request throttled', [
    'Request rate limit exceeded: your requests are being throttled. Please reduce your request rate.',
  ]),
})
