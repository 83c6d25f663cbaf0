// The location of blobs in an S3-compatible store: `s3://bucket/prefix?endpoint=…&region=…`.

/** A bucket and a prefix in it. */
export interface S3Location {
  /** Scheme, host and port that requests go to. */
  readonly origin: string
  readonly region: string
  /** Percent-encoded path of the bucket: `/bucket`, or empty when the host names it. */
  readonly bucketPath: string
  /** In front of every key: empty, or ending in `/`. */
  readonly prefix: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[a-z0-9-]{1,50}$/
/** Needs no encoding anywhere, so that the signed text equals the sent text. */
const PREFIX = /^(?:[A-Za-z0-9._-]+\/)*$/
const PARAMETERS = ['endpoint', 'region', 'addressing']

/** Throws an Error that names the problem of the setting. */
export function parseS3Location(text: string): S3Location {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:') throw wrong('begins with s3://')
  if (url.username !== '' || url.password !== '') throw wrong('holds no keys; they have their own settings')
  if (!BUCKET.test(url.host)) throw wrong('names a bucket after s3://')
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw wrong(`takes ${PARAMETERS.join(', ')}, and not ${name}`)
  }
  const folders = url.pathname.split('/').filter((part) => part !== '')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  if (!PREFIX.test(prefix) || folders.some((folder) => /^\.+$/.test(folder))) {
    throw wrong('has a prefix of letters, digits, dots, dashes and slashes')
  }
  const region = url.searchParams.get('region') ?? 'us-east-1'
  if (!REGION.test(region)) throw wrong('names a region such as eu-central-1')
  return { region, prefix, ...addressOf(url.host, url.searchParams, region) }
}

function addressOf(
  bucket: string,
  parameters: URLSearchParams,
  region: string,
): Pick<S3Location, 'origin' | 'bucketPath'> {
  const given = parameters.get('endpoint')
  const endpoint = URL.parse(given ?? `https://s3.${region}.amazonaws.com`)
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol) || endpoint.pathname !== '/') {
    throw wrong('has an endpoint such as https://minio.example:9000')
  }
  // Self-hosted stores seldom have a host name for each bucket; Amazon requires one.
  const addressing = parameters.get('addressing') ?? (given === null ? 'virtual' : 'path')
  if (addressing === 'path') return { origin: endpoint.origin, bucketPath: `/${bucket}` }
  if (addressing !== 'virtual') throw wrong('has the addressing path or virtual')
  return { origin: `${endpoint.protocol}//${bucket}.${endpoint.host}`, bucketPath: '' }
}

function wrong(rule: string): Error {
  return new Error(`The address of the blob store ${rule}: s3://BUCKET/PREFIX?endpoint=URL&region=REGION`)
}
