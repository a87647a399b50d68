import {
  AuthenticationError,
  MultipleErrors,
  NetworkError,
  ResponseError,
  TimeoutError,
} from '@platformatic/kafka'
import { expect, test } from 'vitest'
import { RefusedTargetError } from '../../outgoing/outgoing-guard.ts'
import type { KafkaTarget } from '../../schema/forwarding/targets/kafka.ts'
import { DeliveryError } from './delivery.ts'
import { openKafka } from './kafka.ts'
import { acknowledgedPartitions, connectionFailure, isTooLarge, kafkaFailure } from './kafka-failure.ts'

const produce = 0
const [unknownTopic, leaderNotAvailable, tooLarge, notEnoughReplicas, notAuthorized] = [3, 5, 10, 19, 29]
const invalidRecord = 87

/** The error of an answer with these error codes of partitions; 0: it has the records. */
function answerOf(codes: Record<number, number>): ResponseError {
  const partitions = Object.entries(codes).map(([index, errorCode]) => ({ index: Number(index), errorCode }))
  const failed = partitions
    .filter(({ errorCode }) => errorCode !== 0)
    .map(({ index, errorCode }): [string, [number, null]] => [`/${index}`, [errorCode, null]])
  const response = { responses: [{ name: 'logs', partitionResponses: partitions }] }
  return new ResponseError(produce, 11, Object.fromEntries(failed), response)
}

test.each<[string, Error, string]>([
  ['an unknown topic', answerOf({ 0: unknownTopic }), 'The topic logs does not exist.'],
  ['no right', answerOf({ 0: notAuthorized }), 'The user may not write to the topic logs.'],
  ['no leader', answerOf({ 0: leaderNotAvailable }), 'A partition of the topic logs has no leader now.'],
  ['few replicas', answerOf({ 0: notEnoughReplicas }), 'The topic logs has too few replicas in sync.'],
  [
    'a compacted topic',
    // An error of a record, then the error of the partition.
    new ResponseError(produce, 11, { '/0/record_errors/0': [-1, 'no key'], '/0': [invalidRecord, null] }, {}),
    'The topic logs refuses these records. A compacted topic needs a key.',
  ],
  [
    'an error without own words',
    new ResponseError(produce, 11, { '/0': [44, 'by policy'] }, {}),
    'Kafka answered POLICY_VIOLATION for the topic logs: by policy',
  ],
  ['a silent broker', new TimeoutError('Request timed out'), 'A broker did not answer in time.'],
  [
    'a closed connection',
    new MultipleErrors('Producing messages failed.', [new NetworkError('Connection closed')]),
    'A broker closed the connection. It does so if it expects SASL or TLS.',
  ],
  [
    'a broker that cannot be reached',
    new MultipleErrors('metadata failed', [new DeliveryError('kafka-1:9092 cannot be reached: no route.')]),
    'kafka-1:9092 cannot be reached: no route.',
  ],
])('%s has its own sentence', (_, error, message) => {
  const failure = kafkaFailure(error, 'logs')
  expect(failure).toBeInstanceOf(DeliveryError)
  expect(failure.message).toBe(message)
  expect(isTooLarge(error)).toBe(false)
})

test('only records that are too large are refused, and what a broker has is not sent again', () => {
  const error = new MultipleErrors('Producing messages failed.', [answerOf({ 0: 0, 1: tooLarge, 2: 0 })], {
    produced: { offsets: [{ topic: 'logs', partition: 5, offset: 1n }] },
  })
  expect(isTooLarge(error)).toBe(true)
  expect(acknowledgedPartitions(error)).toEqual(new Set([0, 2, 5]))
  expect(isTooLarge(answerOf({ 0: tooLarge, 1: notEnoughReplicas }))).toBe(false)
})

test.each<[string, Error, string]>([
  [
    'a wrong password',
    new AuthenticationError('SASL authentication failed.', { cause: answerOf({ 0: 58 }) }),
    'kafka-1:9092 refused the user or the password.',
  ],
  [
    'another mechanism',
    new AuthenticationError('Cannot find a suitable SASL mechanism.', { cause: answerOf({ 0: 33 }) }),
    'kafka-1:9092 does not offer the SASL mechanism PLAIN.',
  ],
  [
    'no listener',
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:9092'), {
      syscall: 'connect',
      code: 'ECONNREFUSED',
    }),
    'kafka-1:9092 cannot be reached: connect ECONNREFUSED.',
  ],
  ['silence', new TimeoutError('x'), 'kafka-1:9092 cannot be reached: no answer in time.'],
])('%s of a connection is named without its address', (_, cause, message) => {
  const error = new NetworkError('Connection to 10.0.0.1:9092 failed.', { cause })
  expect(connectionFailure(error, 'kafka-1:9092', 'PLAIN').message).toBe(message)
})

const signal = new AbortController().signal

test.each<[string, Partial<KafkaTarget>, string]>([
  ['SASL without a user', { sasl: 'plain', password: 'x' }, 'SASL needs a user and a password.'],
  ['a certificate that is none', { tls: true, certificate: 'x' }, 'The certificates or the key cannot be'],
  [
    'brokers that are not allowed',
    { brokers: ['10.0.0.1:9092', '[fd00::5]:9092'] },
    'The broker 10.0.0.1:9092 is not used: no. The broker [fd00::5]:9092 is not used: no.',
  ],
])('%s cannot be opened', async (_, settings, message) => {
  const guard = {
    check: async () => {
      throw new RefusedTargetError('no.')
    },
  }
  const target: KafkaTarget = { brokers: ['kafka-1:9092'], topic: 'logs', ...settings }
  const opened = openKafka(target, { guard, instance: 'one', signal })
  await expect(opened).rejects.toThrow(DeliveryError)
  await expect(opened).rejects.toThrow(message)
})
