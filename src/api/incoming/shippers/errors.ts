import type { Protocol } from '../../../ingest/body/submission.ts'
import type { BodyProblem } from '../../../ingest/receivers/receiver.ts'
import { receivers } from '../../../ingest/receivers/table.ts'
import { Fault } from '../../../schema/fault.ts'
import type { App } from '../../http/app.ts'
import { faultOf, logInternal, sendFault } from '../../http/errors/errors.ts'

/** Answers every error of this scope in the format of its protocol. */
export function installProtocolErrors(app: App, protocol: Protocol): void {
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error, request) ?? new Fault('internal')
    if (fault.code === 'internal') logInternal(error, request)
    const [path = ''] = request.url.split('?', 1)
    const info = { path, query: '', contentType: request.headers['content-type'] ?? '' }
    return sendFault(fault, request, reply, receivers[protocol].refusal(problemOf(fault, protocol), info))
  })
}

function problemOf(fault: Fault, protocol: Protocol): BodyProblem {
  // Splunk answers 403 for a wrong token and 401 for a missing one; the others answer 401 for both.
  const isWrongToken = protocol === 'splunk' && fault.code === 'authentication_failed'
  return { status: isWrongToken ? 403 : fault.status, detail: fault.detail }
}
