import { createServer, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import { openSnmpEngine, stateOfSnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import type { Target } from '../../schema/forwarding/targets.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { openDelivery } from '../targets/open-delivery.ts'

/** Never fires. */
export const signal = new AbortController().signal

/** An event to send. */
export function event(id: number, also: Partial<OutgoingEvent> = {}): OutgoingEvent {
  return {
    id: String(id),
    ts: 1_800_000_000_500_000,
    last: 1_800_000_000_500_000,
    counter: 1,
    host: 'fw-1',
    program: 'kernel',
    facility: 0,
    severity: 3,
    mnemonic: '',
    status: 0,
    tags: {},
    message: `message ${id}`,
    ...also,
  }
}

/** Opens a destination that may be on this machine, until the test ends. */
export async function open(target: Target, folder = temporaryFolder()) {
  const snmpEngine = stateOfSnmpEngine(openSnmpEngine('test', 1))
  const address = [{ address: '127.0.0.1', family: 4 as const }]
  const context = { guard: { check: async () => address }, instance: 'one', folder, signal, snmpEngine }
  const delivery = await openDelivery(target, context)
  onTestFinished(() => delivery.close())
  return delivery
}

export type Answer = { status: number; body?: string; headers?: Record<string, string> }

/** An HTTP receiver with the bodies that it got. */
export async function receiver(answer: (body: string, request: IncomingMessage) => Answer) {
  const requests: { path: string; body: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      requests.push({ path: request.url ?? '', body, headers: request.headers })
      const { status, body: text = '', headers = {} } = answer(body, request)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, requests }
}
