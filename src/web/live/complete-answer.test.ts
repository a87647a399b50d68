import { expect, test } from 'vitest'
import type { QueryAnswer, QueryRequest } from '../api/queries.ts'
import { completeAnswer } from './complete-answer.ts'
import { ManualClock } from './testing/manual-clock.ts'

const ask: QueryRequest<'EventRate'> = { type: 'EventRate', params: {} }
const answerOf = (status: QueryAnswer['status'], more: Partial<QueryAnswer> = {}) =>
  ({ query_id: 'q', status, type: 'EventRate', progress: 0, results: {}, ...more }) as QueryAnswer
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

/** Asks with these answers, one for each request; the last one is repeated. */
function start(...answers: QueryAnswer[]) {
  const asked: string[] = []
  const clock = new ManualClock()
  // The answers are of the type that is asked for.
  const next = async (request: string) => {
    asked.push(request)
    return (answers.length > 1 ? answers.shift() : answers[0]) as never
  }
  const result = completeAnswer(
    {
      create: () => next('create'),
      read: id => next(`read ${id}`),
      remove: id => void asked.push(`remove ${id}`),
      lost: () => {},
    },
    clock,
    ask,
  )
  return { asked, clock, result }
}

test('reads a query until it is complete, and removes it', async () => {
  const done = answerOf('SUCCESS', { progress: 100 })
  const { asked, clock, result } = start(answerOf('PENDING'), answerOf('IN_PROGRESS'), done)
  for (let reads = 0; reads < 2; reads++) {
    await settled()
    clock.advance(250)
  }
  expect(await result).toBe(done)
  expect(asked).toEqual(['create', 'read q', 'read q', 'remove q'])
})

test('a query that fails is thrown, one that takes too long is given up', async () => {
  const error = { code: 'internal', detail: 'broken' }
  const failed = start(answerOf('FAILURE', { error } as Partial<QueryAnswer>))
  await expect(failed.result).rejects.toBe(error)
  expect(failed.asked).toEqual(['create', 'remove q'])

  const slow = start(answerOf('PENDING'))
  const outcome = expect(slow.result).rejects.toThrow('within 30 s')
  for (let reads = 0; reads < 121; reads++) {
    await settled()
    slow.clock.advance(250)
  }
  await outcome
  expect(slow.asked.at(-1)).toBe('remove q')
})
