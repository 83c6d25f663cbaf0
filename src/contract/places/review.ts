// What a visitor wrote about a place, as the provider shows it.
import { Type, type Static } from 'typebox'
import { REVIEW_COVERAGES, REVIEW_PROVIDERS } from './place.ts'
import { Id, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** Whose reviews they are, where it is not the map of the place; it has to be named with them. */
const ReviewSource = { name: Type.String(), license: Type.String(), url: Type.String() }

/** The source of the reviews of `mangrove`. */
export const OPEN_REVIEWS = {
  name: 'Mangrove',
  license: 'CC-BY-4.0',
  url: 'https://mangrove.reviews',
} as const

/** A review as its provider shows it. */
export const Review = Type.Object(
  {
    id: Id('rev'),
    placeId: Id('plc'),
    provider: Words(REVIEW_PROVIDERS, {
      description: 'The map of the place, or `mangrove`: open reviews of any place.',
    }),
    source: Nullable(
      Type.Object(ReviewSource, {
        description: 'To be named with it. Null: the provider of the place, whose attribution holds.',
      }),
    ),
    rating: Nullable(Type.Number({ description: 'One to five stars.' })),
    text: Nullable(Type.String()),
    language: Nullable(Type.String({ description: 'BCP 47.' })),
    author: Nullable(Type.String({ description: 'Personal data: null unless the operator keeps it.' })),
    publishedAt: Nullable(Timestamp),
    ownerReply: Nullable(Type.String()),
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp,
  },
  { $id: 'Review' },
)
export type Review = Static<typeof Review>
/** A page of the reviews of a place, newest first. */
export const ReviewList = ListOf(Review)

/** Which reviews of a place are asked for. */
export const ReviewRequest = Type.Object(
  {
    max: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5_000, default: 100, description: 'The newest so many.' }),
    ),
    knownIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        description: 'Ids of reviews that are known: reading, newest first, stops at the first of them.',
      }),
    ),
    includeReviewerNames: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Names of reviewers are personal data: left out unless asked for.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Asks for the reviews of the place too. Of a provider without reviews it is refused.',
  },
)
export type ReviewRequest = Static<typeof ReviewRequest>

/** A review as its provider shows it, before it is stored. */
export const MapReview = Type.Object({
  id: Type.String({ description: 'Of the provider.' }),
  rating: Nullable(Type.Number({ description: 'One to five stars.' })),
  text: Nullable(Type.String({ description: 'As it was written, not translated.' })),
  language: Nullable(Type.String({ description: 'BCP 47.' })),
  author: Nullable(Type.String({ description: 'Null unless asked for.' })),
  publishedAt: Nullable(Timestamp),
  editedAt: Nullable(Timestamp),
  likes: Nullable(Type.Integer({ minimum: 0 })),
  photos: Type.Array(Type.String()),
  ownerReply: Nullable(Type.String()),
  ownerReplyAt: Nullable(Timestamp),
})
export type MapReview = Static<typeof MapReview>

/** The reviews of a place, newest first where the provider dates them. */
export const MapReviews = Type.Object({
  items: Type.Array(MapReview),
  total: Nullable(Type.Integer({ minimum: 0, description: 'As many as the provider counts.' })),
  coverage: Words(REVIEW_COVERAGES, {
    description:
      '`complete`: no further page; `partial`: stopped at `max` or at a known id; `embedded`: only those beside the place; ' +
      '`unavailable`: none could be read.',
  }),
  reachedKnown: Type.Boolean({ description: 'Reading stopped at one of `knownIds`.' }),
  reason: Nullable(Type.String({ description: 'Why there are fewer than asked for.' })),
  source: Type.Optional(
    Type.Object(ReviewSource, {
      description: 'Where they come from, and to be named with them. Absent: from the provider of the place.',
    }),
  ),
})
export type MapReviews = Static<typeof MapReviews>
