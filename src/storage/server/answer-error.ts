import { ClickHouseError } from '@clickhouse/client'
import { Fault } from '../../schema/fault.ts'
import { codeOf, EngineError } from '../engine-error.ts'

/**
 * Errors of a server that pass (ErrorCodes.cpp): TOO_MANY_SIMULTANEOUS_QUERIES, SOCKET_TIMEOUT, NETWORK_ERROR,
 * QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING, TABLE_IS_READ_ONLY, NOT_ENOUGH_SPACE, TOO_MANY_PARTS, ALL_CONNECTION_TRIES_FAILED,
 * AUTHENTICATION_FAILED, ACCESS_DENIED, SERVER_OVERLOADED.
 */
const passingCodes = new Set([202, 209, 210, 216, 242, 243, 252, 279, 497, 516, 745])

/** The server did not answer, or stopped in the middle of an answer. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError' as const
}

/** What a request failed with, as EngineError, Fault or ConnectionLostError. `name`: of the server. */
export function answerError(error: unknown, name: string): Error {
  if (error instanceof Fault || error instanceof EngineError) return error
  if (!(error instanceof ClickHouseError)) {
    const message = error instanceof Error ? error.message : String(error)
    return new ConnectionLostError(`${name}: ${message}`, { cause: error })
  }
  const code = Number(error.code) || codeOf(error.message)
  if (!passingCodes.has(code)) return new EngineError(code, error.message)
  const detail = `The ClickHouse server ${name} refuses: ${error.message.slice(0, 300)}`
  return new Fault('storage_unavailable', { detail, retryAfter: 2, cause: error })
}
