// Checks input against the schema of its route. A schema is compiled at its first request, so that the start compiles
// none.
import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchema, FastifySchemaCompiler } from 'fastify'
import { LANGUAGE_TAG_FORMAT } from '#contract/schema.ts'
import { isLanguageTag } from '#kit/text/language-tag.ts'

type Compiler = FastifySchemaCompiler<FastifySchema>
type Validator = ReturnType<Compiler>

/** One for all servers of the process: what Ajv knows of JSON Schema is compiled once. */
let compileShared: Compiler | null = null
/** By the text of their schema: many routes, and all servers of a process, have equal schemas in objects of their own. */
const compiled = new Map<string, Validator>()

/** Replaces Fastify's own, which compiles every schema before the server listens. */
export function lazyValidators(): Compiler {
  const compile = (compileShared ??= createCompiler())
  return (route) => {
    let validate: Validator | null = null
    const lazy: Validator = (data) => {
      validate ??= compiledOnce(route, compile)
      const verdict: ReturnType<Validator> = validate(data)
      // Fastify reads the errors here.
      lazy.errors = validate.errors ?? null
      return verdict
    }
    return lazy
  }
}

/** The routes of the program are all there are, so the map does not grow for ever. */
function compiledOnce(route: Parameters<Compiler>[0], compile: Compiler): Validator {
  const text = JSON.stringify(route.schema)
  const known = compiled.get(text) ?? compile(route)
  compiled.set(text, known)
  return known
}

function createCompiler(): Compiler {
  return AjvCompiler()(
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
        // examples.pg.test.ts does it. The schema of schemas would be compiled for it in every process.
        validateSchema: false,
        // V8 does the same to the code that runs often, which is all that it helps: it is half of the time to compile a schema.
        code: { optimize: false },
        keywords: ['example'],
      },
      onCreate: (ajv) => {
        ajv.addFormat('date-time', isTimestamp)
        ajv.addFormat(LANGUAGE_TAG_FORMAT, isLanguageTag)
      },
    },
  )
}

const RFC_3339 = /^(\d{4})-\d\d-(\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

/**
 * RFC 3339 within the years 1 to 9999 (UTC). Neither Date nor PostgreSQL has leap seconds or a year 0, and Date reads
 * the 30th of February as a day in March.
 */
export function isTimestamp(text: string): boolean {
  const [, year, day] = RFC_3339.exec(text) ?? []
  const time = Date.parse(text)
  if (year === undefined || Number.isNaN(time)) return false
  const utcYear = new Date(time).getUTCFullYear()
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return utcYear >= 1 && utcYear <= 9_999 && midnight.getUTCDate() === Number(day)
}
