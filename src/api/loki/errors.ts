import { LogqlError } from '../../query/logql/syntax/logql-error.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../http/app.ts'
import { answerGone, faultOf, isGone, logInternal, sendFault, textResponse } from '../http/errors/errors.ts'

/** Answers every error in this scope like Loki: a sentence as plain text. */
export function installLokiErrors(app: App): void {
  app.setErrorHandler((error, request, reply) => {
    if (isGone(request, error)) return answerGone(request, reply)
    const fault = lokiFault(error) ?? faultOf(error, request) ?? internalFault(logInternal(error, request))
    return sendFault(fault, request, reply, textResponse(fault))
  })
}

/** The fault for an expression outside of the subset. */
function lokiFault(error: unknown): Fault | undefined {
  return error instanceof LogqlError ? new Fault('query_syntax', { detail: error.message }) : undefined
}

/** The fault that refers to the log line with the error. */
function internalFault(errorId: string): Fault {
  return new Fault('internal', { detail: `Internal error. error_id: ${errorId}` })
}

/** A 400 with this sentence. */
export function badParameter(detail: string): Fault {
  return new Fault('validation', { detail })
}
