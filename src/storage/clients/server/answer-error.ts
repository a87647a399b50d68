import { ClickHouseError } from '@clickhouse/client'
import { Fault } from '../../../schema/fault.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import { codeOf, EngineError } from '../engine-error.ts'

/** Codes for a wrong user or password: WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED. */
const refusedUserCodes = new Set([193, 194, 516])
const accessDenied = 497
/**
 * Errors after which the same statement may succeed later (ErrorCodes.cpp of ClickHouse):
 * TOO_MANY_SIMULTANEOUS_QUERIES, QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING, NO_ZOOKEEPER, TABLE_IS_READ_ONLY,
 * NOT_ENOUGH_SPACE, TOO_MANY_PARTS, TOO_FEW_LIVE_REPLICAS, UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE,
 * UNKNOWN_STATUS_OF_INSERT, ACCESS_DENIED (until an operator grants the right), SERVER_OVERLOADED,
 * KEEPER_EXCEPTION.
 */
const temporaryCodes = new Set([202, 216, 225, 242, 243, 252, 285, 286, 319, accessDenied, 745, 999])
/**
 * Codes of a server that could not reach another server of its cluster: SOCKET_TIMEOUT, NETWORK_ERROR,
 * ALL_CONNECTION_TRIES_FAILED. Such an error may also have another code; then only its text says so.
 */
const peerLostCodes = new Set([209, 210, 279])
const peerLostText = /while (receiving|sending) packet|Connection reset by peer|Connection refused/
/**
 * The other server's address in such a text: in parentheses, `Connection refused (10.0.0.2:9000)`, or after
 * the packet that failed, `while receiving packet from 10.0.0.2:9000`.
 */
const peerAddress = /\(([^()\s]+:\d+)[^()]*\)|packet (?:from|to) ([^\s,]+:\d+)/

/** The server, or another server that it queried, did not answer or stopped in the middle of an answer. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError' as const
  /**
   * The other server of the cluster that could not be reached, with its port of the native protocol;
   * undefined if the server itself was lost.
   */
  readonly unreachablePeer: string | undefined

  constructor(message: string, cause: unknown, unreachablePeer?: string) {
    super(message, { cause })
    this.unreachablePeer = unreachablePeer
  }
}

/** Whether a server reports that it could not reach another server of its cluster. */
export function isPeerLost({ code, message }: EngineError): boolean {
  return peerLostCodes.has(code) || peerLostText.test(message)
}

/** Converts the error of a request to an EngineError, Fault or ConnectionLostError. */
export function answerError(error: unknown, serverName: string): Error {
  if (error instanceof Fault || error instanceof EngineError) return error
  if (!(error instanceof ClickHouseError)) {
    const message = thrownText(error)
    return new ConnectionLostError(`${serverName}: ${message}`, error)
  }
  const code = serverCodeOf(error)
  const engineError = new EngineError(code, error.message)
  if (isPeerLost(engineError)) {
    const [, inParentheses, afterPacket] = peerAddress.exec(error.message) ?? []
    const peer = inParentheses ?? afterPacket ?? 'another server'
    return new ConnectionLostError(`${serverName}: ${error.message}`, error, peer)
  }
  if (!temporaryCodes.has(code) && !refusedUserCodes.has(code)) return engineError
  const detail = `The ClickHouse server ${serverName} refused the request: ${error.message.slice(0, 300)}`
  return new Fault('storage_unavailable', { detail, retryAfter: 2, cause: error })
}

/** Why a server cannot be used, in our own words: not every user may see the text of the server's error. */
export function publicReason(error: unknown): string {
  if (error instanceof ClickHouseError) {
    const code = serverCodeOf(error)
    if (refusedUserCodes.has(code)) return 'it refuses the user or the password'
    if (code === accessDenied) return 'its user lacks rights; see the log for which'
    return `it answers with error ${code}; see the log for its text`
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return connectionReason(error.code)
  return thrownText(error)
}

function serverCodeOf({ code, message }: ClickHouseError): number {
  return Number(code) || codeOf(message)
}

const unknownAuthority =
  'its certificate is not of an authority that is known here; MILLRACE_CLICKHOUSE_CA names one'

/** Meanings of the Node and OpenSSL codes that are common when setting up TLS. */
const tlsReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  EPROTO: 'it does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
}

/** Why a connection failed: its code, with an explanation if the code is not widely known. */
export function connectionReason(code: string): string {
  const known = tlsReasons[code]
  return known === undefined ? code : `${known} (${code})`
}
