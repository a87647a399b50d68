import { expect, test } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import type { QueryAnswer, QueryRequest } from '../api/queries.ts'
import { completeAnswer } from './complete-answer.ts'
import { ManualClock } from './testing/manual-clock.ts'

const ask: QueryRequest<'EventRate'> = { type: 'EventRate', params: {} }
const answerOf = (status: QueryAnswer['status'], more: Partial<QueryAnswer> = {}) =>
  ({ query_id: 'q', status, type: 'EventRate', progress: 0, results: {}, ...more }) as QueryAnswer
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

/** A fake service that gives these answers, one for each request; the last one is repeated. */
function start(...answers: (QueryAnswer | ApiError)[]) {
  const asked: string[] = []
  const clock = new ManualClock()
  // The answers have the requested type.
  const next = async (request: string) => {
    asked.push(request)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof ApiError) throw answer
    return answer as never
  }
  const result = completeAnswer(
    {
      create: () => next('create'),
      read: id => next(`read ${id}`),
      remove: id => void asked.push(`remove ${id}`),
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

test('a query that the service forgets while it computes is created again, a few times', async () => {
  const unknown = new ApiError(404, 'not_found', 'Not found.')
  const done = answerOf('SUCCESS', { progress: 100 })
  const forgotten = start(answerOf('PENDING'), unknown, done)
  await settled()
  forgotten.clock.advance(250)
  expect(await forgotten.result).toBe(done)
  expect(forgotten.asked).toEqual(['create', 'read q', 'remove q', 'create', 'remove q'])

  const always = start(unknown)
  await expect(always.result).rejects.toBe(unknown)
  expect(always.asked).toEqual(['create', 'create', 'create'])
})
