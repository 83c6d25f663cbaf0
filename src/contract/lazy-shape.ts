// A schema that is compiled when the first value is checked against it: a process uses few of all that it loads.
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/schema'

/** What a schema describes. */
export interface Shape<Value> {
  Check(value: unknown): value is Value
  /** The value itself. Throws where it does not fit. */
  Parse(value: unknown): Value
}

/** Compiles at the first use and keeps the result. For modules: their import compiles nothing. */
export function lazyShape<const Schema extends TSchema>(schema: Schema): Shape<Static<Schema>> {
  let compiled: Pick<Shape<Static<Schema>>, 'Check'> | null = null
  const compile = () => (compiled ??= Compile(schema))
  return {
    Check: (value): value is Static<Schema> => compile().Check(value),
    Parse(value) {
      if (compile().Check(value)) return value
      // The value may be secret.
      throw new Error('A value does not fit its schema.')
    },
  }
}
