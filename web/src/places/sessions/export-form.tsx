// The files of a session: a format, its columns, and the download.
import { useState } from 'preact/hooks'
import { fetchApi } from '#shared/api/call-api.ts'
import { useAction } from '#shared/api/use-query.ts'
import { formatBytes } from '#shared/format/format.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckField, SelectField, TextField } from '#shared/ui/field.tsx'
import { fieldError, ProblemView } from '#shared/ui/problem-view.tsx'
import { showToast } from '#shared/ui/toasts.tsx'

const FORMATS = [
  { value: 'csv', label: 'CSV, a table as text' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'geojson', label: 'GeoJSON, for maps' },
  { value: 'json', label: 'JSON with the manifest' },
  { value: 'ndjson', label: 'NDJSON, a line for each place' },
  { value: 'parquet', label: 'Parquet, for analysis' },
  { value: 'manifest', label: 'The manifest alone (JSON)' },
]

/** The key goes with the request, so the file is fetched here and then saved. */
export function ExportForm({ sessionId }: { readonly sessionId: string }) {
  const [format, setFormat] = useState('csv')
  const [columns, setColumns] = useState('')
  const [isForExcel, setIsForExcel] = useState(false)
  const [withReviews, setWithReviews] = useState(false)
  const hasColumns = format !== 'manifest'
  const download = useAction(async () => {
    const query = {
      format,
      ...(hasColumns && columns.trim() !== '' ? { columns: columns.trim() } : {}),
      ...(format === 'csv' && isForExcel ? { bom: 'true' } : {}),
      ...(hasColumns && withReviews ? { unwind: 'reviews' } : {}),
    }
    const response = await fetchApi(`/api/exports/${encodeURIComponent(sessionId)}`, {
      query,
      headers: { accept: '*/*' },
    })
    const { name, bytes } = await saveFile(response, `places.${format === 'manifest' ? 'json' : format}`)
    showToast(`Saved ${name}, ${formatBytes(bytes)}.`)
  })
  return (
    <form
      class="card"
      aria-label="Export"
      onSubmit={(event) => {
        event.preventDefault()
        download.run()
      }}
    >
      <h2>Export</h2>
      <SelectField label="Format" value={format} onChange={setFormat} choices={FORMATS} />
      {hasColumns && (
        <TextField
          label="Columns"
          value={columns}
          onChange={setColumns}
          placeholder="the usual ones"
          hint="Comma-separated: name,phone,attributes.cuisine. * is all of them."
          error={fieldError(download.problem, '?columns')}
        />
      )}
      {format === 'csv' && (
        <CheckField label="For Excel (byte order mark)" checked={isForExcel} onChange={setIsForExcel} />
      )}
      {hasColumns && (
        <CheckField label="A row for each review" checked={withReviews} onChange={setWithReviews} />
      )}
      <div class="buttons">
        <Button type="submit" kind="primary" isBusy={download.isRunning}>
          Download
        </Button>
      </div>
      {download.problem !== null && <ProblemView problem={download.problem} />}
    </form>
  )
}
