// How a result was obtained: way, engine, cache, quality, times, warnings.
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import { formatBytes, formatDuration, formatNumber } from '#shared/format/format.ts'
import { Chip } from '#shared/ui/chip.tsx'
import { cutText } from '#shared/format/visible-text.ts'
import { SafeLink } from '#shared/ui/safe-link.tsx'

const PERCENT = 100

/** The facts of every result, whatever extractor made it. What is not known is not there. */
export function ResultFacts({ answer }: { readonly answer: ExtractionAnswer }) {
  const { response, engine, cdn, cache, quality, timings, warnings } = answer
  return (
    <>
      <div class="chips">
        <Chip tone="accent">{`engine ${engine.used}`}</Chip>
        {response !== null && (
          <Chip tone={response.statusCode < 400 ? 'good' : 'warn'}>{`status ${response.statusCode}`}</Chip>
        )}
        <Chip>{`cache ${cache.status}`}</Chip>
        {cdn !== null && <Chip>{`${cdn.provider} ${Math.round(cdn.confidence * PERCENT)} %`}</Chip>}
        {quality !== null && (
          <Chip tone={quality.score < 0.5 ? 'warn' : 'neutral'} title={quality.signals.join(', ')}>
            {`quality ${Math.round(quality.score * PERCENT)} %`}
          </Chip>
        )}
        <Chip>{formatDuration(timings.totalMs)}</Chip>
      </div>
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map(({ code, detail, pointer, count }, at) => (
            <li key={at}>
              <code>{code}</code> {cutText(detail).text}
              {count !== undefined && ` × ${formatNumber(count)}`}{' '}
              {pointer !== undefined && <code>{pointer}</code>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The way from the request to the content, with times. */
export function ResultWay({ answer }: { readonly answer: ExtractionAnswer }) {
  const { response, engine, cache, timings, extractorVersion } = answer
  const steps = [
    ['Waited for a worker', timings.queueMs],
    ['Fetched', timings.fetchMs],
    ['Extracted', timings.extractMs],
  ] as const
  const total = Math.max(1, timings.totalMs + (timings.queueMs ?? 0))
  return (
    <div class="way">
      <dl class="facts">
        {steps.map(([label, ms]) => (
          <FactBar key={label} label={label} ms={ms} total={total} />
        ))}
        <dt>Total</dt>
        <dd>{formatDuration(timings.totalMs)}</dd>
        <dt>Engine</dt>
        <dd>
          {engine.used}
          {engine.reason !== undefined && ` (${engine.reason})`}
          {engine.escalations.map(({ from, to, reason }, at) => (
            <div key={at}>{`${from} → ${to}: ${reason}`}</div>
          ))}
        </dd>
        <dt>Cache</dt>
        <dd>{`${cache.status}${cache.ageMs === null ? '' : `, ${formatDuration(cache.ageMs)} old`}${cache.detail === undefined ? '' : `, ${cache.detail}`}`}</dd>
        <dt>Extractor</dt>
        <dd>{`${answer.extractor} ${extractorVersion}`}</dd>
        <dt>Job</dt>
        <dd class="mono">
          <a href={`#/jobs/${encodeURIComponent(answer.jobId)}`}>{answer.jobId}</a>
        </dd>
        {response !== null && (
          <>
            <dt>Address</dt>
            <dd>
              <SafeLink href={response.url} />
              {response.redirects.map((url, at) => (
                <div key={at}>
                  {'→ '}
                  <SafeLink href={url} />
                </div>
              ))}
            </dd>
            <dt>Answer</dt>
            <dd>{`${response.statusCode}, ${response.contentType ?? 'no type'}, ${formatBytes(response.bytes)}`}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

function FactBar({
  label,
  ms,
  total,
}: {
  readonly label: string
  readonly ms: number | null
  readonly total: number
}) {
  return (
    <>
      <dt>{label}</dt>
      <dd class="fact-bar">
        <span class="number">{formatDuration(ms)}</span>
        {ms !== null && (
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${Math.min(PERCENT, (ms / total) * PERCENT)}%` }} />
          </span>
        )}
      </dd>
    </>
  )
}
