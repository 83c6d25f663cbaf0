// Checks input against the schema of its route. A schema is compiled at its first request, so that the start compiles
// none.
import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { LANGUAGE_TAG_FORMAT } from '#contract/schema.ts'
import { isLanguageTag } from '#kit/text/language-tag.ts'
import { isTimestamp } from './timestamp-format.ts'

type Compiler = FastifySchemaCompiler<FastifySchema>
type Validator = ReturnType<Compiler>

/** Replaces Fastify's own, which compiles every schema before the server listens. */
export function lazyValidators(): Compiler {
  const compile = AjvCompiler()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        // A hostile body could have millions of errors; explain-invalid finds the first twenty.
        allErrors: false,
        strictTypes: false,
        strictTuples: false,
        keywords: ['example'],
      },
      onCreate: (ajv) => {
        ajv.addFormat('date-time', isTimestamp)
        ajv.addFormat(LANGUAGE_TAG_FORMAT, isLanguageTag)
      },
    },
  ) as unknown as Compiler
  return (route) => {
    let validate: Validator | null = null
    const lazy: Validator = (data) => {
      validate ??= compile(route)
      const verdict: ReturnType<Validator> = validate(data)
      // Fastify reads the errors here.
      lazy.errors = validate.errors ?? null
      return verdict
    }
    return lazy
  }
}
