// Hosts that serve advertising and tracking and nothing that a reader would miss, by their registered names.

const HOSTS = new Set(
  `
  2mdn.net 33across.com adform.net adnxs.com adroll.com adsafeprotected.com adsrvr.org advertising.com
  amazon-adsystem.com amplitude.com appnexus.com atdmt.com bat.bing.com bidswitch.net bluekai.com bounceexchange.com
  branch.io casalemedia.com chartbeat.com chartbeat.net clarity.ms contextweb.com crazyegg.com criteo.com criteo.net
  crwdcntrl.net demdex.net dotomi.com doubleclick.net doubleverify.com everesttech.net exelator.com eyeota.net
  fullstory.com google-analytics.com googleadservices.com googlesyndication.com googletagmanager.com
  googletagservices.com gumgum.com heap.io heapanalytics.com hotjar.com hotjar.io id5-sync.com imrworldwide.com
  indexww.com inspectlet.com intentmedia.net kissmetrics.com krxd.net lijit.com liveintent.com mathtag.com
  media.net mixpanel.com mookie1.com moatads.com mouseflow.com mxpnl.com newrelic.com nr-data.net omtrdc.net
  onetag-sys.com openx.net optimizely.com outbrain.com permutive.com pingdom.net pubmatic.com quantcount.com
  quantserve.com rfihub.com rlcdn.com rubiconproject.com scorecardresearch.com segment.com segment.io serving-sys.com
  sharethrough.com simpli.fi smartadserver.com smaato.net sonobi.com spotxchange.com statcounter.com
  stackadapt.com taboola.com tapad.com teads.tv tealiumiq.com tiqcdn.com tradedoubler.com tribalfusion.com
  triplelift.com turn.com undertone.com yieldmo.com zedo.com zemanta.com
`
    .trim()
    .split(/\s+/),
)

/** For a page at `url`: whether it does without a host. Hosts of the site that the page is on are always asked. */
export function adHostsFor(url: string): (hostname: string) => boolean {
  const own = siteOf(URL.parse(url)?.hostname ?? '')
  return (hostname) => siteOf(hostname) !== own && isAdHost(hostname)
}

/** Close enough to the registered name: only names of the list above are compared. */
const siteOf = (hostname: string): string => hostname.split('.').slice(-2).join('.')

function isAdHost(hostname: string): boolean {
  const labels = hostname.split('.').slice(-6)
  return labels.some((_, at) => HOSTS.has(labels.slice(at).join('.')))
}
