// The page of crawl: which view a route shows, and the frame around it.
import '#shared/style/style.ts'
import './crawl.css'
import { useQuery } from '#shared/api/use-query.ts'
import { useRoute } from '#shared/route/route.ts'
import { NothingHere } from '#shared/frame/nothing-here.tsx'
import { Shell } from '#shared/frame/shell.tsx'
import { startPage } from '#shared/frame/start-page.tsx'
import { JobView } from '#crawl/jobs/job-view.tsx'
import { JobsView } from '#crawl/jobs/jobs-view.tsx'
import { loadPaths } from '#crawl/model/description.ts'
import { CacheView } from '#crawl/resources/cache-view.tsx'
import { CdnDomainView, CdnView } from '#crawl/resources/cdn-view.tsx'
import { DiscoveryView } from '#crawl/resources/discovery-view.tsx'
import { KeysView } from '#crawl/resources/keys-view.tsx'
import { ProxiesView } from '#crawl/resources/proxies-view.tsx'
import { WebhookRecordView } from '#crawl/resources/webhook-record-view.tsx'
import { WebhooksView } from '#crawl/resources/webhooks-view.tsx'
import { WorkersView } from '#crawl/resources/workers-view.tsx'
import { SiteView } from '#crawl/sites/site-view.tsx'
import { SitesView } from '#crawl/sites/sites-view.tsx'
import { TryView } from '#crawl/try/try-view.tsx'

interface View {
  readonly id: string
  readonly label: string
  /** `rest` is what follows the first part of the route. */
  readonly show: (rest: readonly string[]) => preact.ComponentChild
  /** A path without which the view is not there. */
  readonly needs?: string
}

const VIEWS: readonly View[] = [
  { id: 'try', label: 'Try', show: () => <TryView /> },
  {
    id: 'jobs',
    label: 'Jobs',
    show: ([id]) => (id === undefined ? <JobsView /> : <JobView key={id} id={id} />),
  },
  {
    id: 'sites',
    label: 'Sites',
    needs: 'POST /api/v1/sites/crawl',
    show: ([id]) => (id === undefined ? <SitesView /> : <SiteView key={id} id={id} />),
  },
  { id: 'workers', label: 'Workers', show: () => <WorkersView /> },
  { id: 'proxies', label: 'Proxies', show: () => <ProxiesView /> },
  {
    id: 'cdn',
    label: 'CDNs',
    show: ([domain]) => (domain === undefined ? <CdnView /> : <CdnDomainView key={domain} domain={domain} />),
  },
  { id: 'discovery', label: 'Discovery', show: () => <DiscoveryView /> },
  { id: 'cache', label: 'Cache', show: () => <CacheView /> },
  {
    id: 'webhooks',
    label: 'Webhooks',
    show: ([id]) => (id === undefined ? <WebhooksView /> : <WebhookRecordView key={id} id={id} />),
  },
  { id: 'keys', label: 'Keys', show: () => <KeysView /> },
]

function CrawlPage() {
  const { path } = useRoute()
  const { data: paths } = useQuery('paths', loadPaths)
  const [id = VIEWS[0]?.id, ...rest] = path
  const there = VIEWS.filter(({ needs }) => needs === undefined || paths?.has(needs) === true)
  const view = VIEWS.find((each) => each.id === id)
  return (
    <Shell name="Surveyor crawl" entries={there}>
      {view === undefined ? <NothingHere /> : view.show(rest)}
    </Shell>
  )
}

startPage(<CrawlPage />)
