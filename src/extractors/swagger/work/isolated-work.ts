// The work on texts as it runs in a child process: JSON in, JSON out.
import type { Parser } from '#extract/context.ts'
import { createSchemaValidator, type SchemaValidator } from '#extractors/swagger/validate/schema-validator.ts'
import { compareTexts, type CompareTask, type Comparison } from './compare-texts.ts'
import { readDescription, type Reading, type ReadTask } from './read-description.ts'

export type Task = { readonly read: ReadTask } | { readonly compare: CompareTask }
export type TaskResult<T extends Task> = T extends { readonly read: ReadTask } ? Reading : Comparison

/** What any process does with a task. */
export async function runTask<T extends Task>(task: T, validator: SchemaValidator): Promise<TaskResult<T>> {
  const result = 'read' in task ? await readDescription(task.read, validator) : compareTexts(task.compare)
  return result as TaskResult<T>
}

/** Lives as long as its process, which serves many texts. */
let validator: SchemaValidator | null = null

export const parse: Parser = async (input) => {
  validator ??= createSchemaValidator()
  const task = JSON.parse(Buffer.from(input).toString('utf8')) as Task
  return Buffer.from(JSON.stringify(await runTask(task, validator)))
}
