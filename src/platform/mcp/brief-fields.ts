// Fields that many tools take or give, in few words: an assistant is given the schemas of all tools before its first call.
import { Type } from 'typebox'
import { Nullable } from '#contract/schema.ts'

/** A text that may be unknown. */
export const MaybeText = Nullable(Type.String())

/** A number that may be unknown. */
export const MaybeNumber = Nullable(Type.Number())

/** A whole number that may be unknown; `about` where its name does not say it all. */
export const MaybeInteger = (about?: string) =>
  Nullable(Type.Integer(about === undefined ? {} : { description: about }))

/** True, false, or not known. */
export const MaybeBoolean = (about: string) => Nullable(Type.Boolean({ description: about }))

/** Asks for the part of a list that follows. */
export const Cursor = Type.Optional(
  Type.String({ maxLength: 2_000, description: '`nextCursor` of the answer before.' }),
)

/** How long a call waits for an end before it says how far things are. */
export const waitSeconds = (most: number) => Type.Optional(Type.Integer({ minimum: 0, maximum: most }))
