// The work of contact enrichment: reads the first page, visits the pages that it links, and puts together what they have.
import { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import {
  checkedOperation,
  type ExtractContext,
  type ExtractorHost,
  type ExtractorInstance,
  type ExtractorOutput,
} from '#extract/context.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { ContactData, ContactInput } from '#extractors/contact/request/options.ts'
import { openWebsite } from '#extractors/contact/request/open-website.ts'
import { mergeFindings } from '#extractors/contact/reading/merge-findings.ts'
import { withMailServers } from '#extractors/contact/reading/verify-emails.ts'
import { readPage, type PageFindings } from '#extractors/contact/reading/read-page.ts'
import { visitSite, type Visit, type VisitedPage } from '#extractors/contact/visit/visit-site.ts'

/** Without `learnedPatterns` the builtin ones are followed. */
export async function create(host: Partial<ExtractorHost> = {}): Promise<ExtractorInstance> {
  const { learnedPatterns = async () => null } = host
  return {
    operations: {
      enrich: checkedOperation<ContactInput>(async (input, context) =>
        enrich(input, context, learnedPatterns),
      ),
    },
  }
}

const CUT = {
  code: 'contacts_cut',
  detail: 'The pages have more numbers or values than are read: the lists are not complete.',
}

async function enrich(
  request: ContactInput,
  context: ExtractContext,
  learnedPatterns: NonNullable<ExtractorHost['learnedPatterns']>,
): Promise<ExtractorOutput> {
  // The fetch, the browser and the work all count from the same default.
  const input = { ...request, timeoutMs: request.timeoutMs ?? 60_000 }
  const { page: first, isDocument, warnings: readWarnings } = await openWebsite(input, context)
  const domain = first.url === null ? null : registrableDomain(first.url)
  const { country = null, name = null, includePersonal = true, fields = CONTACT_FIELDS } = input
  const read = async ({
    html,
    url,
    statusCode,
    charset,
    charsetSource,
    engine,
    tree,
  }: OpenPage): Promise<PageFindings> =>
    readPage.run(
      {
        html,
        url,
        statusCode,
        charset,
        charsetSource,
        engine,
        tree,
        siteDomain: domain,
        country,
        includePersonal,
        name,
      },
      { context, endsAtMs: first.endsAtMs },
    )
  const findings = await read(first)
  const { links, language, quality, warnings } = findings
  const merged = mergeFindings(fields)
  const given: VisitedPage = {
    url: first.url,
    status: first.statusCode,
    error: null,
    chosenBy: 'given',
    patternId: null,
    linkText: null,
    ...merged.add(first.url, findings),
  }
  const { url: from } = input
  const { endsAtMs, url: firstUrl } = first
  const site = { firstUrl: firstUrl ?? '', domain: domain ?? '', links, language, endsAtMs }
  // A submitted page or file is read as it is: nothing is fetched for it. A document stands for itself as well: its site may
  // only store it.
  const {
    pages,
    stopReason,
    warnings: visitWarnings,
  }: Visit = from === undefined || isDocument || findings.isParked
    ? { pages: [], stopReason: merged.isSatisfied() ? 'satisfied' : 'exhausted', warnings: [] }
    : await visitSite(
        { ...site, from, findings: findings.findings, patterns: await learnedPatterns(context.signal) },
        input,
        context,
        read,
        merged,
      )
  return {
    data: {
      domain,
      ...askedFor(input, domain, findings),
      ...(await verified(input, merged.all(), context, first.endsAtMs)),
      pagesVisited: [given, ...pages],
      stopReason,
    },
    engine: first.engine,
    warnings: [...readWarnings, ...warnings, ...visitWarnings, ...(merged.isCut() ? [CUT] : [])],
    quality: { score: quality.score, signals: [...quality.signals] },
    ...(first.response === null ? {} : { response: first.response }),
  }
}

/** What the caller said of the business, beside what its website says. */
function askedFor(
  { url, placeId, name }: ContactInput,
  domain: string | null,
  { isNamed }: PageFindings,
): Pick<ContactData, 'redirectedFrom' | 'placeId' | 'nameFound'> {
  const asked = url === undefined ? null : registrableDomain(url)
  return {
    redirectedFrom: asked === domain ? null : asked,
    ...(placeId === undefined ? {} : { placeId }),
    ...(name === undefined ? {} : { nameFound: isNamed }),
  }
}

/** With the answers of name servers about e-mail addresses, where the caller asks for them. */
async function verified(
  { verify }: ContactInput,
  found: Readonly<Record<string, object[]>>,
  context: ExtractContext,
  endsAtMs: number,
): Promise<Readonly<Record<string, object[]>>> {
  const { emails } = found
  if (verify?.mx !== true || emails === undefined) return found
  return { ...found, emails: await withMailServers(emails, context, endsAtMs) }
}
