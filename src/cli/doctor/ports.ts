import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { listenerKind } from '../../ingest/listen/kinds.ts'
import { httpOrigin } from '../../schema/settings/http-origin.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { type Check, type Finding, fault, ok, warning } from './finding.ts'

const pingTimeoutMs = 5_000

/** Whether the ports are free, or the running Millrace answers on its ports. */
export const portsCheck: Check = {
  name: 'ports',
  async run({ settings, listeners, isRunning }) {
    if (typeof listeners === 'string') return [fault(listeners)]
    const { httpHost, httpPort, httpTlsCert } = settings
    if (isRunning === true) return [await ping(httpHost, httpPort, httpTlsCert !== undefined)]
    const found = [await tryPort('tcp', httpHost, httpPort, 'the page and the HTTP interface')]
    for (const { name, kind, address, skipIfTaken } of listeners) {
      const { transport } = listenerKind(kind)
      if (address.path !== undefined || transport === 'unix') continue
      const finding = await tryPort(transport, address.host, address.port, name)
      found.push(finding.level === 'fault' && skipIfTaken === true ? warning(finding.text) : finding)
    }
    return found
  },
}

/**
 * Asks a running Millrace for `/ping`, which needs no sign-in. Over HTTPS it asks nothing, because the
 * operator's certificate may have any name.
 */
async function ping(host: string, port: number, isHttps: boolean): Promise<Finding> {
  if (isHttps) return ok(`Millrace runs on port ${port}, but was not queried, because it uses HTTPS`)
  const reached = host.replace(/^0\.0\.0\.0$/, '127.0.0.1').replace(/^\[?::\]?$/, '::1')
  const address = `${httpOrigin(reached, port, false)}/ping`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(pingTimeoutMs) })
    const text = (await answer.text()).slice(0, 300)
    return answer.ok
      ? ok(`Millrace answers at ${address}`)
      : fault(`Millrace answers ${answer.status} at ${address}: ${text}`)
  } catch (error) {
    return fault(
      `a Millrace runs on the data folder, and does not answer at ${address}: ${thrownText(error)}`,
    )
  }
}

async function tryPort(
  transport: 'tcp' | 'udp',
  host: string,
  port: number,
  purpose: string,
): Promise<Finding> {
  const at = `${purpose}: ${host}:${port} (${transport.toUpperCase()})`
  try {
    await (transport === 'tcp' ? bindTcp(host, port) : bindUdp(host, port))
    return ok(`${at} is free`)
  } catch (error) {
    return fault(`${at} cannot be opened: ${thrownText(error)}`)
  }
}

function bindTcp(host: string, port: number): Promise<void> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}

function bindUdp(host: string, port: number): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  return new Promise((resolve, reject) => {
    socket.once('error', error => socket.close(() => reject(error)))
    socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => resolve()))
  })
}
