// Files that extractions make and that callers upload: screenshots, PDFs, images, documents.
import { Type, type Static } from 'typebox'
import { Id, ListOf, MAX_INT4, Nullable, Timestamp } from '#contract/schema.ts'

/** The purpose of an artifact; `result` is the data of a whole result (contract/crawl/delivery.ts). */
export const ArtifactKind = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,49}$',
  description:
    'What it is for: `screenshot`, `thumbnail`, `tile`, `diff`, `pdf`, `image`, `document`, `pages`, `result`, `upload`.',
})

const measures = {
  width: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INT4, description: 'Pixels.' })),
  height: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INT4, description: 'Pixels.' })),
  pages: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INT4 })),
}

/** One file of a result: `artifacts[]` of every extraction. */
export const ArtifactLink = Type.Object(
  {
    id: Id('art'),
    kind: ArtifactKind,
    href: Type.String({ description: 'Where its bytes are.' }),
    mediaType: Type.String(),
    bytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    ...measures,
    expiresAt: Timestamp,
  },
  { $id: 'ArtifactLink' },
)
export type ArtifactLink = Static<typeof ArtifactLink>

/** An artifact in lists, and as the answer to an upload. */
export const Artifact = Type.Object(
  {
    ...ArtifactLink.properties,
    filename: Nullable(Type.String()),
    jobId: Nullable(Id('job')),
    createdAt: Timestamp,
  },
  { $id: 'Artifact' },
)
export type Artifact = Static<typeof Artifact>

/** The answer to an upload: one file as it is, several of one form in their order. */
export const Uploaded = Type.Union([Artifact, Type.Object({ items: Type.Array(Artifact) })])
export type Uploaded = Static<typeof Uploaded>

/** A page of the list of artifacts, newest first. */
export const ArtifactList = ListOf(Artifact)

/** The fields of an input that name an artifact. */
const SOURCE_FIELDS = ['artifactId', 'compareTo'] as const

/** The field of a request that names many files, each in the place of `artifactId`. */
const MANY_SOURCES = 'artifactIds'

/** The artifacts that an input, or a request for many inputs, names, with the field of each. */
export function sourcesOf(input: unknown): { readonly field: string; readonly id: string }[] {
  const fields: Readonly<Record<string, unknown>> = Object(input)
  const { [MANY_SOURCES]: many } = fields
  const ofMany = Array.isArray(many)
    ? many.map((id, at) => ({ field: `${MANY_SOURCES}/${at}`, id: String(id) }))
    : []
  const ofOne = SOURCE_FIELDS.flatMap((field) => {
    const id = fields[field]
    // `compareTo` may also hold an API description, or its URL.
    return typeof id === 'string' && (field === 'artifactId' || id.startsWith('art_')) ? [{ field, id }] : []
  })
  return [...ofOne, ...ofMany]
}

const strict = { additionalProperties: false } as const

/** The lease of the job that a file belongs to. */
const lease = {
  jobId: Type.String({ maxLength: 100, examples: ['job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'] }),
  leaseToken: Type.String({ maxLength: 200, examples: ['7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10'] }),
}

const Filename = Type.String({ minLength: 1, maxLength: 255 })

/** The facts that a worker gives of an artifact besides its bytes; Content-Type is its media type. */
export const SaveArtifactQuery = Type.Object(
  {
    ...lease,
    kind: ArtifactKind,
    ...measures,
    filename: Type.Optional(Filename),
  },
  strict,
)
export type SaveArtifactQuery = Static<typeof SaveArtifactQuery>

/** Names the lease under which a worker reads the artifact of its input. */
export const ReadArtifactQuery = Type.Object(lease, strict)

const TTL = { minimum: 60_000, maximum: 2_592_000_000 } as const

/** The facts of an upload beside its bytes: its kind, and how long it is kept. */
export const UploadQuery = Type.Object(
  {
    kind: Type.Optional({ ...ArtifactKind, default: 'upload' }),
    ttlMs: Type.Optional(
      Type.Integer({ ...TTL, description: 'How long it is kept; as the service is set where absent.' }),
    ),
  },
  strict,
)
export type UploadQuery = Static<typeof UploadQuery>

/** How long a link is to be valid. */
export const LinkBody = Type.Object(
  {
    ttlMs: Type.Optional(
      Type.Integer({
        ...TTL,
        minimum: 1_000,
        description: 'How long it works, an hour where absent; never longer than the artifact is kept.',
      }),
    ),
  },
  strict,
)

/** A link that opens one artifact without a key, for everybody who knows it, until `expiresAt`. */
export const SignedLink = Type.Object({
  href: Type.String({ description: 'Serves the bytes to anyone who has it, without a key.' }),
  expiresAt: Timestamp,
})
export type SignedLink = Static<typeof SignedLink>
