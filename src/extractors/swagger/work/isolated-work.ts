// The work on texts as it runs in a child process: JSON in, JSON out.
import type { Parser } from '#extract/context.ts'
import type { PageQuality } from '#extract/page/page-quality.ts'
import { createSchemaValidator, type SchemaValidator } from '#extractors/swagger/validate/schema-validator.ts'
import { compareTexts, type CompareTask, type Comparison } from './compare-texts.ts'
import {
  classifyHtml,
  inspectText,
  type ClassifyTask,
  type Inspection,
  type InspectTask,
} from './inspect-text.ts'
import { readDescription, type Reading, type ReadTask } from './read-description.ts'

export type Task =
  | { readonly read: ReadTask }
  | { readonly compare: CompareTask }
  | { readonly inspect: InspectTask }
  | { readonly classify: ClassifyTask }
export type TaskResult<T extends Task> = T extends { readonly read: ReadTask }
  ? Reading
  : T extends { readonly compare: CompareTask }
    ? Comparison
    : T extends { readonly inspect: InspectTask }
      ? Inspection
      : PageQuality

/** Runs a task in any process. */
export async function runTask<T extends Task>(task: T, validator: SchemaValidator): Promise<TaskResult<T>> {
  return (await resultOf(task, validator)) as TaskResult<T>
}

async function resultOf(task: Task, validator: SchemaValidator): Promise<TaskResult<Task>> {
  if ('read' in task) return readDescription(task.read, validator)
  if ('compare' in task) return compareTexts(task.compare)
  return 'inspect' in task ? inspectText(task.inspect) : classifyHtml(task.classify)
}

/** Lives as long as its process, which serves many texts. */
let validator: SchemaValidator | null = null

export const parse: Parser = async (input) => {
  validator ??= createSchemaValidator()
  const task = JSON.parse(Buffer.from(input).toString('utf8')) as Task
  return Buffer.from(JSON.stringify(await runTask(task, validator)))
}
