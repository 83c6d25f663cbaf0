// The output of the measured parsers for a file, each called as in its own documentation, without other files.
import SwaggerParser from '@apidevtools/swagger-parser'
import { dereference, validate } from '@readme/openapi-parser'

const alone = { resolve: { external: false } }

/** Null where the description is right; else why not, in a few words. */
export const validators = {
  '@apidevtools/swagger-parser': async (file) => {
    await SwaggerParser.validate(file, { ...alone, dereference: { circular: 'ignore' } })
    return null
  },
  '@readme/openapi-parser': async (file) => {
    const result = await validate(file, alone)
    return result.valid ? null : (result.errors[0]?.message ?? 'not valid')
  },
}

/** The description with its references resolved. */
export const resolvers = {
  '@apidevtools/swagger-parser': (file) => SwaggerParser.dereference(file, alone),
  '@readme/openapi-parser': (file) => dereference(file, alone),
}
