// What walls say, by kind and in the languages of most of the web. All of it is matched against `plainWords`.

export interface WallWords {
  /** A title, or a part of one between bars and dashes, and a heading: as a whole. */
  readonly titles: RegExp
  /** Sentences in the text, in groups that say different things. */
  readonly texts: readonly RegExp[]
  /** What stands beside them, and on other pages too. */
  readonly beside?: RegExp
}

/** One spelling of a text: lower case, straight apostrophes, three dots, single blanks. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2018\u2019\u00b4`]/g, "'")
    .replace(/…/g, '...')
    .replace(/[\u00a0\s]+/g, ' ')
    .trim()
}

export const CHALLENGE_WORDS: WallWords = {
  titles:
    /^(?:just a moment\.\.\.|nur einen moment\.\.\.|un instant\.\.\.|un momento\.\.\.|um momento\.\.\.|ci siamo quasi\.\.\.|jeszcze chwila\.\.\.|een moment geduld\.\.\.|один момент\.\.\.|しばらくお待ちください\.\.\.|请稍候\.\.\.|pardon our interruption|making sure you're not a bot!?|checking (?:that )?you(?:'re| are) not a (?:ro)?bot|vercel security checkpoint|robot check|robot challenge screen|are you a robot\?|browser (?:verification|check)|(?:we are )?checking your browser(?:\.\.\.)?|verifying your browser(?:\.\.\.)?|one moment,? please\.\.\.|client challenge|bir dakika lütfen\.\.\.|잠시만 기다리십시오\.\.\.|on vérifie que vous n'êtes pas un robot ?!?|security checkpoint|bot (?:verification|check)|es wird überprüft, ob sie ein bot sind!?|ihr browser wird überprüft|sicherheitsüberprüfung|vérification de sécurité|êtes-vous un robot ?\?|verificación de seguridad|you are being redirected\.\.\.|(?:les )?cookies (?:requis|(?:sont )?désactivés)|cookies? (?:(?:are|is) )?(?:required|disabled|absent|not enabled|turned off)(?: in your browser)?\.?)$/,
  texts: [
    /verifying (?:that )?you are (?:a )?human|your request is being verified|insan olduğunuz doğrulanıyor|사람인지 확인|проверка браузера перед переходом|(?:confirm|verify) that you are human|bestätigen sie, dass sie ein mensch sind|vérification que vous êtes humain|verificando que usted es un ser humano|verificando se você é humano|verifica che tu sia un essere umano|czy jesteś człowiekiem|of u een mens bent|проверяем, человек ли вы|人間であることを確認|是否是真人/,
    /review the security of your connection|sicherheit ihrer verbindung überprüfen|vérifier la sécurité de votre connexion|revisar la seguridad de su conexión|проверить безопасность вашего подключения/,
    /checking the site connection security|checking your browser before accessing|(?:verify|verifying|check(?:ing)?) your browser|your browser (?:is being|will be) checked|vérifions votre navigateur|ihren browser überprüfen|browser will redirect to your requested content|a required part of this site couldn't load/,
    /(?:site|page|website) (?:requires|needs) cookies|veuillez activer (?:javascript et )?(?:les )?cookies|browser (?:must|has to|does not|doesn't) accept cookies|cookies are (?:disabled|blocked|turned off|not enabled) in your browser|bitte aktivieren sie (?:javascript und )?cookies|(?:active|habilite) las cookies (?:en su navegador )?para continuar/,
    /enable javascript and cookies to continue|you must enable javascript to get past|javascript is required\. please enable javascript before/,
    /made us think (?:that )?you (?:were|are) a (?:ro)?bot|know you're not a robot|verify that you're not a robot|you were using automated|detected unusual activity from your computer network/,
    /incapsula incident id|(?:ddos protection|performance & security|protected) by (?:cloudflare|anubis|ddos-guard|go-away|datadome|imperva)|set up anubis to protect|powered and protected by/,
  ],
}

export const CAPTCHA_WORDS: WallWords = {
  titles:
    /^(?:captcha|security check|(?:robot or human|are you (?:a )?human)\?|(?:.{0,10})安全验证|potwierdź, że nie jesteś robotem|one more step|verify (?:that )?you(?:'re| are) (?:a )?human(?: by completing the action below)?\.?|please verify you are (?:a )?human|human verification|access to this page has been denied\.?|enter the characters you see below|geben sie die zeichen unten ein|press & hold to confirm you are a human \(and not a bot\)\.?|confirma que no eres un robot|confirme que você não é um robô|confirmez que vous n'êtes pas un robot|bestätigen sie, dass sie kein roboter sind|подтвердите, что (?:запросы отправляли вы, а не робот|вы не робот)|验证码(?:拦截)?|滑动验证)$/,
  texts: [
    /(?:make|making) sure (?:that )?you're not a (?:ro)?bot|sicherstellen, dass sie kein roboter sind|not a robot|(?:kein|nicht ein) roboter|no eres un robot|não é um robô|pas un robot|а не робот|you are a human \(and not a bot\)/,
    /(?:type|enter) the (?:characters|text|letters|code|digits) (?:you see|from|in|shown|below)|confirm that you're human|jesteś robotem|(?:solve|complete|enter) the captcha|complete the security check|solve the puzzle|(?:completa|resolva) el? ?o? ?captcha|(?:滑动|滑块).{0,8}(?:完成验证|拖动)|拖动.{0,10}(?:完成验证|滑块)/,
    /(?:detected )?unusual traffic from your (?:computer )?network|you are using automation tools|похожи на автоматические|um mit dem einkauf fortzufahren/,
    /(?:enable js|activer js) (?:and|et) (?:disable|désactiver) (?:any|tout) (?:ad blocker|bloqueur)/,
    /please verify you are (?:a )?human|verify you are human/,
  ],
}

export const REFUSAL_WORDS: WallWords = {
  titles:
    /^(?:access (?:is |has been )?(?:denied|blocked|forbidden|restricted)!?|(?:error )?403(?: -)? ?(?:forbidden|error|access denied)?|forbidden|error 10[01]\d|error 1020|attention required!|sorry, you have been blocked|request (?:rejected|blocked)|not acceptable!|blocked|you've been blocked by network security\.?|whoa there, pardner!|your access to this site has been limited by the site owner|sucuri website firewall|error: the request could not be satisfied|451: unavailable (?:due to|for) legal reasons|this content is not available in your (?:region|country)|your ip (?:address )?has been blocked\.?|web page blocked!?|unauthorized activity has been detected|vpn (?:or proxy )?detected|unsupported browser|browser (?:veraltet|nicht unterstützt)|ihr browser wird nicht (?:mehr )?unterstützt\.?|votre navigateur n'est (?:pas|plus) (?:supporté|pris en charge|compatible)\.?|(?:su |tu )?navegador no (?:es )?compatible\.?|(?:your )?browser (?:is )?(?:not supported|unsupported|out of date|outdated)|(?:please )?(?:update|upgrade) your browser|zugriff verweigert|zugang verweigert|accès (?:refusé|interdit)|acceso denegado|accesso negato|acesso negado|toegang geweigerd|odmowa dostępu|доступ запрещ[её]н|アクセスが拒否されました|访问被拒绝|拒绝访问)$/,
  texts: [
    /you don't have permission to access .{0,300}(?:on this server|this resource)|you don't have permission to access this|keine berechtigung, auf diese seite|pas la permission d'accéder|no tiene permiso para acceder|non hai i permessi per accedere|não tem permissão para acessar|geen toegang tot deze pagina|do not have permission to (?:access this document|view this directory)|アクセスする権限がありません/,
    /you are unable to access|why have i been blocked\?|you have been blocked|been blocked (?:by network security|due to a network policy|in error)|access (?:to this (?:site|service|page) )?has been (?:limited|blocked)|(?:the|this) request (?:is|was|has been) blocked|your request (?:was|has been) blocked|request blocked\.|requested url was rejected|access denied by security policy|block reason: |attack id: /,
    /configured to block access from your country|has banned (?:the country or region|your ip|your access)|not available in your (?:country|region|location|area)|in (?:ihrem|deinem) (?:land|gebiet) (?:leider )?nicht (?:verfügbar|abrufbar)|(?:pas|plus) disponible dans votre (?:pays|région)|no (?:está|se encuentra) disponible en (?:tu|su) (?:país|región|ubicación)|não está disponível (?:no|em) seu país|não está disponível (?:na sua|em sua) região|non è disponibile nel (?:tuo|suo) paese|niet beschikbaar in (?:je|jouw|uw) (?:land|regio)|niedostępn[aey] w twoim (?:kraju|regionie)|недоступ[а-я]{1,4} в вашей стране|お住まいの(?:国|地域)では|unavailable in (?:most european countries|your (?:country|region))|european economic area .{0,200}access cannot be granted/,
    /(?:your ip(?: address)?|ihre ip-adresse|votre adresse ip|su dirección ip|ваш ip-адрес|twój adres ip) (?:has been|został |is |wurde |a été |ha sido )?(?:blocked|banned|gesperrt|blockiert|bloquée?|bloqueada|заблокирован|zablokowany)/,
    /uses? a security service to protect itself|is using a security service to protect/,
  ],
  beside:
    /ray id: |errors\.edgesuite\.net|your support id is|reference #\d|generated by (?:wordfence|cloudfront|mod_security)|mod_security|case number: |what happened\?/,
}

export const RATE_WORDS: WallWords = {
  titles:
    /^(?:(?:error )?(?:429(?: -)? ?)?too many requests|429|rate limit(?: exceeded| reached)?|request limit|request throttled|slow down!?|you are being rate limited|sorry\.\.\.|zu viele anfragen|trop de requêtes|demasiadas (?:solicitudes|peticiones)|troppe richieste|muitas solicitações|te veel verzoeken|слишком много запросов|请求过于频繁|リクエストが多すぎます)$/,
  texts: [
    /(?:sent|made|making|received|sending|seen) too many requests|making requests too quickly|browsing too fast|exceeded (?:a|the|your) (?:secondary )?rate limit|rate limit (?:has been )?exceeded|requests are being throttled|you are being rate limited|has banned you temporarily|(?:been|are) temporarily rate limited|may be sending automated queries/,
    /(?:zu viele anfragen gesendet|envoyé trop de requêtes|realizado demasiadas|отправили слишком много|访问过于频繁|troppe richieste|muitas solicitações|te veel verzoeken|リクエストが多すぎます)/,
  ],
  beside:
    /(?:wait|try again in) (?:a few|several|\d+|one|a) (?:seconds?|minutes?)|can't process your request right now|später erneut|réessayer plus tard|(?:inténtelo|intente) .{0,20}más tarde|повторите попытку позже|请稍后再试/,
}

export const LOGIN_WORDS: WallWords = {
  titles:
    /^(?:(?:please )?(?:log|sign)[ -]?in(?: to .{1,60}| required| or register)?|login|sign ?in to your account|(?:log|sign) in to continue|sign up|welcome back!?|anmelden|anmeldung|einloggen|bitte anmelden|connexion|connectez-vous|se connecter|identifiez-vous|iniciar sesión|inicia sesión|acceder|entrar|accedi|accesso|inloggen|logowanie|zaloguj się|logga in|log ind|вход|войти|авторизация|ログイン|登录|登入|members only|(?:what(?:'s| is)|enter) your e-?mail(?: address)?\??|(?:your )?session (?:has )?(?:expired|timed out)\.?|your session has ended\.?|(?:votre )?session (?:a )?expirée?\.?|(?:ihre )?sitzung (?:ist )?abgelaufen\.?|(?:su |la )?sesión (?:ha )?(?:expirado|caducado)\.?|(?:la )?sessione (?:è )?scaduta\.?|(?:sua )?sessão (?:expirou|expirada)\.?|sessie (?:is )?verlopen\.?|sesja wygasła\.?|сессия истекла|you must (?:log|sign) in.{0,40}|oops! that page is private\.?|přihlášení|giriş yap|kirjaudu sisään|bejelentkezés|autentificare|увійти|로그인|تسجيل الدخول)$/,
  texts: [
    /(?:you )?(?:must|need to|have to) (?:be |first )?(?:registered and )?(?:log(?:ged)?|sign(?:ed)?)[ -]?in(?: and registered)? to(?! (?:see|view|manage|change|track) your\b)|please (?:log|sign) in to (?:continue|view|see|access|read)|requires you to be registered and logged in|(?:log|sign) in to (?:see|view) this|login below or register|use the form at the bottom of this page to login|only (?:for )?(?:signed|logged)[ -]?in|please (?:log|sign) (?:back )?in again|veuillez vous (?:reconnecter|identifier à nouveau)|melden sie sich (?:bitte )?erneut an|(?:vuelva a|inicie) (?:iniciar )?sesión (?:de nuevo|nuevamente)|(?:please|enter your|accept)[^.]{0,60} to (?:connect to|access|get on) (?:the |our |free )?(?:internet|wi-?fi)/,
    /(?:not logged in or|either not logged in or) (?:you )?do not have permission|do not have permission to (?:view|access) this (?:topic|page|forum|thread)|not authori[sz]ed to (?:read|view|access) this|off limits to you|this (?:page|content|area|forum|album|gallery) is (?:only )?for (?:registered )?members only|that page is private|nur für (?:angemeldete|registrierte|mitglieder)|nicht die notwendigen zugriffsrechte|réservé aux membres|solo para (?:usuarios registrados|miembros)|riservata agli utenti registrati/,
    /(?:müssen|musst) (?:sich )?(?:angemeldet|eingeloggt|anmelden|einloggen)(?: sein)?|vous devez (?:être connecté|vous connecter)|(?:debes?|tienes? que) (?:iniciar sesión|estar registrado)|devi (?:effettuare l'accesso|accedere|essere registrato)|(?:je|u) moet (?:ingelogd|inloggen|zijn ingelogd)|musisz (?:być zalogowany|się zalogować)|tylko dla zalogowanych|endast för (?:inloggade|medlemmar)|kun for (?:innloggede|medlemmer|indloggede)|vain kirjautuneille|zaloguj się lub zarejestruj|только для (?:зарегистрированных|авторизованных)|precisa (?:estar logado|fazer login|iniciar sessão)|вы должны войти|необходимо (?:войти|авторизоваться)|需要登录|请先登录|ログインが必要|måste vara inloggad|skal være logget ind|må være (?:logget inn|innlogget)|giriş yapmalısınız|musíte (?:být přihlášeni|se přihlásit)|be kell jelentkezn(?:ie|ed|i)|trebuie să (?:fiți|fii) autentificat|로그인이 필요|로그인해야/,
    /fill in the form at the bottom of this page|sufficient privileges to access|you may not have (?:sufficient )?(?:privileges|permission)/,
  ],
  beside:
    /continue with (?:google|microsoft|apple|saml|sso)|to continue to |forgot(?:ten)? (?:your )?password|lost your password|can't access your account|passwort vergessen|mot de passe oublié|olvidaste tu contraseña|パスワードをお忘れ|don't have an account\?|no account\?|already (?:on|have)/,
}

export const CONSENT_WORDS: WallWords = {
  titles:
    /^(?:before you continue(?: to .{1,40})?|bevor sie zu .{1,40} weitergehen|avant d'accéder à .{1,40}|antes de (?:ir|continuar) a .{1,40}|.{1,40} is part of the yahoo family of brands|we value your privacy|le respect de votre vie privée est notre priorité|votre vie privée .{1,40}|(?:su|tu) privacidad es importante para nosotros|la tua privacy è importante per noi|wir schätzen ihre privatsphäre|ihre privatsphäre ist uns wichtig|mit werbung weiterlesen|please verify your age|age verification|are you over (?:18|21)\?|bist du (?:über|schon) 18.{0,20})$/,
  texts: [
    /we use cookies and data to|we (?:and our|, yahoo).{0,40}(?:partners|family of brands)|nous et nos (?:\d+ )?partenaires|nosotros y (?:nuestros )?(?:\d+ )?socios|noi e (?:i nostri )?(?:\d+ )?partner|wir und (?:unsere )?(?:\d+ )?partner|wir verwenden cookies und daten|mit werbung und tracking/,
    /store and\/?o?r? ?access information on (?:your|a) device|utilisons des cookies pour stocker|almacenamos o accedemos|archiviamo e\/o accediamo|zustimmung können sie jederzeit widerrufen|if you c(?:hoose|lick) (?:to )?'?accept all/,
    /(?:accept|acepte|accetta) (?:to|para|per) continu|pur-abo|s'abonner pour continuer sans accepter|accepter et continuer/,
    /(?:must be|are you) (?:of legal (?:drinking )?age|over (?:18|21)|at least (?:18|21)).{0,40}(?:to enter|enter this)|are you over (?:18|21)\?|bestätige dein alter|confirmez votre âge|confirma tu edad/,
  ],
}

export const MISSING_WORDS: WallWords = {
  titles:
    /^(?:[\p{L}]{3,7}[ :-]{1,3}404|(?:oops!? ?|sorry,? |whoops!? ?|oups ?! )?(?:(?:the |that |this |cette |we )?(?:page|content|article|file|product|listing|job|post|topic|item|url) (?:was |is |could |can)?(?:not|n't|'t|not be) (?:be )?(?:found|available|exist)|we (?:couldn't|could not|can't) find (?:that|this|the) page|that page can't be found|cette page est introuvable|page introuvable)[.!]?|[\p{L} ]{1,30} not found[.!]?|(?:oops!? )?404|error 404|erreur 404|fehler 404|error: 404|404(?: error)?(?: -)? ?(?:page )?not found|not found|page not found|(?:product|listing|job|article|post|topic|item) not (?:found|available)|(?:this|the) (?:product|job|listing|item|offer|page|position|video|article|post) (?:is no longer (?:available|active)|has been (?:removed|deleted)|does not exist|no longer exists|has expired)\.?|(?:this|the) [\p{L} ]{1,30} (?:is no longer (?:available|active)|has been removed)\.?|(?:dieses?|diese[rs]|das|die|der) [\p{L} ]{1,30} ist nicht mehr verfügbar|(?:ce|cet|cette) [\p{L} ]{1,30} n'est plus disponible|est[ea] [\p{L} ]{1,30} ya no está disponible|quest[oa] [\p{L} ]{1,30} non è più disponibile|(?:hmm\. )?we can't find that page\.?|video unavailable|(?:there is )?no (?:such )?(?:page|user|account|product|article|item|topic)(?: with this name| here| found)?\.?|(?:this|the) (?:page|product|article|item|model|offer) (?:is|was|has been) (?:discontinued|withdrawn|deleted|moved)\.?|(?:[\p{L} ]{1,40} )?bulunamadı|seite nicht gefunden|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden|nie znaleziono strony|strona nie istnieje|page non trouvée|sidan (?:kunde inte hittas|hittades inte)|siden (?:blev ikke fundet|ble ikke funnet)|sivua ei löytynyt|stránka nenalezena|страница не найдена|ページが見つかりません(?:でした)?|页面不存在|找不到(?:该)?页面|페이지를 찾을 수 없습니다|sayfa bulunamadı)$/u,
  texts: [
    /page (?:that )?(?:you are|you're|you were) looking for|(?:address|link|url) (?:does not exist|may be (?:wrong|old|broken|out of date))|page you requested|page could not be found|nothing was found at this location|requested (?:page|url|topic|thread) (?:does not exist|could not be found|was not found)/,
    /(?:page|product|listing|article|content|topic|job|url) .{0,60}(?:does not exist|doesn't exist|could not be found|couldn't be found|was not found|no longer (?:available|active|exists)|(?:has been|was) (?:moved|removed|deleted))|may have been (?:moved|removed|deleted)|position has been filled|(?:job|posting|vacancy|listing|offer|auction) .{0,20}has (?:expired|ended|been filled)|no longer (?:sell|offer|carry|make|on the market|listed|for sale)\b|listing (?:has )?expired|has been removed by the/,
    /(?:seite .{0,40}(?:existiert nicht|nicht gefunden)|page .{0,40}(?:n'existe p(?:as|lus)|introuvable)|página .{0,40}no existe|página .{0,40}não existe|pagina .{0,40}non esiste|pagina .{0,40}bestaat niet|strona.{0,40}nie istnieje|страница не существует|ページは存在しません|页面不存在)/,
  ],
  beside: /(?:^|\W)404(?:\W|$)|maybe try a search|no longer accept/,
}

const ABOUT_CONSENT =
  /(?:cookies?|privacy|data protection)[ -](?:policy|notice|statement|declaration)|(?:cookie-?|datenschutz)(?:richtlinie|erklärung|hinweise)|politique (?:de confidentialité|relative aux cookies|(?:de|des) cookies)|política de (?:privacidad|privacidade|cookies)|(?:informativa|politica) (?:sulla privacy|sui cookie|dei cookie)|(?:privacy|cookie)(?:beleid|verklaring)|polityka (?:prywatności|cookies|plików)|политика конфиденциальности/

/** Pages about cookies and privacy say what a wall says, and ask for nothing. A wall only links to them. */
export const explainsConsent = (titles: readonly string[], headings: readonly string[]): boolean =>
  [...titles, ...headings.slice(0, 1)].some((line) => ABOUT_CONSENT.test(line))

/** A page that asks or explains how, in its title or its first heading, is about what it names. */
export const asksOf = ({
  titles,
  headings,
}: {
  readonly titles: readonly string[]
  readonly headings: readonly string[]
}): boolean => [...titles, ...headings.slice(0, 1)].some((line) => ASKS.test(line))

const ASKS =
  /^(?!what happened\?|what can i do\?)(?:how|why|what|when|my|can i|wie|warum|was ist|comment|pourquoi|qu'est-ce|cómo|por qué|qué es|come|perché|como|por que|hoe|waarom|jak|dlaczego|как|почему)\b|: how to |\bfaq\b|\bhelp$|^(?!what happened|what can i do).{0,300}\?$/

/** Pages about HTTP say what a status means, in the very words of pages that are answered with it. */
export const EXPLAINS_STATUS =
  /(?:status|response) code (?:indicates|means|says|tells|is (?:sent|used|returned))|(?:api|server|service|endpoint)s? (?:answers?|responds?|returns?|replies) (?:with )?(?:the |a )?(?:status |http )?[1-5]\d\d|retry-after/

export const PAYWALL_WORDS: WallWords = {
  titles:
    /^(?:.{0,40}(?:subscri|abonn|suscr[ií]|assine|abbona|prenumer)[^.]{0,40}(?:keep|continue|unlock|weiter|continuer|leyendo|leer|leggere|continuar|läsa|verder)[^.]{0,40}|this (?:post|article|story) is for (?:paid |paying )?subscribers(?: only)?)$/,
  texts: [
    /(?:subscribe|register|sign up|log in|sign in|register for free)[^.]{0,60} to (?:continue|keep|read|unlock)|to (?:read|continue reading) the (?:full|rest|whole) (?:story|article)|keep reading with a|(?:continue|keep) reading this (?:post|article|story)/,
    /preview of subscription content|get access to the full (?:version|text)|unlock this (?:post|article|story)/,
    /this (?:article|post|story|content) is (?:only |available only |exclusively )?(?:for|to) (?:paid |paying |our )?(?:subscribers|members)|(?:for|to) (?:subscribers|medium members) only|limit of free articles|free articles? (?:left|remaining|this month)/,
    /(?:nur|exklusiv) für (?:abonnenten|abonnentinnen)|(?:artikel|beitrag|inhalt|text) ist [^.]{0,20}für (?:abonnent|mitglieder)|réservée? (?:à nos |aux )abonnés|exclusivo para (?:suscriptores|assinantes)|riservato agli abbonati|alleen voor abonnees|för prenumeranter|(?:kun )?for (?:betalende )?abonnente[rn]|tylko dla prenumeratorów|только для подписчиков|só para assinantes/,
    /jetzt abo|(?:join|subscribe|sign up)[^.?!]{0,30} (?:and|to) (?:get|unlock) (?:full |unlimited )?access|(?:last|next|\d) free article|weiterlesen mit|(?:lesen sie|lies) (?:mehr|weiter) mit|jetzt (?:für|ab) .{1,12} testen|reste .{1,12} (?:de (?:l'|cet )article )?à lire|jetzt mit .{1,12} lesen|suscríbete (?:para (?:seguir|continuar)|(?:por|desde) \d)|abbonati per continuare|abonnement om verder te lezen|assine para continuar/,
  ],
  beside:
    /already a (?:paid |paying )?(?:subscriber|member)\?|already have an account\? (?:log|sign) in|upgrade to instantly unlock|bereits abonnent|(?:schon ein|noch kein) abo\b|déjà abonné|redan prenumerant|already subscribed|(?:buy|purchase|rent) (?:this )?(?:article|chapter)|via (?:an|your) institution|allerede (?:et )?abonne|becom(?:e|ing) a (?:paid )?(?:member|subscriber)/,
}

/** All that a shell shows until its scripts have run. */
export const LOADING =
  /^(?:loading|please wait|wird geladen|bitte warten|lädt|laden|chargement(?: en cours)?|cargando|caricamento(?: in corso)?|carregando|a carregar|ładowanie|загрузка|laddar|indlæser|laster|yükleniyor|読み込み中|加载中|로딩 중)(?: ?[.!])*$/
