import { Fault } from '../../../schema/fault.ts'
import { EngineError } from '../../clients/engine-error.ts'
import { AnswerTooLargeError } from '../../clients/sql-client.ts'
import { withTagNames } from './answer.ts'
import { maxAnswerBytes, maxAnswerRows, maxRowsRead } from './limits.ts'
import { refusal } from './refusal.ts'

/** TOO_MANY_ROWS, SET_SIZE_LIMIT_EXCEEDED, TOO_MANY_BYTES: limits on rows read, joined, or in a set. */
const overLimitCodes = new Set([158, 191, 307])
/** LOGICAL_ERROR, STD_EXCEPTION, and errors without a code: not caused by the statement. */
const ownFaultCodes = new Set([0, 49, 1001, 1002])
const maxReasonLength = 300
/** After these words the engine quotes the whole statement, including the store's additions. */
const quotation =
  /[.:,]?\s*\b(?:in scope|in query|while processing|while executing|required columns|maybe you meant)\b/i

/** Converts the error of a user's statement to an answer for the user. */
export function statementError(error: unknown, tags: readonly string[]): unknown {
  if (error instanceof AnswerTooLargeError)
    return refusal(
      `The answer has more than ${maxAnswerRows.toLocaleString('en')} rows or ${maxAnswerBytes / 1_000_000} MB: add LIMIT, or group`,
    )
  if (!(error instanceof EngineError) || ownFaultCodes.has(error.code) || error.code < 0) return error
  if (overLimitCodes.has(error.code)) {
    const rows = maxRowsRead.toLocaleString('en')
    const detail = `The statement reads more than ${rows} rows, or joins or compares with more than a million; narrow its time_range or conditions.`
    return new Fault('query_memory', { detail, cause: error })
  }
  return refusal(`The event store refuses the statement: ${reasonOf(error.message, tags)}`)
}

function reasonOf(message: string, tags: readonly string[]): string {
  const [, plain = message] = /^(?:Code: \d+\. )?(?:DB::Exception: )?(.*)$/s.exec(message) ?? []
  const [reason = ''] = plain.split(quotation, 1)
  const isOfStore = /\bmillrace\b|\bSELECT\b/.test(reason)
  if (isOfStore) return 'it cannot be computed as it is written'
  return withTagNames(reason.replace(/\s*\([A-Z_]+\)\s*(\(version.*)?$/s, '').trim(), tags).slice(
    0,
    maxReasonLength,
  )
}
