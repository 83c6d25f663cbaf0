// What can be tried: the operations of the extractors and the enrichments, with the form of each.
import type { EnrichmentOption } from '#contract/crawl/enrichment.ts'
import type { ExtractorView } from '#contract/crawl/extractor.ts'
import { callApi } from '#shared/api/call-api.ts'
import { loadDescription, operationAt } from '#crawl/model/description.ts'
import { formFields, type Field } from '#crawl/request/form-model.ts'
import type { Section } from '#crawl/request/request-form.tsx'

/** One operation that can be tried. */
export interface TriedOperation {
  /** `markdown.extract`: as the type of its jobs. */
  readonly id: string
  readonly summary: string
  readonly path: string
  /** Why it does not work now; null where it does. */
  readonly unavailable: string | null
  readonly sections: readonly Section[]
}

interface Listed {
  readonly id: string
  readonly summary: string
  readonly path: string
  readonly unavailable: string | null
}

/** All of them, in the order of the service. Throws as `callApi`. */
export async function loadOperations(signal: AbortSignal): Promise<readonly TriedOperation[]> {
  const [{ items: extractors }, { items: enrichments }, description] = await Promise.all([
    callApi<{ readonly items: readonly ExtractorView[] }>('/api/v1/extractors', { signal }),
    callApi<{ readonly items: readonly EnrichmentOption[] }>('/api/v1/enrich', { signal }),
    loadDescription(),
  ])
  const listed: Listed[] = [
    ...extractors.flatMap(({ name, available, unavailableReason, operations }) =>
      operations.map((operation) => ({
        id: `${name}.${operation.name}`,
        summary: operation.summary,
        path: operation.path,
        unavailable: available ? null : (unavailableReason ?? 'It is not available.'),
      })),
    ),
    ...enrichments.map(({ kind, summary, available, unavailableReason, paths }) => ({
      id: `${kind}.enrich`,
      summary,
      path: paths.single,
      unavailable: available ? null : (unavailableReason ?? 'It is not available.'),
    })),
  ]
  return listed.map((operation) => ({
    ...operation,
    sections: sectionsOf(formFields(operationAt(description, 'POST', operation.path)?.bodySchema)),
  }))
}

const SECTIONS = [
  { title: 'Other sources', names: 'urls html artifactId baseUrl' },
  {
    title: 'Fetching',
    names:
      'engine timeoutMs locale headers cookies sessionId referer httpAuth failOnStatus maxResponseBytes robots proxy',
  },
  {
    title: 'Browser',
    names:
      'waitFor actions device viewport timezone colorScheme reducedMotion blockResources blockAds removeOverlays',
  },
  { title: 'Cache', names: 'maxAgeMs staleIfErrorMs store' },
  { title: 'Job and delivery', names: 'delivery priority queueTimeoutMs metadata webhook' },
].map(({ title, names }) => ({ title, names: new Set(names.split(' ')) }))

/** The address and what is required first, then what is the extractor's own, then what all of them have, folded away. */
export function sectionsOf(fields: readonly Field[]): Section[] {
  const isFirst = ({ name, isRequired }: Field): boolean => name === 'url' || isRequired
  const isShared = ({ name }: Field): boolean => SECTIONS.some(({ names }) => names.has(name))
  return [
    { title: null, isFolded: false, fields: fields.filter(isFirst) },
    {
      title: 'Options',
      isFolded: true,
      fields: fields.filter((field) => !isFirst(field) && !isShared(field)),
    },
    ...SECTIONS.map(({ title, names }) => ({
      title,
      isFolded: true,
      fields: fields.filter((field) => !isFirst(field) && names.has(field.name)),
    })),
  ].filter((section) => section.fields.length > 0)
}
