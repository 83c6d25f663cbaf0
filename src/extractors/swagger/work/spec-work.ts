// The work on texts that are there: any process can do it.
import type { PageQuality } from '#parsing/page/page-quality.ts'
import { childSide, defineWork, type WorkScope } from '#extract/work.ts'
import { compareTexts, type CompareTask, type Comparison } from './compare-texts.ts'
import {
  classifyHtml,
  inspectText,
  type ClassifyTask,
  type Inspection,
  type InspectTask,
} from './inspect-text.ts'
import { readDescription, type Reading, type ReadTask } from './read-description.ts'

/** Each throws what its function throws, and what a child adds (`Work.run`). */
export interface SpecWork {
  read(task: ReadTask): Promise<Reading>
  compare(task: CompareTask): Promise<Comparison>
  inspect(task: InspectTask): Promise<Inspection>
  classify(task: ClassifyTask): Promise<PageQuality>
}

/** What the methods of `SpecWork` take, by their names. */
type Task = {
  [Name in keyof SpecWork]: { readonly [N in Name]: Parameters<SpecWork[Name]>[0] }
}[keyof SpecWork]
type Answer = Awaited<ReturnType<SpecWork[keyof SpecWork]>>

/**
 * Up to this length the worst known texts (a YAML of only keys, an object of only mistakes) take less than half a
 * second, and the worker goes on with its other jobs. A child costs as much to start, and then serves many texts.
 */
const MAX_CHARS_HERE = 64 * 1024
/** A page or script of this length takes at most some 200 ms to look into, and in proportion to its length. */
const MAX_PAGE_CHARS_HERE = 250_000

function runTask(task: Task): Answer | Promise<Answer> {
  if ('read' in task) return readDescription(task.read)
  if ('compare' in task) return compareTexts(task.compare)
  return 'inspect' in task ? inspectText(task.inspect) : classifyHtml(task.classify)
}

function charsOf(task: Task): number {
  if ('read' in task)
    return task.read.others.reduce((sum, [, text]) => sum + text.length, task.read.text.length)
  if ('compare' in task) return task.compare.before.length + task.compare.after.length
  return 'inspect' in task ? task.inspect.text.length : task.classify.html.length
}

function maxCharsHere(task: Task): number {
  if ('inspect' in task || 'classify' in task) return MAX_PAGE_CHARS_HERE
  // Ten lines of references can expand to a thousand times their length.
  return 'read' in task && task.read.options.resolveRefs !== 'none' ? 0 : MAX_CHARS_HERE
}

const specWork = defineWork<Task, Answer>({
  module: new URL('./spec-work.ts', import.meta.url),
  child: 'large',
  sizeOf: charsOf,
  maxSizeHere: maxCharsHere,
  run: runTask,
})

export const parse = childSide(runTask)

/** The work of one job; what it takes stays in this process up to a size. */
export function createSpecWork(scope: WorkScope): SpecWork {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `runTask` answers what the function of the task answers
  const run = async <T>(task: Task): Promise<T> => (await specWork.run(task, scope)) as T
  return {
    read: (read) => run({ read }),
    compare: (compare) => run({ compare }),
    inspect: (inspect) => run({ inspect }),
    classify: (classify) => run({ classify }),
  }
}
