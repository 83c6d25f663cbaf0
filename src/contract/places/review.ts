// What a visitor wrote about a place, as the provider shows it.
import { Type, type Static } from 'typebox'
import { PROVIDERS } from './place.ts'
import { Id, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** A review as its provider shows it. */
export const Review = Type.Object(
  {
    id: Id('rev'),
    placeId: Id('plc'),
    provider: Words(PROVIDERS),
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
