// Walls, errors and placeholders that are answered with 200, with the markup in which servers, vendors and shops send them.
import { inSite, prose, walls } from '#test/support/walls/wall.ts'

const doc = (lang: string, title: string, body: string, head = ''): string =>
  `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

export const ANSWERED_ERRORS = walls({
  'nginx bad gateway': `<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n<!-- a padding to disable MSIE and Chrome friendly error page -->`,
  'nginx temporarily unavailable': `<html><head><title>503 Service Temporarily Unavailable</title></head><body><center><h1>503 Service Temporarily Unavailable</h1></center><hr><center>nginx</center></body></html>`,
  'apache internal server error': `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head><title>500 Internal Server Error</title></head><body><h1>Internal Server Error</h1><p>The server encountered an internal error or misconfiguration and was unable to complete your request.</p><p>Please contact the server administrator at webmaster@localhost to inform them of the time this error occurred, and the actions you performed just before this error.</p><p>More information about this error may be available in the server error log.</p><hr><address>Apache/2.4.58 (Debian) Server at shop.example Port 80</address></body></html>`,
  'haproxy without a server': `<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>`,
  'varnish guru': `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html><head><title>503 Backend fetch failed</title></head><body><h1>Error 503 Backend fetch failed</h1><p>Backend fetch failed</p><h3>Guru Meditation:</h3><p>XID: 1540983</p><hr><p>Varnish cache server</p></body></html>`,
  'plain bad gateway of a router': `<!doctype html><title>Bad gateway</title><p>Bad gateway</p>`,
  'cloudflare 522': `<!DOCTYPE html><html class="no-js" lang="en-US"><head><title>hafenladen.example | 522: Connection timed out</title><meta name="robots" content="noindex, nofollow"><link rel="stylesheet" id="cf_styles-css" href="/cdn-cgi/styles/main.css"></head><body><div id="cf-wrapper"><div id="cf-error-details" class="p-0"><header class="mx-auto pt-10"><h1 class="inline-block"><span class="inline-block">Connection timed out</span><span class="code-label">Error code 522</span></h1><div>Visit <a href="https://www.cloudflare.com/5xx-error-landing">cloudflare.com</a> for more information.</div><div class="mt-3">2026-11-20 09:13:44 UTC</div></header><div class="my-8 bg-gradient-gray"><div class="w-240"><div class="clearfix"><div id="cf-browser-status"><span class="md:block w-full truncate">You</span><h3>Browser</h3><span class="leading-1.3 text-2xl text-green-success">Working</span></div><div id="cf-cloudflare-status"><span>Frankfurt</span><h3>Cloudflare</h3><span>Working</span></div><div id="cf-host-status"><span>hafenladen.example</span><h3>Host</h3><span>Error</span></div></div></div></div><div class="w-240"><div class="clearfix"><div><h2>What happened?</h2><p>The initial connection between Cloudflare's network and the origin web server timed out. As a result, the web page can not be displayed.</p></div><div><h2>What can I do?</h2><h3>If you're a visitor of this website:</h3><p>Please try again in a few minutes.</p><h3>If you're the owner of this website:</h3><p>Contact your hosting provider letting them know your web server is not completing requests. An Error 522 means that the request was able to connect to your web server, but that the request didn't finish. The most likely cause is that something on your server is hogging resources.</p></div></div></div><div class="cf-error-footer"><p>Cloudflare Ray ID: <strong>8f1b2c3d4e5f6a7b</strong> • Your IP: 203.0.113.9 • Performance &amp; security by Cloudflare</p></div></div></div></body></html>`,
  'cloudflare 1016 of a name': `<!DOCTYPE html><html lang="en-US"><head><title>Origin DNS error | blog.example | Cloudflare</title></head><body><div id="cf-wrapper"><div id="cf-error-details"><h1><span class="error-description">Error</span> <span>1016</span></h1><span>Ray ID: 8f1b2c3d4e5f6a7c • 2026-11-20 08:00:00 UTC</span><h2>Origin DNS error</h2><section><div><h2>What happened?</h2><p>You've requested a page on a website (blog.example) that is on the <a href="https://www.cloudflare.com/">Cloudflare</a> network. Cloudflare is currently unable to resolve your requested domain (blog.example).</p></div><div><h2>What can I do?</h2><p><strong>If you are a visitor of this website:</strong><br>Please try again in a few minutes.</p><p><strong>If you are the owner of this website:</strong><br>Check your DNS settings.</p></div></section></div></div></body></html>`,
  'wordpress database error': `<!DOCTYPE html><html dir='ltr'><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>Database Error</title><style>html{background:#f1f1f1}</style></head><body id="error-page"><div class="wp-die-message"><h1>Error establishing a database connection</h1></div></body></html>`,
  'wordpress critical error': `<!DOCTYPE html><html lang="de-DE"><head><title>WordPress › Fehler</title></head><body id="error-page"><div class="wp-die-message"><p>Es gab einen kritischen Fehler auf deiner Website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Erfahre mehr über die Problembehandlung in WordPress.</a></p></div></body></html>`,
  'wordpress in maintenance': `<!DOCTYPE html><html lang="en"><head><title>Maintenance</title></head><body id="error-page"><div class="wp-die-message">Briefly unavailable for scheduled maintenance. Check back in a minute.</div></body></html>`,
  'php fatal error': `<br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function mysql_connect() in /var/www/vhosts/kontor.example/httpdocs/includes/db.php:14\nStack trace:\n#0 /var/www/vhosts/kontor.example/httpdocs/index.php(3): require_once()\n#1 {main}\n  thrown in <b>/var/www/vhosts/kontor.example/httpdocs/includes/db.php</b> on line <b>14</b><br />`,
  'php warnings of a database': `<html><head></head><body><br />\n<b>Warning</b>:  mysqli_connect(): (HY000/2002): Connection refused in <b>/home/u1234/public_html/config.php</b> on line <b>8</b><br />\nFailed to connect to MySQL: Connection refused</body></html>`,
  'asp.net yellow page': `<!DOCTYPE html><html><head><title>Runtime Error</title></head><body bgcolor="white"><span><H1>Server Error in '/' Application.<hr width=100% size=1 color=silver></H1><h2><i>Runtime Error</i></h2></span><b>Description: </b>An application error occurred on the server. The current custom error settings for this application prevent the details of the application error from being viewed remotely (for security reasons). It could, however, be viewed by browsers running on the local server machine.<br><br><b>Details:</b> To enable the details of this specific error message to be viewable on remote machines, please create a &lt;customErrors&gt; tag within a "web.config" configuration file located in the root directory of the current web application.</body></html>`,
  'tomcat status': `<!doctype html><html lang="en"><head><title>HTTP Status 500 – Internal Server Error</title></head><body><h1>HTTP Status 500 – Internal Server Error</h1><hr class="line" /><p><b>Type</b> Exception Report</p><p><b>Message</b> Cannot invoke "com.kontor.Item.getId()" because "item" is null</p><p><b>Description</b> The server encountered an unexpected condition that prevented it from fulfilling the request.</p><p><b>Exception</b></p><pre>java.lang.NullPointerException: Cannot invoke "com.kontor.Item.getId()" because "item" is null\n\tcom.kontor.ItemServlet.doGet(ItemServlet.java:57)\n\tjavax.servlet.http.HttpServlet.service(HttpServlet.java:529)\n</pre><p><b>Note</b> The full stack trace of the root cause is available in the server logs.</p><hr class="line" /><h3>Apache Tomcat/9.0.83</h3></body></html>`,
  'python traceback in the open': `<html><head><title>OperationalError at /katalog/</title></head><body><div id="summary"><h1>OperationalError at /katalog/</h1><pre class="exception_value">could not connect to server: Connection refused</pre><table class="meta"><tr><th>Request Method:</th><td>GET</td></tr><tr><th>Django Version:</th><td>4.2.7</td></tr><tr><th>Exception Type:</th><td>OperationalError</td></tr></table></div><div id="traceback"><h2>Traceback</h2><pre>Traceback (most recent call last):\n  File "/app/venv/lib/python3.11/site-packages/django/db/backends/base/base.py", line 289, in ensure_connection\n    self.connect()</pre></div></body></html>`,
  'next application error': `<!DOCTYPE html><html id="__next_error__"><head><title>500: Internal Server Error</title></head><body><div style="font-family:system-ui;height:100vh;text-align:center"><div><h1 class="next-error-h1">500</h1><div style="display:inline-block"><h2>Internal Server Error.</h2></div></div></div><script src="/_next/static/chunks/webpack.js"></script></body></html>`,
  'heroku application error': `<!DOCTYPE html><html><head><title>Application Error</title></head><body><div class="error"><h1>Application error</h1><p>An error occurred in the application and your page could not be served. If you are the application owner, check your logs for details. You can do this from the CLI with the command <code>heroku logs --tail</code></p></div></body></html>`,
  'shop in maintenance, german': `<!DOCTYPE html><html lang="de"><head><title>Wartungsarbeiten | Teehaus Nordlicht</title></head><body class="maintenance"><div class="container"><img src="/media/logo.png" alt="Teehaus Nordlicht"><h1>Wir sind gleich wieder für Sie da!</h1><p>Unser Shop wird gerade gewartet. Bitte versuchen Sie es in Kürze noch einmal. Vielen Dank für Ihr Verständnis.</p></div></body></html>`,
  'site in maintenance, french': `<!DOCTYPE html><html lang="fr"><head><title>Site en maintenance</title></head><body><main><h1>Site en maintenance</h1><p>Notre site est actuellement en cours de maintenance. Nous serons de retour très bientôt. Merci de votre patience.</p></main></body></html>`,
  'site in maintenance, spanish': `<!DOCTYPE html><html lang="es"><head><title>En mantenimiento</title></head><body><h1>Estamos realizando tareas de mantenimiento</h1><p>Disculpe las molestias. El sitio no está disponible temporalmente, vuelva a intentarlo más tarde.</p></body></html>`,
  'something went wrong': `<!doctype html><html lang="en"><head><title>Oops! Something went wrong</title></head><body><div class="error-page"><h1>Oops! Something went wrong</h1><p>We're having some technical difficulties on our end. Our team has been notified. Please try again later.</p><a href="/">Back to home</a></div></body></html>`,
  'technical error, polish': `<!DOCTYPE html><html lang="pl"><head><title>Błąd serwera</title></head><body><h1>Wystąpił błąd serwera</h1><p>Przepraszamy, wystąpił nieoczekiwany błąd. Spróbuj ponownie za chwilę.</p></body></html>`,
  'cdn that has no origin': `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>504 Gateway Timeout ERROR</H1><H2>The request could not be satisfied.</H2><HR noshade size="1px">CloudFront attempted to establish a connection with the origin, but either the attempt failed or the origin closed the connection. We can't connect to the server for this app or website at this time. There might be too much traffic or a configuration error. Try again later, or contact the app or website owner.<BR clear="all"><HR noshade size="1px"><PRE>Generated by cloudfront (CloudFront) Request ID: Zl3u7a==</PRE></BODY></HTML>`,
  'litespeed timeout': `<!DOCTYPE html><html style="height:100%"><head><meta name="viewport" content="width=device-width"><title> 508 Resource Limit Is Reached</title></head><body style="color:#444"><div style="height:auto"><div style="text-align:center"><h1 style="margin:0">508</h1><h2>Resource Limit Is Reached</h2><p>The website is temporarily unable to service your request as it exceeded resource limit. Please try again later.</p></div></div></body></html>`,
  'squid proxy': doc(
    'en',
    'ERROR: The requested URL could not be retrieved',
    `<div id="titles"><h1>ERROR</h1><h2>The requested URL could not be retrieved</h2></div><hr><div id="content"><p>The following error was encountered while trying to retrieve the URL: <a href="http://kontor.example/">http://kontor.example/</a></p><blockquote id="error"><p><b>Connection to 203.0.113.7 failed.</b></p></blockquote><p id="sysmsg">The system returned: <i>(110) Connection timed out</i></p><p>The remote host or network may be down. Please try the request again.</p></div>`,
  ),
  'spring whitelabel': `<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div id='created'>Fri Nov 20 10:00:00 CET 2026</div><div>There was an unexpected error (type=Internal Server Error, status=500).</div></body></html>`,
  'rails sorry': doc(
    'en',
    "We're sorry, but something went wrong (500)",
    `<div class="dialog"><div><h1>We're sorry, but something went wrong.</h1></div><p>If you are the application owner check the logs for more information.</p></div>`,
  ),
  'laravel server error': doc(
    'en',
    'Server Error',
    `<div class="relative flex"><div class="code">500</div><div class="message">Server Error</div></div>`,
  ),
  'drupal unexpected': `The website encountered an unexpected error. Please try again later.`,
  'magento report': doc(
    'en',
    'Error 503: Service Unavailable',
    `<main><h1>503 Service Unavailable</h1><p>The server is temporarily unable to service your request due to maintenance downtime or capacity problems. Please try again later.</p></main>`,
  ),
  'express stack': doc(
    'en',
    'Error',
    `<pre>TypeError: Cannot read properties of undefined (reading &#39;id&#39;)<br> &nbsp; &nbsp;at /srv/app/routes/item.js:14:22<br> &nbsp; &nbsp;at Layer.handle [as handle_request] (/srv/app/node_modules/express/lib/router/layer.js:95:5)</pre>`,
  ),
  'php parse error': `<br />\n<b>Parse error</b>:  syntax error, unexpected token "}" in <b>/homepages/12/d345/htdocs/index.php</b> on line <b>41</b><br />`,
  'maintenance italian': doc(
    'it',
    'Torniamo presto',
    `<img src="/logo.png"><h1>Torniamo presto online</h1><p>Il sito è momentaneamente offline per manutenzione. Ci scusiamo per il disagio.</p>`,
  ),
  'maintenance czech': doc(
    'cs',
    'Údržba',
    `<h1>Probíhá údržba</h1><p>Omlouváme se, web je dočasně mimo provoz. Zkuste to prosím později.</p>`,
  ),
  'maintenance of a bank': doc(
    'en',
    'Harbour Bank',
    `<div class="wrap"><img src="/l.svg"><h2>We're making some improvements</h2><p>Our website is down for essential maintenance right now. We'll be back as soon as we can. Sorry for any inconvenience.</p></div>`,
  ),
  'mediawiki trouble': doc(
    'en',
    'MediaWiki',
    `<h1>Sorry! This site is experiencing technical difficulties.</h1><p>Try waiting a few minutes and reloading.</p><p><small>(Cannot access the database)</small></p>`,
  ),
  'gateway of aws': `<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body>\r\n<center><h1>504 Gateway Time-out</h1></center>\r\n</body>\r\n</html>`,
  'fastly unknown domain': `<html><head><title>Fastly error: unknown domain kontor.example</title></head><body><p>Fastly error: unknown domain: kontor.example. Please check that this domain has been added to a service.</p><p>Details: cache-fra-1</p></body></html>`,
  'cloudflare 521': doc(
    'en',
    'teehaus.example | 521: Web server is down',
    `<div id="cf-wrapper"><h1><span>Web server is down</span> <span>Error code 521</span></h1><div>2026-11-20 10:00:00 UTC</div><div>You Browser Working</div><div>Hamburg Cloudflare Working</div><div>teehaus.example Host Error</div><h2>What happened?</h2><p>The web server is not returning a connection. As a result, the web page is not displaying.</p><h2>What can I do?</h2><p>If you are a visitor of this website: Please try again in a few minutes.</p><p>Cloudflare Ray ID: 8f1 • Your IP: 203.0.113.9 • Performance &amp; security by Cloudflare</p></div>`,
  ),
  'japanese maintenance': doc(
    'ja',
    'メンテナンスのお知らせ',
    `<h1>ただいまメンテナンス中です</h1><p>ご迷惑をおかけしております。しばらくしてから再度アクセスしてください。</p>`,
  ),
  'typo3 oops': doc(
    'de',
    'Oops, an error occurred!',
    `<div><h1>Oops, an error occurred!</h1><p>Code: 202611200913447c1</p></div>`,
  ),
  'openresty 500': `<html><head><title>500 Internal Server Error</title></head><body><center><h1>500 Internal Server Error</h1></center><hr><center>openresty/1.21.4.1</center></body></html>`,
  joomla: doc(
    'en',
    'Error: 1045',
    `<h1>An error has occurred.</h1><p>1045 Access denied for user 'kontor'@'localhost' (using password: YES)</p>`,
  ),
  'typo3 page unavailable': doc(
    'en',
    'Service Unavailable',
    `<h1>Service Unavailable (503)</h1><p>Reason: The page is currently being updated. Please come back later.</p>`,
  ),
  'dutch maintenance': doc(
    'nl',
    'Even geduld',
    `<h1>We zijn zo terug!</h1><p>Onze webshop is tijdelijk offline voor onderhoud. Probeer het later nog eens.</p>`,
  ),
  'portuguese maintenance': doc(
    'pt',
    'Site em manutenção',
    `<h1>Site em manutenção</h1><p>Voltamos em breve. Pedimos desculpa pelo incómodo.</p>`,
  ),
  'shop error': inSite(
    'Something went wrong',
    `<h1>Something went wrong</h1><p>There was an error while loading this page. Please try again.</p>`,
  ),
  'go panic': `<html><body><pre>panic: runtime error: invalid memory address or nil pointer dereference\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:12 +0x1d</pre></body></html>`,
  'iis 500.19': doc(
    'en',
    'IIS 10.0 Detailed Error - 500.19 - Internal Server Error',
    `<div id="content"><h3>HTTP Error 500.19 - Internal Server Error</h3><h4>The requested page cannot be accessed because the related configuration data for the page is invalid.</h4></div>`,
  ),
})

export const ANSWERED_PLACEHOLDERS = walls({
  'nginx default': `<!DOCTYPE html><html><head><title>Welcome to nginx!</title><style>html { color-scheme: light dark; }</style></head><body><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p><p>For online documentation and support please refer to <a href="http://nginx.org/">nginx.org</a>.<br/>Commercial support is available at <a href="http://nginx.com/">nginx.com</a>.</p><p><em>Thank you for using nginx.</em></p></body></html>`,
  'apache on ubuntu default': `<!DOCTYPE html><html><head><title>Apache2 Ubuntu Default Page: It works</title></head><body><div class="main_page"><div class="page_header floating_element"><img src="icons/ubuntu-logo.png" alt="Ubuntu Logo"><div><span>Apache2 Default Page</span></div></div><div class="content_section"><div class="section_header section_header_red">It works!</div><div class="content_section_text"><p>This is the default welcome page used to test the correct operation of the Apache2 server after installation on Ubuntu systems. It is based on the equivalent page on Debian, from which the Ubuntu Apache packaging is derived. If you can read this page, it means that the Apache HTTP server installed at this site is working properly. You should <b>replace this file</b> (located at <tt>/var/www/html/index.html</tt>) before continuing to operate your HTTP server.</p><p>If you are a normal user of this web site and don't know what this page is about, this probably means that the site is currently unavailable due to maintenance. If the problem persists, please contact the site's administrator.</p></div><div class="section_header"><div>Configuration Overview</div></div><div class="content_section_text"><p>Ubuntu's Apache2 default configuration is different from the upstream default configuration, and split into several files optimized for interaction with Ubuntu tools. The configuration system is <b>fully documented in /usr/share/doc/apache2/README.Debian.gz</b>. Refer to this for the full documentation. Documentation for the web server itself can be found by accessing the <a href="/manual">manual</a> if the apache2-doc package was installed on this server.</p><pre>/etc/apache2/\n|-- apache2.conf\n|       -- ports.conf\n|-- mods-enabled\n|       |-- *.load\n|-- conf-enabled\n-- sites-enabled</pre><ul><li>apache2.conf is the main configuration file. It puts the pieces together by including all remaining configuration files when starting up the web server.</li><li>ports.conf is always included from the main configuration file. It is used to determine the listening ports for incoming connections.</li></ul></div></div></div></body></html>`,
  'apache works': `<html><body><h1>It works!</h1></body></html>`,
  'iis start page': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>IIS Windows Server</title></head><body><div id="container"><a href="http://go.microsoft.com/fwlink/?linkid=66138&amp;clcid=0x409"><img src="iisstart.png" alt="IIS" width="960" height="600" /></a></div></body></html>`,
  'plesk default': `<!DOCTYPE html><html lang="en"><head><title>Domain Default page</title></head><body><div class="page-container"><h1>This is the default page of the domain.</h1><p>If you see this page it means the domain is set up and the website has not been published yet. If you are the owner of this website, log in to <a href="/login">Plesk</a> to start building it: upload your files, install WordPress, or use Site Builder.</p><p>What is Plesk? Plesk is a hosting control panel with simple and secure web server, website and web apps management tools.</p></div></body></html>`,
  'cpanel default': `<!DOCTYPE html><html><head><title>Default Web Site Page</title></head><body><h1>SORRY!</h1><p>If you are the owner of this website, please contact your hosting provider: webmaster@kontor.example</p><p>It is possible you have reached this page because:</p><h2>The IP address has changed.</h2><p>The IP address for this domain may have changed recently. Check your DNS settings to verify that the domain is set up correctly. It may take 8-24 hours for DNS changes to propagate.</p><h2>There has been a server misconfiguration.</h2><p>You must verify that your hosting provider has the correct IP address configured for your Apache settings and DNS records.</p><h2>The site may have moved to a different server.</h2><p>The URL for this domain may have changed or the hosting provider may have moved the account to a different server.</p></body></html>`,
  'account suspended': `<!DOCTYPE html><html><head><title>Account Suspended</title></head><body><div id="container"><i class="fas fa-user-times"></i><h1>Account Suspended</h1><p>This Account has been suspended.</p><a href="mailto:support@host.example">Contact your hosting provider for more information.</a></div></body></html>`,
  'site suspended, italian': `<html lang="it"><head><title>Sito sospeso</title></head><body><h1>Sito sospeso</h1><p>Questo sito web è stato sospeso. Se sei il proprietario del sito contatta il supporto del tuo fornitore di hosting.</p></body></html>`,
  'domain for sale by a market': `<!DOCTYPE html><html lang="en"><head><title>nordhafen.example - domain for sale | Dan.com</title></head><body><header><a href="/">Dan</a></header><main><section><h1>The domain name nordhafen.example is for sale!</h1><div class="price">Buy now for: $2,495</div><ul><li>Make an offer</li><li>Lease to own</li></ul><button>Buy now</button><p>Free transaction support. Secure payments. Fast domain transfer, usually within 24 hours.</p></section></main></body></html>`,
  'parked by a registrar': `<!DOCTYPE html><html><head><title>kontorhaus.example</title><script src="https://www.google.com/adsense/domains/caf.js"></script></head><body><div id="main"><h1>kontorhaus.example</h1><p>This domain is parked free, courtesy of the registrar. Get this domain.</p><div id="related"><h2>Related Searches</h2><ul><li><a href="#">Office furniture</a></li><li><a href="#">Rent an office</a></li><li><a href="#">Coffee machines</a></li></ul></div><footer>Copyright © 1999-2026. All rights reserved. Privacy Policy</footer></div></body></html>`,
  'registered at a registrar, german': `<!DOCTYPE html><html lang="de"><head><title>Domain im Kundenauftrag registriert</title></head><body><h1>teekontor.example</h1><p>Diese Domain wurde im Kundenauftrag registriert. Hier entsteht in Kürze eine neue Internetpräsenz.</p><p>Dies ist eine automatisch generierte Seite des Providers. Sie sind Inhaber dieser Domain? Loggen Sie sich in Ihren Kundenbereich ein.</p></body></html>`,
  'domain for sale, french': `<!DOCTYPE html><html lang="fr"><head><title>boutique-port.example est à vendre</title></head><body><h1>Le nom de domaine boutique-port.example est à vendre</h1><p>Contactez le propriétaire du domaine pour faire une offre.</p><form><input name="email"><input name="offer"><textarea name="message"></textarea><button>Envoyer</button></form></body></html>`,
  'domain expired': `<!DOCTYPE html><html><head><title>Expired domain</title></head><body><h1>This domain has expired.</h1><p>If you are the registered domain owner and wish to renew it, please log in to your account at your registrar.</p></body></html>`,
  'under construction': `<html><head><title>Under Construction</title></head><body><center><img src="construction.gif"><h1>Site Under Construction</h1><p>This site is under construction. Please check back later.</p></center></body></html>`,
  'under construction, dutch': `<html lang="nl"><head><title>In aanbouw</title></head><body><h1>Website in aanbouw</h1><p>Deze website is nog in aanbouw. Kom binnenkort nog eens terug.</p></body></html>`,
  'github pages without a site': `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Site not found · GitHub Pages</title></head><body><div class="container"><h1>404</h1><p><strong>There isn't a GitHub Pages site here.</strong></p><p>If you're trying to publish one, <a href="https://help.github.com/pages/">read the full documentation</a> to learn how to set up <strong>GitHub Pages</strong> for your repository, organization, or user account.</p></div></body></html>`,
  'directory listing': `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head><title>Index of /</title></head><body><h1>Index of /</h1><table><tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th><th>Size</th></tr><tr><td><a href="cgi-bin/">cgi-bin/</a></td><td>2026-03-01 10:11</td><td>-</td></tr></table></body></html>`,
  'caddy works': doc(
    'en',
    'Caddy works!',
    `<div class="wrapper"><h1>Congratulations!</h1><p>Your web server is working. Now make it work for you.</p><p>If you can read this page, it means that Caddy is installed and running on this server.</p></div>`,
  ),
  'centos test page': doc(
    'en',
    'HTTP Server Test Page powered by CentOS',
    `<h1>Testing 123..</h1><p>This page is used to test the proper operation of the HTTP server after it has been installed. If you can read this page it means that this site is working properly. This server is powered by CentOS.</p><h2>Just visiting?</h2><p>The website you just visited is either experiencing problems or is undergoing routine maintenance.</p>`,
  ),
  'hostinger parked': doc(
    'en',
    'Parked Domain name on Hostinger DNS system',
    `<div class="content"><h1>You Are All Set to Go!</h1><p>All you have to do now is upload your website files and start your journey.</p><a href="#">Learn more</a></div>`,
  ),
  sedo: doc(
    'en',
    'kontorhaus.example - This website is for sale! - kontorhaus Resources and Information.',
    `<p>This webpage was generated by the domain owner using Sedo Domain Parking. Disclaimer: Sedo maintains no relationship with third party advertisers.</p>`,
    '<script src="https://img.sedoparking.com/templates/x.js"></script>',
  ),
  hugedomains: doc(
    'en',
    'NordKaje.example is for sale | HugeDomains',
    `<h1>NordKaje.example is for sale</h1><p>$1,895</p><p>Start payment plan $78.96/month</p><p>Get it safe and secure. 30-day money back guarantee. Quick delivery of the domain.</p>`,
  ),
  'coming soon of a host': doc(
    'en',
    'Coming Soon',
    `<h1>Coming Soon</h1><p>Our website is coming soon. The owner of this domain has not yet uploaded their website.</p>`,
  ),
  'suspended by host': doc(
    'en',
    'Suspended',
    `<h1>Website temporarily suspended</h1><p>This website has been suspended. Please contact the billing department of the hosting provider.</p>`,
  ),
  'polish construction': doc('pl', 'Strona w budowie', `<h1>Strona w budowie</h1><p>Zapraszamy wkrótce.</p>`),
  'german construction': doc(
    'de',
    'Hier entsteht eine neue Website',
    `<h1>Hier entsteht eine neue Website</h1><p>Wir arbeiten daran. Schauen Sie bald wieder vorbei.</p>`,
  ),
  'wix unconnected': doc(
    'en',
    'Error ConnectYourDomain occurred',
    `<div><h1>Looks Like This Domain Isn't Connected To A Website Yet</h1><p>This domain isn't connected to a website. If you're the domain owner, connect it to your site.</p></div>`,
  ),
  'shopify unavailable': doc(
    'en',
    'Opening soon',
    `<main><h1>Opening soon</h1><p>This shop is currently unavailable.</p><p>Are you the store owner? <a href="/admin">Log in here</a></p></main>`,
  ),
  'russian sale': doc(
    'ru',
    'Домен продаётся',
    `<h1>Домен kontor.example продаётся</h1><p>Владелец домена готов рассмотреть ваше предложение.</p>`,
  ),
  strato: doc(
    'de',
    'STRATO - Domain reserved',
    `<h1>Diese Internetpräsenz wurde soeben freigeschaltet!</h1><p>Der Inhaber dieser Domain hat noch keine Inhalte hochgeladen.</p>`,
  ),
  ionos: doc(
    'de',
    'IONOS | Diese Domain ist registriert',
    `<h1>Diese Domain ist bereits registriert</h1><p>Diese Webseite wurde noch nicht mit Inhalt gefüllt.</p>`,
  ),
  'godaddy sale': doc(
    'en',
    'fjordkaje.example',
    `<h1>fjordkaje.example</h1><p>The domain may be for sale by its owner. Get a price in less than 24 hours.</p>`,
  ),
  'spanish construction': doc(
    'es',
    'Próximamente',
    `<h1>Página en construcción</h1><p>Estamos trabajando en nuestro nuevo sitio web. Vuelve pronto.</p>`,
  ),
  'nginx on fedora': doc(
    'en',
    'Test Page for the Nginx HTTP Server on Fedora',
    `<h1>Welcome to nginx on Fedora!</h1><p>This page is used to test the proper operation of the nginx HTTP server after it has been installed.</p>`,
  ),
})

export const ANSWERED_CHALLENGES = walls({
  anubis: `<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title><link rel="stylesheet" href="/.within.website/x/xess/xess.css?cachebuster=v1.21.3"><meta name="robots" content="noindex,nofollow"><script id="anubis_version" type="application/json">"v1.21.3"</script><script id="anubis_challenge" type="application/json">{"rules":{"algorithm":"fast","difficulty":4},"challenge":"4a7c"}</script></head><body id="top"><main><h1 id="title" class="centered-div">Making sure you&#39;re not a bot!</h1><div class="centered-div"><img id="image" style="width:100%;max-width:256px;" src="/.within.website/x/cmd/anubis/static/img/pensive.webp"><p id="status">Loading...</p><script async type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script><details><summary>Why am I seeing this?</summary><p>You are seeing this because the administrator of this website has set up Anubis to protect the server against the scourge of AI companies aggressively scraping websites. This can and does cause downtime for the websites, which makes their resources inaccessible for everyone.</p></details><noscript><p>Sadly, you must enable JavaScript to get past this challenge.</p></noscript></div><footer><div class="centered-div"><p>Protected by <a href="https://github.com/TecharoHQ/anubis">Anubis</a> From <a href="https://techaro.lol">Techaro</a>.</p></div></footer></main></body></html>`,
  'go-away': `<!DOCTYPE html><html><head><title>Checking you are not a bot</title><meta name="robots" content="noindex"/><meta http-equiv="refresh" content="15; url=/page?__goaway_ref=1"></head><body id="top"><main><h1 id="title" class="centered-div">Checking you are not a bot</h1><div class="centered-div"><img src="/.well-known/.git.gammaspectra.live/git/go-away/cmd/go-away/assets/static/logo.png"><p id="status">Loading challenge <em>js-pow-sha256</em>...</p><details><summary>Why am I seeing this?</summary><p>You are seeing this because the administrator of this website has set up go-away to protect the server against the scourge of AI companies aggressively scraping websites.</p></details><noscript><p>Sadly, you may need to enable JavaScript to get past this challenge.</p></noscript></div><footer><center><p>Protected by <a href="https://git.gammaspectra.live/git/go-away">go-away</a> :: Request Id <em>f34ab1</em></p></center></footer></main></body></html>`,
  'vercel checkpoint': `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Vercel Security Checkpoint</title></head><body><div id="root"><div class="container"><main role="status"><div class="spinner"></div><p id="header-text">We're verifying your browser</p><div id="footer-text"><a href="https://vercel.link/security-checkpoint">Website owner? Click here to fix</a></div></main></div></div><script type="text/javascript">(function(){const a=window._vcrct="x"})()</script><noscript>Enable JavaScript to continue</noscript><p class="footer">Vercel Security Checkpoint | fra1::1732-abc</p></body></html>`,
  kasada: `<!DOCTYPE html><html><head><script>window.KPSDK={};KPSDK.now=typeof performance!=='undefined'&&performance.now?performance.now.bind(performance):Date.now.bind(Date);KPSDK.start=KPSDK.now();</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?KP_UIDz=02abc"></script></head><body></body></html>`,
  'imperva frame': `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"><script src="/Advanced-Hesitation-in-my-And-Cutt-know-haue-you-h?s=kR"></script></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=9-1234-0%200NNN%20RT&incident_id=1234000-5678&edet=12&cinfo=04000000&rpinfo=0" frameborder=0 width="100%" height="100%" marginheight="0px" marginwidth="0px">Request unsuccessful. Incapsula incident ID: 1234000450138-87654</iframe></body></html>`,
  'radware page': `<!DOCTYPE html><html><head><title>Radware Page</title><noscript><meta http-equiv="refresh" content="0;url=https://validate.perfdrive.com/fb803c/?ssa=1"></noscript><script src="https://cas.avalon.perfdrive.com/jsdata"></script></head><body><h2>We apologize for the inconvenience...</h2><p>...but your activity and behavior on this site made us think that you are a bot.</p><p>Note: A number of things could be going on here.</p><ul><li>If you are attempting to access this site using an anonymous Private/Proxy network, please disable that and try accessing site again.</li><li>Due to previously detected malicious behavior which originated from the network you're using, please request unblock to site.</li></ul></body></html>`,
  'f5 request for scripts': `<html><head><meta http-equiv="Pragma" content="no-cache"/><script type="text/javascript" src="/TSPD/08d3?type=12"></script><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 1042398745.</noscript></head><body></body></html>`,
  'aws challenge': `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title><script type="text/javascript">window.awsWafCookieDomainList = [];window.gokuProps = {"key":"AQ==","iv":"CgA","context":"x"};</script><script src="https://1c2d.token.awswaf.com/1c2d/challenge.js"></script></head><body><div id="challenge-container"></div><script type="text/javascript">AwsWafIntegration.saveReferrer();AwsWafIntegration.checkForceRefresh()</script><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you're not a robot. This requires JavaScript. Enable JavaScript and then reload the page.</noscript></body></html>`,
  'cookies and scripts, german': `<!DOCTYPE html><html lang="de"><head><title>Einen Moment bitte</title></head><body><h1>Ihr Browser wird überprüft</h1><p>Bitte aktivieren Sie JavaScript und Cookies, um fortzufahren. Diese Überprüfung erfolgt automatisch, Sie werden in wenigen Sekunden weitergeleitet.</p><script>document.cookie="chk=1";location.reload()</script></body></html>`,
  'cookies are off': `<!DOCTYPE html><html><head><title>Cookies Required</title></head><body><div id="content"><h1>Cookies are disabled in your browser</h1><p>This site requires cookies to function. Please enable cookies in your browser settings and reload this page.</p></div></body></html>`,
  'old site wants cookies': `<html><head><title>Cookie Absent</title></head><body><h2>Cookie Absent</h2><p>To use this site your browser must accept cookies. Click <a href="/help/cookies">here</a> to find out how to enable cookies, then try again.</p></body></html>`,
  'cookie test of a script': `<html><head><title>Checking...</title><script>function toNumbers(d){var e=[];return e}document.cookie="__test="+1+"; path=/";location.href="http://kontor.example/?i=1";</script></head><body><noscript>This site requires Javascript to work, please enable Javascript in your browser or use a browser with Javascript support</noscript></body></html>`,
  'friendly captcha, spanish': `<!DOCTYPE html><html lang="es"><head><title>Comprobación de seguridad</title><script type="module" src="https://cdn.jsdelivr.net/npm/friendly-challenge@0.9.14/widget.module.min.js"></script></head><body><h1>Comprobación de seguridad</h1><p>Estamos comprobando que no eres un robot antes de mostrarte la página.</p><form method="post"><div class="frc-captcha" data-sitekey="FCMK" data-start="auto"></div></form></body></html>`,
  imunify360: doc(
    'en',
    'One moment, please...',
    `<h1>Please wait while your request is being verified...</h1><form id="wsidchk-form" style="display:none" action="/z0f76a1d14fd21a8fb5fd0d03e0fdc3d3cedae52f" method="get"></form>`,
  ),
  siteground: doc(
    'en',
    'Robot Challenge Screen',
    `<div class="c"><h1>Checking the site connection security</h1><p>Checking if you are human</p></div><script>const sgchallenge="20:1:x:"</script>`,
  ),
  'cookies french': doc(
    'fr',
    'Cookies requis',
    `<h1>Les cookies sont désactivés</h1><p>Veuillez activer les cookies dans votre navigateur puis recharger la page.</p>`,
  ),
})

export const ANSWERED_CAPTCHAS = walls({
  'datadome frame': `<html lang="en"><head><title>kontor.example</title><style>#cmsg{animation: A 1.5s;}</style></head><body style="margin:0"><p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'AHrlqAAAAAMA','hsh':'2211F5','t':'bv','s':1234,'host':'geo.captcha-delivery.com','cookie':'x'}</script><script data-cfasync="false" src="https://ct.captcha-delivery.com/c.js"></script></body></html>`,
  'hcaptcha before a page': `<!DOCTYPE html><html lang="en"><head><title>One more step</title><script src="https://js.hcaptcha.com/1/api.js" async defer></script></head><body><div class="card"><h1>One more step</h1><p>Please complete the security check to access kontor.example</p><form action="/verify" method="post"><div class="h-captcha" data-sitekey="10000000-ffff-ffff-ffff-000000000001"></div><button>Continue</button></form></div></body></html>`,
  'turnstile before a page': `<!DOCTYPE html><html lang="it"><head><title>Verifica</title><script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script></head><body><main><h1>Conferma di essere umano</h1><p>Completa la verifica per continuare sul sito.</p><form method="POST"><div class="cf-turnstile" data-sitekey="0x4AAA"></div></form></main></body></html>`,
  'letters of a picture, russian': `<!DOCTYPE html><html lang="ru"><head><title>Проверка</title></head><body><h1>Подтвердите, что вы не робот</h1><p>С вашего IP-адреса поступает необычно много запросов. Введите символы с картинки, чтобы продолжить.</p><form method="post"><img src="/captcha.php?id=8841"><input type="text" name="code"><button>Отправить</button></form></body></html>`,
  'slider of a shop, chinese': `<!DOCTYPE html><html lang="zh-CN"><head><title>验证码拦截</title><script src="//g.alicdn.com/sd/punish/waf_block.js"></script></head><body><div class="warnning-text">亲，请拖动下方滑块完成验证</div><div id="nocaptcha" class="nc-container"><div class="nc_scale"><span>请按住滑块，拖动到最右边</span></div></div></body></html>`,
})

export const ANSWERED_REFUSALS = walls({
  'akamai denied': `<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access "http&#58;&#47;&#47;www&#46;kontor&#46;example&#47;" on this server.<P>Reference&#32;&#35;18&#46;5d3a1702&#46;1732092000&#46;1a2b3c4d<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;5d3a1702</BODY></HTML>`,
  'outside the region': `<!DOCTYPE html><html lang="en"><head><title>Content unavailable</title></head><body><div class="geo"><h1>Sorry, this content is not available in your region</h1><p>Due to licensing restrictions this website cannot be viewed from your location.</p></div></body></html>`,
  'newspaper that avoids a law': `<!DOCTYPE html><html lang="en"><head><title>451: Unavailable due to legal reasons</title></head><body><h1>451: Unavailable due to legal reasons</h1><p>We recognize you are attempting to access this website from a country belonging to the European Economic Area (EEA) including the EU which enforces the General Data Protection Regulation (GDPR) and therefore access cannot be granted at this time. For any issues, contact web@tribune.example or call 555-0100.</p></body></html>`,
  'abroad, german': `<!DOCTYPE html><html lang="de"><head><title>Mediathek</title></head><body><h1>Dieses Video ist in Ihrem Land nicht verfügbar</h1><p>Aus rechtlichen Gründen kann dieser Inhalt außerhalb von Deutschland nicht gezeigt werden.</p></body></html>`,
  'abroad, portuguese': `<!DOCTYPE html><html lang="pt-BR"><head><title>Acesso restrito</title></head><body><h1>Acesso restrito</h1><p>Este conteúdo não está disponível no seu país ou região. O acesso a partir da sua localização não é permitido.</p></body></html>`,
  'request rejected by f5': `<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 8612345678901234567<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>`,
  'browser too old': `<!DOCTYPE html><html><head><title>Unsupported browser</title></head><body><h1>Your browser is not supported</h1><p>Please upgrade to a recent version of Chrome, Firefox, Safari or Edge to use this site.</p></body></html>`,
  'geo french': doc(
    'fr',
    'Vidéo indisponible',
    `<h1>Cette vidéo n'est pas disponible dans votre pays</h1><p>Pour des raisons de droits, ce programme ne peut être visionné depuis votre position.</p>`,
  ),
  'old browser german': doc(
    'de',
    'Browser veraltet',
    `<h1>Ihr Browser wird nicht unterstützt</h1><p>Bitte verwenden Sie eine aktuelle Version von Chrome, Firefox oder Edge.</p>`,
  ),
  'vpn detected': doc(
    'en',
    'VPN detected',
    `<h1>VPN or proxy detected</h1><p>To watch, turn off your VPN or proxy and reload. If you think this is a mistake contact support.</p>`,
  ),
})

export const ANSWERED_RATE_LIMITS = walls({
  'queue-it line': `<!DOCTYPE html><html lang="en-US"><head><title>Queue-it</title><script src="//static.queue-it.net/script/queueclient.min.js"></script></head><body class="queue before"><div id="main"><h1 id="lbHeaderH1">You are now in line</h1><div id="MainPart_divProgressbar"><p id="lbHeaderP">You are in line to enter the ticket shop. When it is your turn, you will have 10 minutes to enter the website.</p><div>Number of users in line ahead of you: <span id="MainPart_lbUsersInLineAheadOfYou">4182</span></div><div>Your estimated wait time is: <span>12 minutes</span></div></div><div id="footer">Queue ID: 6f1b-22c3</div></div></body></html>`,
  'cloudflare waiting room': `<!DOCTYPE html><html><head><title>Waiting Room powered by Cloudflare</title><meta http-equiv="refresh" content="20"></head><body><main><h1>You are now in line.</h1><p>Thank you for your patience.</p><p>Your estimated wait time is 6 minutes.</p><p>We are experiencing a high volume of traffic and using a virtual queue to limit the amount of users on the website at the same time. This will ensure you have the best possible online experience.</p><p>This page will automatically refresh, please do not close your browser.</p></main></body></html>`,
  'waiting room, french': `<!DOCTYPE html><html lang="fr"><head><title>File d'attente</title></head><body><h1>Vous êtes dans la file d'attente</h1><p>Vous allez bientôt accéder à la billetterie. Temps d'attente estimé : 8 minutes. Ne rafraîchissez pas cette page, vous perdriez votre place.</p></body></html>`,
  'slow down': `<!DOCTYPE html><html><head><title>Whoa there, pardner!</title></head><body><h1>whoa there, pardner!</h1><p>we're sorry, but you appear to be a bot and we've seen too many requests from you lately. we enforce a hard speed limit on requests that appear to come from bots to prevent abuse.</p><p>please wait 6 second(s) and try again.</p></body></html>`,
  'too many requests, japanese': `<!DOCTYPE html><html lang="ja"><head><title>アクセスが集中しています</title></head><body><h1>ただいまアクセスが集中しています</h1><p>短時間に多数のリクエストがありました。しばらく時間をおいてから再度お試しください。</p></body></html>`,
  'too many requests as text': `<html><head><title></title></head><body><pre style="word-wrap: break-word; white-space: pre-wrap;">Too many requests, please try again later.</pre></body></html>`,
  'german queue': doc(
    'de',
    'Virtueller Warteraum',
    `<h1>Sie befinden sich im virtuellen Warteraum</h1><p>Der Andrang ist derzeit sehr groß. Ihre geschätzte Wartezeit beträgt 5 Minuten. Bitte laden Sie die Seite nicht neu.</p>`,
  ),
  'busy shop': doc(
    'en',
    'We are busy',
    `<h1>We're a little busy right now</h1><p>You've been placed in a queue and will be let into the store automatically. Please don't refresh.</p>`,
  ),
  'spanish queue': doc(
    'es',
    'Sala de espera',
    `<h1>Estás en la fila</h1><p>Cuando sea tu turno te redirigiremos. Tiempo de espera: 4 minutos.</p>`,
  ),
})

const loginPage = (
  lang: string,
  title: string,
  heading: string,
  say: string,
  user: string,
  pass: string,
): string =>
  `<!DOCTYPE html><html lang="${lang}"><head><title>${title}</title></head><body><header><a href="/"><img src="/logo.svg" alt="Kontor"></a></header><main><h1>${heading}</h1><p>${say}</p><form action="/session" method="post"><label>${user}<input name="username" type="text"></label><label>${pass}<input name="password" type="password"></label><button>OK</button></form></main></body></html>`

export const ANSWERED_LOGINS = walls({
  'login in german': loginPage(
    'de',
    'Kundenportal – Kontor',
    'Kundenportal',
    'Melden Sie sich mit Ihren Zugangsdaten an, um auf den Bereich zuzugreifen.',
    'Benutzername',
    'Kennwort',
  ),
  'login in hungarian': loginPage(
    'hu',
    'Belépés',
    'Belépés',
    'A folytatáshoz kérjük, adja meg felhasználónevét és jelszavát.',
    'Felhasználónév',
    'Jelszó',
  ),
  'login in greek': loginPage(
    'el',
    'Σύνδεση',
    'Σύνδεση',
    'Παρακαλούμε συνδεθείτε για να συνεχίσετε.',
    'Όνομα χρήστη',
    'Κωδικός',
  ),
  'login in hebrew': loginPage(
    'he',
    'התחברות',
    'התחברות',
    'יש להתחבר כדי לצפות בדף זה.',
    'שם משתמש',
    'סיסמה',
  ),
  'session has ended': `<!DOCTYPE html><html lang="en"><head><title>Session expired</title></head><body><h1>Session expired</h1><p>Your session has timed out due to inactivity. Please log in again to continue.</p><a href="/login">Log in</a></body></html>`,
  'session has ended, french': `<!DOCTYPE html><html lang="fr"><head><title>Session expirée</title></head><body><h1>Votre session a expiré</h1><p>Pour des raisons de sécurité vous avez été déconnecté. Veuillez vous reconnecter pour continuer.</p><a href="/connexion">Se reconnecter</a></body></html>`,
  'members in polish': `<!DOCTYPE html><html lang="pl"><head><title>Strefa klubowicza</title></head><body><main><h1>Strefa klubowicza</h1><p>Ta treść jest dostępna tylko dla zalogowanych użytkowników. Zaloguj się lub zarejestruj, aby ją zobaczyć.</p><a href="/logowanie">Zaloguj się</a></main></body></html>`,
  'wifi of a hotel': `<!DOCTYPE html><html lang="en"><head><title>Harbour Hotel Guest Wi-Fi</title></head><body><div class="portal"><h1>Welcome to Harbour Hotel Wi-Fi</h1><p>Please enter your room number and last name to connect to the internet.</p><form action="http://192.168.1.1/login" method="post"><input name="room"><input name="lastname"><input type="hidden" name="mac" value="aa:bb"><label><input type="checkbox" name="terms">I accept the terms of use</label><button>Connect</button></form></div></body></html>`,
  'session german': doc(
    'de',
    'Sitzung abgelaufen',
    `<h1>Ihre Sitzung ist abgelaufen</h1><p>Bitte melden Sie sich erneut an.</p><a href="/login">Anmelden</a>`,
  ),
  'members swedish': doc(
    'sv',
    'Medlemssidor',
    `<h1>Medlemssidor</h1><p>Den här sidan är endast för inloggade medlemmar. Logga in för att fortsätta.</p><a href="/login">Logga in</a>`,
  ),
  'airport wifi': doc(
    'en',
    'Airport Free WiFi',
    `<h1>Free WiFi</h1><p>Please accept the terms and conditions to access the internet.</p><form method="post"><input type="checkbox" name="accept"><button>Connect</button></form>`,
  ),
  'university sso': doc(
    'en',
    'University Single Sign-On',
    `<h1>Single Sign-On</h1><form action="/idp/profile/SAML2/Redirect/SSO" method="post"><label>Username<input name="j_username"></label><label>Password<input type="password" name="j_password"></label><button>Login</button></form>`,
  ),
})

export const ANSWERED_CONSENTS = walls({
  'age of a brewery': `<!DOCTYPE html><html lang="en"><head><title>Harbour Brewing – Age verification</title></head><body class="age-gate"><div class="agegate"><img src="/logo.png"><h1>Are you of legal drinking age?</h1><p>You must be 21 years of age or older to enter this site.</p><button>Yes</button><button>No</button></div></body></html>`,
  'age in german': `<!DOCTYPE html><html lang="de"><head><title>Altersprüfung</title></head><body><h1>Bist du mindestens 18 Jahre alt?</h1><p>Diese Seite enthält Inhalte, die nur für Erwachsene bestimmt sind. Bitte bestätige dein Alter.</p><a href="/?age=1">Ja, ich bin über 18</a> <a href="https://search.example/">Nein</a></body></html>`,
  'consent of a portal, dutch': `<!DOCTYPE html><html lang="nl"><head><title>Privacy Gate</title></head><body><div class="privacy-gate"><h1>Jouw privacy-instellingen</h1><p>Wij en onze 174 partners gebruiken cookies en vergelijkbare technieken om informatie op je apparaat op te slaan en te lezen. Met jouw toestemming tonen wij gepersonaliseerde advertenties.</p><button>Akkoord</button><button>Instellen</button></div></body></html>`,
  'age of a tobacconist': doc(
    'fr',
    'Vérification de l’âge',
    `<div class="gate"><h1>Avez-vous plus de 18 ans ?</h1><p>Vous devez être majeur pour accéder à ce site. Confirmez votre âge.</p><button>Oui</button><button>Non</button></div>`,
  ),
})

export const ANSWERED_SOFT_404S = walls({
  'product gone, shop in german': `<!DOCTYPE html><html lang="de"><head><title>Teehaus Nordlicht</title></head><body><header><nav><a href="/">Start</a><a href="/tee">Tee</a></nav></header><main><h1>Hoppla!</h1><p>Die von Ihnen gesuchte Seite konnte leider nicht gefunden werden. Möglicherweise wurde sie gelöscht oder umbenannt.</p><a href="/">Zur Startseite</a></main></body></html>`,
  'job filled': `<!DOCTYPE html><html lang="en"><head><title>Careers at Kontor</title></head><body><header><a href="/">Kontor</a></header><main><h1>This job is no longer available</h1><p>The position you are looking for has been filled or the posting has been closed. See our current openings.</p><a class="btn" href="/jobs">View all jobs</a></main></body></html>`,
  'job closed, french': `<!DOCTYPE html><html lang="fr"><head><title>Offre d'emploi</title></head><body><main><h1>Cette offre n'est plus en ligne</h1><p>L'annonce que vous recherchez a été pourvue ou a expiré.</p><a href="/emplois">Voir toutes les offres</a></main></body></html>`,
  'missing in czech': `<!DOCTYPE html><html lang="cs"><head><title>Kontor.cz</title></head><body><h1>Stránka nebyla nalezena</h1><p>Omlouváme se, ale požadovaná stránka neexistuje nebo byla přesunuta.</p></body></html>`,
  'missing in finnish': `<!DOCTYPE html><html lang="fi"><head><title>Virhe 404</title></head><body><h1>Hups! Sivua ei löydy</h1><p>Etsimääsi sivua ei ole olemassa tai se on siirretty.</p></body></html>`,
  'missing in greek': `<!DOCTYPE html><html lang="el"><head><title>Η σελίδα δεν βρέθηκε</title></head><body><h1>Η σελίδα δεν βρέθηκε</h1><p>Η σελίδα που αναζητάτε δεν υπάρχει ή έχει μετακινηθεί.</p></body></html>`,
  'missing in arabic': `<!DOCTYPE html><html lang="ar" dir="rtl"><head><title>الصفحة غير موجودة</title></head><body><h1>الصفحة غير موجودة</h1><p>عذراً، الصفحة التي تبحث عنها غير موجودة.</p></body></html>`,
  'missing in indonesian': `<!DOCTYPE html><html lang="id"><head><title>Halaman tidak ditemukan</title></head><body><h1>404</h1><p>Halaman yang Anda cari tidak ditemukan.</p><a href="/">Kembali ke beranda</a></body></html>`,
  'missing in ukrainian': `<!DOCTYPE html><html lang="uk"><head><title>Сторінку не знайдено</title></head><body><h1>Сторінку не знайдено</h1><p>На жаль, такої сторінки не існує.</p></body></html>`,
  'missing in romanian': `<!DOCTYPE html><html lang="ro"><head><title>Eroare 404</title></head><body><h1>Pagina nu a fost găsită</h1><p>Ne pare rău, pagina căutată nu există sau a fost mutată.</p></body></html>`,
  'listing sold in portuguese': `<!DOCTYPE html><html lang="pt"><head><title>Imóveis</title></head><body><main><h1>Anúncio indisponível</h1><p>Este anúncio já não está disponível. O anunciante pode tê-lo removido.</p></main></body></html>`,
  hungarian: doc(
    'hu',
    'Az oldal nem található',
    `<h1>Az oldal nem található</h1><p>A keresett oldal nem létezik vagy áthelyezték.</p>`,
  ),
  vietnamese: doc(
    'vi',
    'Không tìm thấy trang',
    `<h1>Không tìm thấy trang</h1><p>Trang bạn tìm không tồn tại.</p>`,
  ),
  slovak: doc('sk', 'Chyba 404', `<h1>Stránka sa nenašla</h1><p>Požadovaná stránka neexistuje.</p>`),
  bulgarian: doc('bg', 'Страницата не е намерена', `<h1>Страницата не е намерена</h1>`),
  norwegian: doc('nb', 'Fant ikke siden', `<h1>Fant ikke siden</h1><p>Siden du leter etter finnes ikke.</p>`),
  'job german': inSite(
    'Stellenangebot',
    `<h1>Stelle nicht mehr verfügbar</h1><p>Diese Stellenanzeige ist leider nicht mehr online. Sehen Sie sich unsere anderen Stellen an.</p>`,
  ),
  hebrew: doc('he', 'הדף לא נמצא', `<h1>הדף לא נמצא</h1><p>הדף שחיפשת אינו קיים.</p>`),
  'event over': inSite(
    'Event',
    `<h1>Event not found</h1><p>The event you are looking for has ended or was removed by its host.</p>`,
  ),
})

export const ANSWERED_PAYWALLS = walls({
  'teaser in danish': `<!DOCTYPE html><html lang="da"><head><title>Havnen vokser | Avisen</title><script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script></head><body><article><h1>Havnen vokser</h1>${prose(60)}<div class="paywall-box"><h2>Læs hele artiklen</h2><p>Denne artikel er kun for abonnenter. Få adgang for 1 kr. den første måned.</p><p>Har du allerede et abonnement? <a href="/login">Log ind</a></p></div></article></body></html>`,
  'teaser in english': `<!DOCTYPE html><html lang="en"><head><title>The harbour grows - The Courier</title></head><body><article><h1>The harbour grows</h1>${prose(70)}<section class="offer"><h3>You've reached your monthly article limit</h3><p>Subscribe now for unlimited access to all our journalism. From £1 a month. Cancel anytime.</p><a href="/subscribe">See subscription options</a></section></article></body></html>`,
  'teaser in german': doc(
    'de',
    'Der Hafen wächst | Hafenblatt',
    `<article><h1>Der Hafen wächst</h1>${prose(70)}<div class="offer"><h2>Jetzt weiterlesen mit Hafenblatt+</h2><p>Dieser Artikel ist exklusiv für Abonnenten. 1 Monat für 1 €, jederzeit kündbar. Bereits Abonnent? <a href="/login">Anmelden</a></p></div></article>`,
  ),
  'words that stand out in a teaser': doc(
    'en',
    'Two days of planning',
    `<article><h1>Two days of planning</h1>${prose(70)}<p>Become a <b>paid subscriber to The Courier</b> to unlock this piece and learn more.</p><p>Subscribe</p></article>`,
  ),
})

export const ANSWERED_SHELLS = walls({
  'application without scripts': `<!doctype html><html lang="en"><head><title>Kontor</title><script defer src="/static/js/main.8ac1.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`,
  'application that asks in the open': `<!doctype html><html><head><title>Portal</title><script src="/main.js" type="module"></script></head><body><app-root></app-root><div class="nojs">This application requires JavaScript. Please enable JavaScript in your browser and reload.</div></body></html>`,
  'vue shell in german': `<!doctype html><html lang="de"><head><title>Stadtportal</title></head><body><noscript><strong>Diese Anwendung benötigt JavaScript. Bitte aktivieren Sie es, um fortzufahren.</strong></noscript><div id="app"></div><script src="/js/chunk-vendors.js"></script></body></html>`,
  'shell that is loading': doc(
    'en',
    'Dashboard',
    `<div id="root"><div class="spinner">Loading...</div></div><script src="/assets/index-9f1.js" type="module"></script>`,
  ),
})
