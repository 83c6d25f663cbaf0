// The result of an extraction, in each form that it has.
import { useState } from 'preact/hooks'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import { Lazy } from '#shared/frame/lazy.tsx'
import { Tabs } from '#shared/ui/tabs.tsx'
import { fieldsOf, textOf } from '#shared/format/unknown-values.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { ArtifactCard } from './artifact-card.tsx'
import { JsonTree } from './json-tree.tsx'
import { PlainText } from './plain-text.tsx'
import { ResultFacts, ResultWay } from './result-facts.tsx'

interface Form {
  readonly id: string
  readonly label: string
  readonly content: () => preact.ComponentChild
}

/** Tabs for what there is: page, texts, files, JSON, where values came from, how it went. */
export function ResultView({ answer }: { readonly answer: ExtractionAnswer }) {
  const forms = formsOf(answer)
  const [chosen, setChosen] = useState<string | null>(null)
  const form = forms.find(({ id }) => id === chosen) ?? forms[0]
  const title = textOf(fieldsOf(answer.data)['title'])
  return (
    <section class="result" aria-label="Result">
      {title !== null && (
        <h3 dir="auto" class="wrap-anywhere">
          {visibleText(title.slice(0, 300))}
        </h3>
      )}
      <ResultFacts answer={answer} />
      <Tabs label="Forms of the result" tabs={forms} chosen={form?.id ?? ''} onChoose={setChosen}>
        <div class="result-form" key={form?.id}>
          {form?.content()}
        </div>
      </Tabs>
    </section>
  )
}

function formsOf(answer: ExtractionAnswer): Form[] {
  const data = fieldsOf(answer.data)
  const name = `${answer.extractor}-${answer.jobId}`
  const markdown = textOf(data['markdown'])
  const base = answer.response?.finalUrl ?? textOf(data['url'])
  const forms: Form[] = []
  const addText = (id: string, label: string, ending: string): void => {
    const text = textOf(data[id])
    if (text === null) return
    const content = () => <PlainText text={text} label={label} filename={`${name}.${ending}`} />
    forms.push({ id, label, content })
  }
  if (markdown !== null)
    forms.push({
      id: 'page',
      label: 'Page',
      content: () => (
        <Lazy
          load={async () => (await import('./markdown-view.tsx')).MarkdownView}
          props={{ markdown, base }}
        />
      ),
    })
  const files = answer.artifacts ?? []
  if (files.length > 0)
    forms.push({
      id: 'files',
      label: `Files (${files.length})`,
      content: () => (
        <div class="files">
          {files.map((artifact) => (
            <ArtifactCard key={artifact.id} artifact={artifact} />
          ))}
        </div>
      ),
    })
  addText('markdown', 'Markdown', 'md')
  addText('text', 'Text', 'txt')
  addText('html', 'HTML', 'html')
  addText('rawHtml', 'Raw HTML', 'html')
  if (answer.data !== null)
    forms.push({
      id: 'json',
      label: 'JSON',
      content: () => <JsonTree value={answer.data} label="Data" name={name} />,
    })
  if (Object.keys(fieldsOf(answer.provenance)).length > 0)
    forms.push({
      id: 'provenance',
      label: 'Provenance',
      content: () => <JsonTree value={answer.provenance} label="Provenance" name={`${name}-provenance`} />,
    })
  forms.push({ id: 'way', label: 'How it went', content: () => <ResultWay answer={answer} /> })
  return forms
}
