import { EngineError, engineCodes } from '../../src/storage/clients/engine-error.ts'
import type { EmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { processorMillis } from '../processor-time.ts'
import { withQuietStore } from '../quiet-store.ts'
import { randomNumbers, shuffled } from '../random.ts'
import { type Essence, essenceOfSql, type Rows } from './equal.ts'
import type { FirstQuestion } from './questions.ts'

/**
 * Further settings of a statement, each tried when the previous one runs out of memory: two threads, one, and
 * one that sorts rows instead of reading all parts in their order at once.
 */
const settingsByMemory = ['', ', max_threads = 1', ', max_threads = 1, optimize_read_in_order = 0']

/**
 * The engine's own time for a question, in milliseconds: all statements, and the first of them, which is the
 * page of a Search.
 */
export interface Bare {
  took: number
  firstTook: number
  processor: number
  essence: Essence
}

/** Asks each question once, on the engine of a freshly opened store, in an order given by this seed. */
export async function askBare(
  dataDir: string,
  questions: readonly FirstQuestion[],
  seed: number,
): Promise<ReadonlyMap<FirstQuestion, Bare>> {
  return await withQuietStore(dataDir, async ({ engine }) => {
    const answers = new Map<FirstQuestion, Bare>()
    const processor = () => processorMillis([process.pid, ...(engine.pid === undefined ? [] : [engine.pid])])
    for (const question of shuffled(questions, randomNumbers(seed))) {
      const before = processor()
      let since = performance.now()
      const bytes: Uint8Array[] = []
      let firstTook: number | undefined
      for (const statement of question.sql) {
        const answer = await runWithinMemory(engine, statement, () => {
          // Only the time of the successful try counts.
          since = performance.now()
        })
        bytes.push(answer)
        firstTook ??= performance.now() - since
      }
      const took = performance.now() - since
      const essence = essenceOfSql(question.ask.type, bytes.map(rowsOf))
      answers.set(question, { took, firstTook: firstTook ?? took, processor: processor() - before, essence })
    }
    return answers
  })
}

/** The answer with the first settings that fit into memory. `onRepeat`: called before another try. */
async function runWithinMemory(
  engine: Pick<EmbeddedStore['engine'], 'run'>,
  statement: string,
  onRepeat: () => void,
): Promise<Uint8Array> {
  for (const settings of settingsByMemory.slice(0, -1)) {
    try {
      return await engine.run('short', statement + settings)
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== engineCodes.memory) throw error
      onRepeat()
    }
  }
  return await engine.run('short', statement + settingsByMemory.at(-1))
}

/** The engine writes one array per line. */
function rowsOf(bytes: Uint8Array): Rows {
  const lines = Buffer.from(bytes).toString().trimEnd().replaceAll('\n', ',')
  return JSON.parse(`[${lines}]`) as Rows
}

/** The quicker of two answers to each question. */
export function quicker(
  one: ReadonlyMap<FirstQuestion, Bare>,
  other: ReadonlyMap<FirstQuestion, Bare>,
): ReadonlyMap<FirstQuestion, Bare> {
  return new Map(
    [...one].map(([question, answer]) => {
      const second = other.get(question)
      return [question, second !== undefined && second.took < answer.took ? second : answer]
    }),
  )
}
