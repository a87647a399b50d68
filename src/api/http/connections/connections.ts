import type { Socket } from 'node:net'
import { Networks } from '../../../ingest/listen/networks.ts'
import { networkOf } from '../../../metadata/identity/network.ts'
import { Fault } from '../../../schema/fault.ts'
import { settingName } from '../../../schema/settings/settings.ts'
import type { App } from '../app.ts'

/** Minimum time between log lines about refused connections. */
const logIntervalMs = 60_000

/** Maximum open connections; undefined: any number. */
interface ConnectionBounds {
  max?: number | undefined
  /** Maximum of one address (`networkOf`). Trusted proxies have no such maximum. */
  maxPerAddress?: number | undefined
  trustedProxies: readonly string[]
}

/** Closes new connections beyond these bounds, and logs their number. */
export function limitConnections(app: App, { max, maxPerAddress, trustedProxies }: ConnectionBounds): void {
  if (max !== undefined) {
    const logRefusal = refusalLog(app, `${settingName('httpMaxConnections')}: ${max}`)
    app.server.maxConnections = max
    app.server.on('drop', () => logRefusal({}))
  }
  if (maxPerAddress === undefined) return
  const logRefusal = refusalLog(app, `${settingName('httpMaxPerAddress')}: ${maxPerAddress} of one address`)
  const proxies = new Networks(trustedProxies)
  const open = new Map<string, number>()
  app.server.on('connection', socket => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || proxies.has(remoteAddress)) return
    const address = networkOf(remoteAddress)
    const count = open.get(address) ?? 0
    if (count >= maxPerAddress) {
      socket.destroy()
      return logRefusal({ address })
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** Logs refused connections: one line for many. `bound` names the setting. */
function refusalLog(app: App, bound: string): (details: { address?: string }) => void {
  let refusedCount = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return details => {
    refusedCount++
    const now = performance.now()
    if (now - loggedAt < logIntervalMs) return
    app.log.warn(
      { refused: refusedCount, ...details },
      `HTTP connections are refused: as many are open as may be (${bound})`,
    )
    refusedCount = 0
    loggedAt = now
  }
}

/**
 * Answers 503 to requests on open connections while the server closes, so that clients use another server.
 */
export function refuseWhileClosing(app: App): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Fault('starting', { retryAfter: 5 })
  })
}

/**
 * Closes connections that have sent nothing when the server closes. Node itself closes only connections that
 * have had an answer. It would wait a minute for the first request on the others, which browsers and HTTP
 * clients open in advance. A connection that is opened while the server closes is closed at once.
 */
export function closeUnusedConnections(app: App): void {
  const open = new Set<Socket>()
  let isClosing = false
  const track = (socket: Socket) => {
    if (isClosing) return socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  app.server.on('connection', track)
  // With TLS the socket above has read the handshake. This one reads what comes after it.
  app.server.on('secureConnection', track)
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}
