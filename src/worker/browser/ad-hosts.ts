// Hosts that serve advertising and tracking and nothing that a reader would miss.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Tag managers, and trackers that the list of third-party-web does not have; by registered names. */
const OWN = `
  branch.io bounceexchange.com chartbeat.com clarity.ms demdex.net everesttech.net googletagmanager.com newrelic.com
  nr-data.net tealiumiq.com tiqcdn.com zedo.com bat.bing.com appnexus.com heap.io liveintent.com triplelift.com
`
/** Of that list: names under which sites have content too, such as pictures, videos, reviews and comments. */
const WITH_CONTENT = new Set(
  words(`
  01net.com air.tv answcdn.com answers.com aol.co.uk aol.com aol.net aolcdn.com apester.com apple.com aweber.com
  b92.yahoo.co.jp bannersnack.com bazaarvoice.com bbb.org bestofmedia.com bing.com bizrate.com blogsmithmedia.com
  brandview.com btncdn.com buto.tv cdngc.net cdnplanet.com clerk.io cloudfront.ne cloudsponge.com confirmit.com
  connatix.com ctctcdn.com customer.io de.com decenthat.com dsply.com easypolls.net ebay.com ebayimg.com
  ebaystatic.com ekomi.com ekomi.de fallingfalcon.com fastapi.net feedmagnet.com feefo.com fits.me five.tv
  flix360.com flixcar.com flixfacts.co.uk flixfacts.com flixsyndication.net flockler.com foodity.com force.com
  geni.us getresponse.com gigya.com guardian.co.uk hootsuite.com hostingprod.com hotukdeals.com ibmcloud.com
  infusionsoft.com invodo.com janrain.com jsonip.com jwpcdn.com jwplatform.com jwplayer.com jwpsrv.com lexity.com
  licdn.com lightboxcdn.com line-scdn.net line.me linkedin.com liveclicker.net lockerdome.com loginradius.com
  longtailvideo.com lrcontent.com mailmunch.co microsoft.com movementventures.com msecnd.net msn.com net.net net.pl
  npttech.com o2.pl oath.com okta.com oneall.com onet.pl ooyala.com opinionstage.com pagesuite-professional.co.uk
  playground.xyz poll.fm polldaddy.com powerreviews.com publishthis.com purch.com qmerce.com qualtrics.com
  questionpro.com quora.com qzzr.com rakuten-static.com rbl.ms rebelmouse.com reevoo.com revolvermaps.com
  reviews.co.uk reviews.io rewardstyle.com rovicorp.com rtm.com s-msft.com s-msn.com s.yimg.jp s81c.com salesforce.com
  sas.com sc-static.net scribblelive.com searchanise.com sidereel.com snapchat.com sodahead.com spiceworks.com
  stamped.io static.polldaddy.com summerhamster.com surveygizmo.eu surveymonkey.com theguardian.com tinypass.com
  truefitcorp.com trustpilot.com ui-portal.de unidays.world viafoura.co viafoura.com videoplayerhub.com vidible.tv
  vouchedfor.co.uk wayfair.com where.com wishabi.com wowcher.co.uk wp.pl www.linkedin.com yahoo.com yahoo.net
  yahooapis.com yimg.com zenfs.com zoover.co.uk zoover.nl
`),
)
const CATEGORIES: ReadonlySet<unknown> = new Set(['ad', 'analytics'])

/** Names that stand for themselves, and names that stand for what is below them too. */
interface AdNames {
  readonly hosts: ReadonlySet<string>
  readonly domains: ReadonlySet<string>
}

let names: AdNames | null = null

/** For a page at `url`: whether it does without a host. A page of an advertiser gets what is under its own name. */
export function adHostsFor(url: string): (hostname: string) => boolean {
  const known = (names ??= readNames())
  const own = adNameOf(URL.parse(url)?.hostname ?? '', known)
  return (hostname) => {
    const name = adNameOf(hostname, known)
    return name !== null && name !== own
  }
}

/** The name of the list that a host falls under. */
function adNameOf(hostname: string, { hosts, domains }: AdNames): string | null {
  if (hosts.has(hostname)) return hostname
  const labels = hostname.split('.').slice(-6)
  for (let at = 0; at < labels.length; at += 1) {
    const name = labels.slice(at).join('.')
    if (domains.has(name)) return name
  }
  return null
}

function readNames(): AdNames {
  const file = fileURLToPath(import.meta.resolve('third-party-web/dist/entities-nostats.json'))
  const entities: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const listed = (Array.isArray(entities) ? entities : [])
    .map(fieldsOf)
    .filter(({ category }) => CATEGORIES.has(category))
    .flatMap(({ domains }): unknown[] => (Array.isArray(domains) ? domains : []))
    .filter((name) => typeof name === 'string')
    .filter((name) => !WITH_CONTENT.has(name.replace(/^\*\./, '')))
  const isDomain = (name: string): boolean => name.startsWith('*.')
  return {
    hosts: new Set(listed.filter((name) => !isDomain(name))),
    domains: new Set([...listed.filter(isDomain).map((name) => name.slice(2)), ...words(OWN)]),
  }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
