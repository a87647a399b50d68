import { parentPort } from 'node:worker_threads'
import type { ToForwardThread } from '../../forwarding/session/messages.ts'
import { SessionHost } from '../../forwarding/session/session-host.ts'

/** The composition root of the thread that forwards events; ForwardThread starts it. */
if (parentPort === null)
  throw new Error('forward-worker.ts runs in a worker thread, started by ForwardThread')

const port = parentPort
const host = new SessionHost(message => port.postMessage(message))
// Only ForwardThread posts messages here.
port.on('message', (message: ToForwardThread) => host.receive(message))
