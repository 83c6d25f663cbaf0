// Every setting of Surveyor: its name, schema, environment variable, default, and one sentence.
import { availableParallelism } from 'node:os'
import { Type, type Static, type TSchema } from 'typebox'

/** One row of the table. */
export interface Setting<S extends TSchema = TSchema> {
  readonly env: string
  readonly schema: S
  /** Null: not set; `about` says what happens then. */
  readonly fallback: Static<S> | null
  readonly about: string
  /** Never printed, and removed from the environment once read. */
  readonly secret?: true
  /** A file or folder, or several with commas between them: a relative one refers to the place where it was written. */
  readonly path?: true | 'several'
}

const Port = Type.Integer({ minimum: 0, maximum: 65_535 })
const Milliseconds = Type.Integer({ minimum: 0, maximum: 86_400_000 })
const Days = Type.Integer({ minimum: 1, maximum: 36_500 })
const Origin = Type.String({
  pattern: '^https?://[^\\s/]+/?$',
  description: 'an http or https URL without a path',
})
const HttpUrl = Type.String({ pattern: '^https?://[^\\s]+$', description: 'an http or https URL' })
const TileUrl = Type.String({
  pattern: '^https?://[^\\s/{}]+/[^\\s]*\\{z\\}[^\\s]*$',
  description: 'an http or https URL with {z}, {x} and {y}',
})
const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d{1,2})'
const NETWORK_4 = `${OCTET}(?:\\.${OCTET}){3}(?:/(?:3[0-2]|[12]?\\d))?`
const ADDRESS_6 = '[0-9a-fA-F]*:[0-9a-fA-F:.]+'
const PREFIX_6 = '(?:/(?:12[0-8]|1[01]\\d|\\d{1,2}))?'
const Text = Type.String({ minLength: 1 })
/** As long as the services take one from the settings; those that they make are longer. */
const FixedKey = Type.String({ minLength: 24, description: 'a text of at least 24 characters' })
const Texts = Type.Array(Type.String({ minLength: 1 }))
const Switch = Type.Boolean()
const words = <const T extends readonly string[]>(...of: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...of] })

/** A setting with a default, which therefore always has a value. */
function given<S extends TSchema>(
  env: string,
  schema: S,
  fallback: Static<S>,
  about: string,
  more: Pick<Setting, 'path' | 'secret'> = {},
) {
  return { env, schema, fallback, about, ...more } as const
}

/** A setting that may stay unset. */
function open<S extends TSchema>(
  env: string,
  schema: S,
  about: string,
  more: Pick<Setting, 'path' | 'secret'> = {},
) {
  return { env, schema, fallback: null, about, ...more } as const
}

const secret = { secret: true } as const
const path = { path: true } as const
const paths = { path: 'several' } as const

const DEFAULT_WORKERS = availableParallelism() < 4 ? 1 : 2

/** The table. A name is also the key in surveyor.json and, in kebab case, the flag. */
export const SETTINGS = {
  host: given(
    'SURVEYOR_HOST',
    Text,
    '127.0.0.1',
    'Address that the services listen on; anything but loopback needs keys.',
  ),
  placesPort: given('SURVEYOR_PLACES_PORT', Port, 4116, 'Port of places; 0 takes a free one.'),
  crawlPort: given('SURVEYOR_CRAWL_PORT', Port, 4312, 'Port of crawl; 0 takes a free one.'),
  dataDir: given('SURVEYOR_DATA_DIR', Text, '.surveyor', 'Folder of everything that is kept.', path),
  diskReserveMb: given(
    'SURVEYOR_DISK_RESERVE_MB',
    Type.Integer({ minimum: 0, maximum: 1_048_576 }),
    256,
    'Free space on the disk of the data folder below which a service is not ready.',
  ),
  databaseUrl: open(
    'DATABASE_URL',
    Type.String({ pattern: '^postgres(ql)?://', description: 'a postgres:// URL' }),
    'PostgreSQL 15 or newer; unset runs an embedded one in the data folder.',
    secret,
  ),
  databaseConnections: given(
    'SURVEYOR_DATABASE_CONNECTIONS',
    Type.Integer({ minimum: 2, maximum: 500 }),
    12,
    'Most connections to the database for each service.',
  ),
  crawlUrl: open(
    'SURVEYOR_CRAWL_URL',
    Origin,
    'Where places and workers reach crawl; unset is the crawl of this machine.',
  ),
  placesUrl: open(
    'SURVEYOR_PLACES_URL',
    Origin,
    'Where crawl reaches places with finished enrichments; unset is the places of this machine.',
  ),
  workers: given(
    'SURVEYOR_WORKERS',
    Type.Integer({ minimum: 0, maximum: 64 }),
    DEFAULT_WORKERS,
    'Worker processes that start runs.',
  ),
  workerConcurrency: given(
    'SURVEYOR_WORKER_CONCURRENCY',
    Type.Array(
      Type.String({
        pattern: '^(light|http|browser|parser)=\\d{1,4}$',
        description: 'KIND=NUMBER with one of light, http, browser, parser',
      }),
    ),
    [],
    'Jobs of a kind that one worker runs at once, such as http=64; the rest follows the processors.',
  ),
  workerTags: given('SURVEYOR_WORKER_TAGS', Texts, [], 'Words shown with a worker in the list of workers.'),
  queueLimit: given(
    'SURVEYOR_QUEUE_LIMIT',
    Type.Array(
      Type.String({
        pattern: '^(light|http|browser|parser)=\\d{1,9}$',
        description: 'KIND=NUMBER with one of light, http, browser, parser',
      }),
    ),
    ['browser=5000', 'parser=5000'],
    'Jobs of a kind that may wait in crawl; more are refused with queue_full. A kind that is not named has no bound.',
  ),
  discovery: given(
    'SURVEYOR_DISCOVERY',
    Type.Array(
      Type.String({
        pattern:
          '^(learnEveryMs|candidateDomains|minTrials|minDomains|proposeFrom|activateFrom|dormantBelow|minNewShare|retireDays|' +
          'halfLifeDays|trialDays|clientWeight|sharedDomains|trapUrls|keepSignalsDays|maxObserved)=\\d{1,9}(\\.\\d{1,6})?$',
        description: 'NAME=NUMBER with a threshold of discovery',
      }),
    ),
    [],
    'Thresholds of discovery that differ from their defaults (docs/discovery.md), such as minTrials=30.',
  ),
  cellConcurrency: given(
    'SURVEYOR_CELL_CONCURRENCY',
    Type.Integer({ minimum: 1, maximum: 1_000 }),
    8,
    'Cells of searches that places asks crawl for at the same time.',
  ),
  searchMaxSeconds: given(
    'SURVEYOR_SEARCH_MAX_SECONDS',
    Type.Integer({ minimum: 1, maximum: 31_536_000 }),
    21_600,
    'How long a search may run that names no budget.maxSeconds of its own.',
  ),
  mapProvider: open(
    'SURVEYOR_MAP_PROVIDER',
    words('overpass', 'osm-file', 'google', 'overture'),
    'Map that searches use; unset is osm-file where osmFile is set, else overpass.',
  ),
  osmFile: open(
    'SURVEYOR_OSM_FILE',
    Text,
    'OpenStreetMap extract (.osm.pbf or .osm.gz) for the provider osm-file; several with commas between them, or a folder.',
    paths,
  ),
  overtureFile: open(
    'SURVEYOR_OVERTURE_FILE',
    Text,
    'GeoParquet file of Overture places for the provider overture; several with commas between them, or a folder.',
    paths,
  ),
  overtureUrl: open(
    'SURVEYOR_OVERTURE_URL',
    HttpUrl,
    'Overture places behind HTTP: a .parquet file, or a prefix of a bucket that ends in /.',
  ),
  overpassUrl: open(
    'SURVEYOR_OVERPASS_URL',
    HttpUrl,
    'Overpass interpreter of your own, or several with commas between them; unset is the public one.',
  ),
  nominatimUrl: open('SURVEYOR_NOMINATIM_URL', HttpUrl, 'Nominatim of your own; unset is the public one.'),
  photonUrl: open('SURVEYOR_PHOTON_URL', HttpUrl, 'Photon of your own; unset is the public one.'),
  mangroveUrl: open(
    'SURVEYOR_MANGROVE_URL',
    HttpUrl,
    'Server of open reviews, such as https://api.mangrove.reviews; unset asks none.',
  ),
  googleEnabled: given('SURVEYOR_GOOGLE_ENABLED', Switch, false, 'Lets searches use the provider google.'),
  mapTilesUrl: open(
    'SURVEYOR_MAP_TILES_URL',
    TileUrl,
    'Raster tiles that the page of places draws below its map, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png; unset ' +
      'draws none, and the page asks nothing of other hosts.',
  ),
  mapTilesAttribution: given(
    'SURVEYOR_MAP_TILES_ATTRIBUTION',
    Text,
    '© OpenStreetMap contributors',
    'What the map says of the source of those tiles.',
  ),
  googleUrl: open('SURVEYOR_GOOGLE_URL', HttpUrl, 'Other address of the google map.'),
  googleRobots: given(
    'SURVEYOR_GOOGLE_ROBOTS',
    words('obey', 'ignore'),
    'obey',
    'Whether the provider google keeps to the robots.txt of its map, which disallows searches.',
  ),
  airbnbUrl: open('SURVEYOR_AIRBNB_URL', HttpUrl, 'Other address of airbnb.'),
  egressAllow: given(
    'SURVEYOR_EGRESS_ALLOW',
    Type.Array(
      Type.String({
        pattern: `^(?:${NETWORK_4}|\\[?${ADDRESS_6}\\]?${PREFIX_6})(?::\\d{1,5})?$`,
        description: 'CIDR[:port], such as 10.1.0.0/16 or 127.0.0.1/32:8123',
      }),
    ),
    [],
    'Ranges CIDR[:port] that jobs may reach although they are not public.',
  ),
  egressHosts: given(
    'SURVEYOR_EGRESS_HOSTS',
    Type.Array(
      Type.String({
        pattern: '^(\\*\\.)?[A-Za-z0-9._-]+=\\[?[0-9a-fA-F.:]+\\]?:\\d{1,5}$',
        description: 'NAME=IP:PORT or *.NAME=IP:PORT',
      }),
    ),
    [],
    'Names that are served elsewhere, such as *.town.test=127.0.0.1:8123.',
  ),
  hostDelayMs: given('SURVEYOR_HOST_DELAY_MS', Milliseconds, 1_000, 'Time between two requests to one host.'),
  hostConcurrency: given(
    'SURVEYOR_HOST_CONCURRENCY',
    Type.Integer({ minimum: 1, maximum: 100 }),
    2,
    'Requests to one host at the same time.',
  ),
  contact: open(
    'SURVEYOR_CONTACT',
    Text,
    'URL or mail address that the User-Agent names; public map services ask for it.',
  ),
  trustProxy: given(
    'SURVEYOR_TRUST_PROXY',
    Type.Array(
      Type.String({
        pattern: `^(?:loopback|linklocal|uniquelocal|${NETWORK_4}|${ADDRESS_6}${PREFIX_6})$`,
        description: 'an address or a network, such as 10.1.0.0/16, or loopback, linklocal, uniquelocal',
      }),
    ),
    [],
    'Addresses or ranges of reverse proxies whose X-Forwarded-For is believed.',
  ),
  corsOrigins: given(
    'SURVEYOR_CORS_ORIGINS',
    Type.Array(Origin),
    [],
    'Origins whose pages may call the services from a browser, such as https://app.example.',
  ),
  adminKey: open(
    'SURVEYOR_ADMIN_KEY',
    FixedKey,
    'A key that may do everything, beside those in the database; commands show it to the services.',
    secret,
  ),
  keyPepper: open(
    'SURVEYOR_KEY_PEPPER',
    Type.String({ minLength: 32, description: 'a text of at least 32 characters' }),
    'Secret behind the stored keys, the same on every machine; unset keeps one in the data folder.',
    secret,
  ),
  crawlKey: open('SURVEYOR_CRAWL_KEY', FixedKey, 'Key that places shows to crawl.', secret),
  workerKey: open('SURVEYOR_WORKER_KEY', FixedKey, 'Key that workers show to crawl.', secret),
  callbackSecret: open(
    'SURVEYOR_CALLBACK_SECRET',
    Text,
    'Secret that signs what crawl reports to places: whsec_ and base64, or any text.',
    secret,
  ),
  chromium: open(
    'SURVEYOR_CHROMIUM',
    Text,
    'Chromium program for pages that need a browser; unset looks for one.',
    path,
  ),
  browserUrl: open(
    'SURVEYOR_BROWSER_URL',
    Type.String({ pattern: '^(wss?|https?)://', description: 'a ws, wss, http or https URL' }),
    'Browser farm instead of a local Chromium: its WebSocket, or the address of a debugging port.',
    secret,
  ),
  blobUrl: open(
    'SURVEYOR_BLOB_URL',
    Type.String({ pattern: '^s3://', description: 's3://BUCKET/PREFIX?endpoint=URL&region=REGION' }),
    'S3-compatible store for files, the same for all replicas of crawl; unset is the data folder.',
  ),
  blobAccessKeyId: open('SURVEYOR_BLOB_ACCESS_KEY_ID', Text, 'Access key id for the store of blobUrl.'),
  blobSecretAccessKey: open(
    'SURVEYOR_BLOB_SECRET_ACCESS_KEY',
    Text,
    'Secret access key for the store of blobUrl.',
    secret,
  ),
  doclingServeUrl: open(
    'DOCLING_SERVE_URL',
    HttpUrl,
    'The docling-serve that the docling extractor may hand documents to.',
  ),
  doclingServeKey: open('DOCLING_SERVE_API_KEY', Text, 'Key that the docling-serve is shown.', secret),
  llmUrl: open(
    'SURVEYOR_LLM_URL',
    HttpUrl,
    'Model endpoint that the json extractor may ask (OpenAI-compatible), such as http://localhost:11434/v1.',
    secret,
  ),
  llmKey: open('SURVEYOR_LLM_KEY', Text, 'Key that the model endpoint is shown.', secret),
  llmModel: open('SURVEYOR_LLM_MODEL', Text, 'Name of the model to ask; unset is default.'),
  leaseMs: given(
    'SURVEYOR_LEASE_MS',
    Type.Integer({ minimum: 200, maximum: 3_600_000 }),
    30_000,
    'Silence of a worker after which its jobs go to another one.',
  ),
  sweepMs: given(
    'SURVEYOR_SWEEP_MS',
    Type.Integer({ minimum: 50, maximum: 600_000 }),
    5_000,
    'Time between two looks for lost jobs.',
  ),
  keepResultsDays: given(
    'SURVEYOR_KEEP_RESULTS_DAYS',
    Days,
    7,
    'Days that the result of a job is kept after its end; later it is answered with result_expired.',
  ),
  keepJobsDays: given(
    'SURVEYOR_KEEP_JOBS_DAYS',
    Days,
    30,
    'Days that a job and its history are kept after its end.',
  ),
  cacheMaxBytes: given(
    'SURVEYOR_CACHE_MAX_BYTES',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    1_073_741_824,
    'Bytes that kept answers and pages of crawl may take; what was used longest ago goes first. 0 keeps nothing.',
  ),
  cacheMaxEntries: given(
    'SURVEYOR_CACHE_MAX_ENTRIES',
    Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    200_000,
    'Kept answers and pages at most.',
  ),
  cacheMemoryBytes: given(
    'SURVEYOR_CACHE_MEMORY_BYTES',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    67_108_864,
    'Bytes of it that each crawl (answers) and each worker (pages) holds in memory as well.',
  ),
  cacheKeepDays: given(
    'SURVEYOR_CACHE_KEEP_DAYS',
    Days,
    7,
    'Days after which kept answers and pages go, whatever age a request would take.',
  ),
  keepWebhooksDays: given(
    'SURVEYOR_KEEP_WEBHOOKS_DAYS',
    Days,
    30,
    'Days that the record of a webhook is kept after its end; one that waits is never deleted.',
  ),
  keepArtifactsHours: given(
    'SURVEYOR_KEEP_ARTIFACTS_HOURS',
    Type.Integer({ minimum: 1, maximum: 876_000 }),
    24,
    'Hours that the files of a result and uploaded ones are kept; later they are answered with result_expired.',
  ),
  maxArtifactMb: given(
    'SURVEYOR_MAX_ARTIFACT_MB',
    Type.Integer({ minimum: 1, maximum: 5_000 }),
    200,
    'Largest file that is kept, in MiB.',
  ),
  keepPayloadsDays: open(
    'SURVEYOR_KEEP_PAYLOADS_DAYS',
    Days,
    'Days that places keeps what a provider sent for a place; unset keeps it as long as the place.',
  ),
  keepSessionsDays: open(
    'SURVEYOR_KEEP_SESSIONS_DAYS',
    Days,
    'Days without a search after which a session goes, with the places that no other one holds; unset keeps all.',
  ),
  stopDelayMs: given(
    'SURVEYOR_STOP_DELAY_MS',
    Milliseconds,
    0,
    'Time that a service serves on after it was told to stop, no longer ready, so that load balancers turn away first.',
  ),
  stopGraceMs: given(
    'SURVEYOR_STOP_GRACE_MS',
    Milliseconds,
    10_000,
    'Time that running work gets to finish at a stop.',
  ),
  otlpEndpoint: open(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    HttpUrl,
    'OpenTelemetry collector that traces are sent to, such as http://collector:4318; unset records none.',
  ),
  otlpHeaders: given(
    'OTEL_EXPORTER_OTLP_HEADERS',
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9!#$%&*+.^_|~-]+=[^\\s,]+$', description: 'NAME=VALUE' })),
    [],
    'Headers sent to the collector, such as api-key=VALUE.',
    secret,
  ),
  tracePercent: given(
    'SURVEYOR_TRACE_PERCENT',
    Type.Integer({ minimum: 0, maximum: 100 }),
    100,
    'Of a hundred requests that come without a trace of their own, how many are traced.',
  ),
  logLevel: open(
    'SURVEYOR_LOG_LEVEL',
    words('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'Least serious lines in the log; unset is warn for start, info for the rest.',
  ),
} satisfies Record<string, Setting>

/** The name of a row, `databaseUrl`. */
export type SettingName = keyof typeof SETTINGS

type Value<T> = T extends { schema: infer S extends TSchema; fallback: null }
  ? Static<S> | null
  : T extends { schema: infer S extends TSchema }
    ? Static<S>
    : never

/** All settings with their effective values. */
export type Settings = { readonly [Name in SettingName]: Value<(typeof SETTINGS)[Name]> }

/** In the order of the table. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table is a literal, so it has no other keys
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** `databaseUrl` → `database-url`. */
export function flagOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
