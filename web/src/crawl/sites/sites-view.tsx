// Crawls of whole sites: the list, and a crawl under way with what it left out and why.
import { useState } from 'preact/hooks'
import type { Job } from '#contract/job.ts'
import { callApi } from '#shared/api/call-api.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { goTo, linkTo } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { JobProgressBar } from '#crawl/jobs/job-parts.tsx'
import { fieldsOf, textOf, textsOf } from '#shared/format/unknown-values.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { RequestDialog, type AskedRequest } from '#crawl/request/request-dialog.tsx'

/** The type of the jobs that crawl a site. */
const TYPE = 'sites.crawl'
const LIVE_MS = 3_000

const START: AskedRequest = {
  title: 'Crawl a site',
  method: 'POST',
  template: '/api/v1/sites/crawl',
  path: '/api/v1/sites/crawl',
  about:
    'Follows the links of the start pages and keeps each page as Markdown. How far it is can be watched, and it can be stopped.',
  verb: 'Start',
}

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'site',
    head: 'Site',
    cell: ({ id, input }) => (
      <a class="wrap-anywhere" href={linkTo(['sites', id])}>
        <bdi>{cutText(textsOf(fieldsOf(input)['urls']).join(', ') || id, 160).text}</bdi>
      </a>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: (job) => (
      <>
        <StateChip state={job.status} />
        <JobProgressBar job={job} />
      </>
    ),
  },
  { id: 'created', head: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
]

/** The crawls, newest first. */
export function SitesView() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div class="view">
      <div class="view-head">
        <h1>Sites</h1>
        <Button kind="primary" onPress={() => setIsOpen(true)}>
          Crawl a site
        </Button>
      </div>
      <PagedTable
        caption="Crawls of sites"
        path="/api/jobs"
        query={{ type: TYPE, limit: '50' }}
        everyMs={LIVE_MS}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={{ title: 'No site was crawled yet', detail: 'Give it an address and get its pages.' }}
      />
      {isOpen && (
        <RequestDialog
          asked={START}
          onClose={() => setIsOpen(false)}
          onDone={(answer) => {
            const id = textOf(fieldsOf(answer)['jobId']) ?? textOf(fieldsOf(answer)['id'])
            if (id !== null) goTo(linkTo(['sites', id]))
          }}
        />
      )}
    </div>
  )
}

/** Pauses a crawl, or lets it go on. */
export async function pauseSite(id: string, act: 'pause' | 'resume'): Promise<void> {
  await callApi(`/api/v1/sites/${encodeURIComponent(id)}/${act}`, { method: 'POST' })
}
