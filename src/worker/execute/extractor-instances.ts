// The loaded extractors of this process: each is imported and created once, when its first job arrives.
import type { ExtractorHost, ExtractorInstance, OperationHandler } from '#extract/context.ts'
import type { ExtractorDescriptor, OperationDescriptor } from '#extract/define-extractor.ts'

/** One operation, named by its job type: `maps.search`. */
export interface Operation {
  readonly extractor: ExtractorDescriptor
  readonly name: string
  readonly descriptor: OperationDescriptor
}

/** One instance for each extractor, closed with the process. */
export interface ExtractorInstances extends AsyncDisposable {
  /** Rejects as the `create` of the extractor does; the next call tries again. */
  handler(operation: Operation): Promise<OperationHandler>
}

/** `hostOf` makes what `create` of the named extractor gets. */
export function createExtractorInstances(hostOf: (extractor: string) => ExtractorHost): ExtractorInstances {
  const instances = new Map<string, Promise<ExtractorInstance>>()

  const make = async (descriptor: ExtractorDescriptor): Promise<ExtractorInstance> => {
    if (descriptor.load === undefined) throw new Error(`Extractor '${descriptor.name}' is not available.`)
    const instance = await (await descriptor.load()).create(hostOf(descriptor.name))
    const missing = Object.keys(descriptor.operations).filter((name) => !(name in instance.operations))
    if (missing.length > 0) throw new Error(`Extractor '${descriptor.name}' lacks ${missing.join(', ')}.`)
    return instance
  }

  const get = (descriptor: ExtractorDescriptor): Promise<ExtractorInstance> => {
    const known = instances.get(descriptor.name)
    if (known !== undefined) return known
    const made = make(descriptor)
    instances.set(descriptor.name, made)
    made.catch(() => instances.delete(descriptor.name))
    return made
  }

  return {
    async handler({ extractor, name }) {
      const { [name]: handler } = (await get(extractor)).operations
      if (handler === undefined) throw new Error(`Extractor '${extractor.name}' lost ${name}.`)
      return handler
    },
    async [Symbol.asyncDispose]() {
      const made = await Promise.allSettled(instances.values())
      instances.clear()
      await Promise.allSettled(
        made.map(async (one) => one.status === 'fulfilled' && (await one.value[Symbol.asyncDispose]?.())),
      )
    },
  }
}
