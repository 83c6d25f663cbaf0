// An export of a session: its formats, and the manifest that comes with it.
import { Type, type Static } from 'typebox'
import { Attribution } from './place.ts'
import { Id, Nullable, Timestamp } from '#contract/schema.ts'
import { Search } from './search.ts'

/** `manifest` is the manifest alone. */
export const EXPORT_FORMATS = ['csv', 'json', 'ndjson', 'geojson', 'manifest', 'xlsx', 'parquet'] as const
/** One of `EXPORT_FORMATS`. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What an export holds and how complete it is. */
export const SessionManifest = Type.Object(
  {
    sessionId: Id('ses'),
    generatedAt: Timestamp,
    places: Type.Integer({ description: 'Distinct places of the session.' }),
    complete: Nullable(
      Type.Boolean({ description: 'Whether every search is complete; null while one runs.' }),
    ),
    attribution: Type.Array(Attribution, {
      description: 'Must be shown wherever the data is shown.',
    }),
    searches: Type.Array(Search),
  },
  { $id: 'SessionManifest', description: 'What was searched, how completely, and whose data it is.' },
)
export type SessionManifest = Static<typeof SessionManifest>
