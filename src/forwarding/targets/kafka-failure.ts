import {
  AuthenticationError,
  MultipleErrors,
  ProtocolError,
  ResponseError,
  TimeoutError,
} from '@platformatic/kafka'
import { isObject } from '../../schema/text/json-object.ts'
import { DeliveryError, reasonOf } from './delivery.ts'

/** Why Kafka did not take records, by its name of the error, where its own words would not help. */
const sentences: Readonly<Record<string, (topic: string) => string>> = {
  UNKNOWN_TOPIC_OR_PARTITION: topic => `The topic ${topic} does not exist.`,
  TOPIC_AUTHORIZATION_FAILED: topic => `The user may not write to the topic ${topic}.`,
  LEADER_NOT_AVAILABLE: topic => `A partition of the topic ${topic} has no leader now.`,
  NOT_LEADER_OR_FOLLOWER: topic => `A partition of the topic ${topic} has a new leader.`,
  NOT_ENOUGH_REPLICAS: topic => `The topic ${topic} has too few replicas in sync.`,
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: topic => `The topic ${topic} has too few replicas in sync.`,
  INVALID_RECORD: topic => `The topic ${topic} refuses these records. A compacted topic needs a key.`,
}
const tooLarge: readonly unknown[] = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']

/** Answers to the name of a SASL mechanism; the second: of a listener without SASL. */
const notOffered: readonly unknown[] = ['UNSUPPORTED_SASL_MECHANISM', 'ILLEGAL_SASL_STATE']

/** The error of a request, for the person who set the destination. */
export function kafkaFailure(error: unknown, topic: string): DeliveryError {
  const causes = causesOf(error)
  const known = causes.find(cause => cause instanceof DeliveryError)
  // Errors of single records come first, without a name.
  const first = causes.find(cause => cause instanceof ProtocolError && Object.hasOwn(sentences, cause.apiId))
  return known ?? new DeliveryError(sentenceOf(first ?? causes[0], topic), { cause: error })
}

function sentenceOf(error: unknown, topic: string): string {
  if (error instanceof ProtocolError) {
    const { apiId, message, serverErrorMessage } = error
    return (
      sentences[apiId]?.(topic) ??
      `Kafka answered ${apiId} for the topic ${topic}: ${serverErrorMessage ?? message}`
    )
  }
  if (error instanceof TimeoutError) return 'A broker did not answer in time.'
  const reason = reasonOf(error)
  // Errors of the client itself: for the metadata of a topic, and for connections that a broker ends.
  if (reason.startsWith('Unknown topic ')) return `The topic ${topic} does not exist.`
  if (reason === 'Broker requires TLS.') return 'The brokers expect TLS.'
  if (reason === 'Connection closed')
    return 'A broker closed the connection. It does so if it expects SASL or TLS.'
  return `Kafka did not take the events: ${reason.replace(/\.$/, '')}.`
}

/** Why a connection to a broker failed. `place`: the host and port of the broker. */
export function connectionFailure(error: unknown, place: string, sasl: string): DeliveryError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DeliveryError) return cause
    if (!(cause instanceof AuthenticationError)) continue
    const isUnknown = causesOf(cause).some(
      one => one instanceof ProtocolError && notOffered.includes(one.apiId),
    )
    const message = isUnknown
      ? `${place} does not offer the SASL mechanism ${sasl}.`
      : `${place} refused the user or the password.`
    return new DeliveryError(message, { cause: error })
  }
  const [reason] = causesOf(error)
  const text = reason instanceof TimeoutError ? 'no answer in time' : reasonOf(reason)
  return new DeliveryError(`${place} cannot be reached: ${text.replace(/\.$/, '')}.`, { cause: error })
}

/** Whether records were refused because they are too large, and for no other reason. */
export function isTooLarge(error: unknown): boolean {
  return causesOf(error).every(cause => cause instanceof ProtocolError && tooLarge.includes(cause.apiId))
}

/** The partitions whose records Kafka has, although the request for several partitions failed. */
export function acknowledgedPartitions(error: unknown): Set<number> {
  const partitions = new Set<number>()
  const collect = (one: unknown): void => {
    if (!(one instanceof MultipleErrors)) return
    // Of the brokers that took everything.
    for (const { partition } of one.produced?.offsets ?? []) partitions.add(partition)
    // Of a broker that took some.
    const topics: unknown = one instanceof ResponseError && isObject(one.response) && one.response.responses
    for (const response of Array.isArray(topics) ? topics : [])
      for (const { index, errorCode } of response.partitionResponses ?? [])
        if (errorCode === 0) partitions.add(index)
    one.errors.forEach(collect)
  }
  collect(error)
  return partitions
}

/** The errors at the ends of a tree of errors. */
function causesOf(error: unknown): unknown[] {
  if (error instanceof DeliveryError) return [error]
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(causesOf)
  return error instanceof Error && error.cause !== undefined ? causesOf(error.cause) : [error]
}
