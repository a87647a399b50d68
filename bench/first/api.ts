import { setTimeout } from 'node:timers/promises'
import type { Client } from '../../scenarios/testing/client.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import { groupMembers } from '../../scenarios/testing/process-group.ts'
import { processorMillis } from '../processor-time.ts'
import { take, timeOfQuery, told } from '../queries/takes-bytes.ts'
import { untilIdle } from '../until-idle.ts'
import { type Essence, essenceOfApi } from './equal.ts'
import type { FirstQuestion } from './questions.ts'

/** The product's time for a question, in milliseconds, and the statements that it sent to the engine. */
export interface Answered {
  question: FirstQuestion
  took: number
  processor: number
  statements: number
  essence: Essence
}

/** A service that has just started loads its data into memory. */
const restMillis = 5_000

/**
 * Asks each question once, on a service started for it that has answered the questions of `before` and come
 * to rest.
 */
export async function askService(
  millrace: Millrace,
  before: readonly FirstQuestion[],
  questions: readonly FirstQuestion[],
): Promise<Answered[]> {
  await millrace.restart()
  await setTimeout(restMillis)
  for (const { ask, range } of before) await timeOfQuery(millrace.client, ask, range)
  if (before.length > 0) await untilIdle(millrace.pid)
  const answered: Answered[] = []
  for (const question of questions) answered.push(await answerOf(millrace, question))
  await millrace.stop()
  return answered
}

async function answerOf({ client, pid }: Millrace, question: FirstQuestion): Promise<Answered> {
  const { ask, range } = question
  // Without the asking process.
  const processes = groupMembers(pid)
  const before = processorMillis(processes)
  let [processor, statements] = [0, 0]
  let essence: Essence | undefined
  const took = await timeOfQuery(client, ask, range, async ({ query_id, results }) => {
    processor = processorMillis(processes) - before
    essence = essenceOfApi(ask.type, results)
    statements = await statementsOf(client, String(query_id))
  })
  if (essence === undefined) throw new Error(`${question.kind} has no answer`)
  return { question, took, processor, statements, essence }
}

async function statementsOf(client: Client, id: string): Promise<number> {
  const { explain } = told(await take(client, `/api/query/${id}?explain=true`))
  return explain?.engine?.statements ?? 0
}
