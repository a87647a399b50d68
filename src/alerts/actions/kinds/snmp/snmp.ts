import { isIP } from 'node:net'
import { createSession, createV3Session, ObjectType, type Session, type Varbind, Version2c } from 'net-snmp'
import { until } from '../../../../async/until.ts'
import { withoutAddresses } from '../../../../outgoing/exchange.ts'
import {
  type CheckedAddress,
  type OutgoingGuard,
  RefusedTargetError,
} from '../../../../outgoing/outgoing-guard.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { thrownText } from '../../../../schema/thrown-text.ts'
import type { SnmpTarget } from '../../../../schema/triggers/trigger-parts.ts'
import { escapeText } from '../../templates/escapes.ts'
import { TemplateError } from '../../templates/template-error.ts'
import { type ActionContext, type ActionFunction, done, failed, refused } from '../action.ts'
import type { SnmpEngine } from './snmp-engine.ts'
import { snmpUser } from './snmp-target.ts'

export interface SnmpAction {
  kind: 'snmp'
  /** Where the trap goes; null: to the target from the settings. */
  target: SnmpTarget | null
}

export interface SnmpDeps {
  guard: OutgoingGuard
  engine: SnmpEngine
  /** For triggers without a target; null: not configured. */
  defaultTarget: SnmpTarget | null
}

const defaultPort = 162
const timeoutMs = 5_000

/** Sends a trap. Traps are not acknowledged: done means sent. */
export function snmpRunner({ guard, engine, defaultTarget }: SnmpDeps): ActionFunction<SnmpAction> {
  return async (action, context, signal) => {
    const target = action.target ?? defaultTarget
    if (target === null)
      return refused('The trigger does not say where its traps go, and MILLRACE_SNMP_TARGET is not set.')
    const { host, port = defaultPort } = target
    const limit = AbortSignal.timeout(timeoutMs)
    const attempt = AbortSignal.any([signal, limit])
    let session: Session | undefined
    let isSending = false
    try {
      attempt.throwIfAborted()
      const [address] = await guard.check(host, port, attempt)
      if (address === undefined) return failed(`The host ${host} has no address.`, true)
      session = openSession(target, address, engine)
      isSending = true
      await sendTrap(session, context, attempt)
      const receiver = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
      const engineNote = target.version === 'v3' ? ` with the engine id 0x${engine.id.toString('hex')}` : ''
      return done(`Sent to ${receiver}${engineNote}.`)
    } catch (error) {
      if (error instanceof TemplateError || error instanceof RefusedTargetError) return refused(error.message)
      if (signal.aborted) {
        const outcome = isSending ? 'may have been sent' : 'was not sent'
        return failed(`The attempt was cut short; the trap ${outcome}.`, true)
      }
      if (limit.aborted) return failed(`The trap was not sent within ${timeoutMs / 1000} seconds.`, true)
      const reason = withoutAddresses(error, `${host}:${port}`)
      return failed(`The trap was not sent: ${thrownText(reason)}`, true)
    } finally {
      session?.close()
    }
  }
}

function openSession(target: SnmpTarget, { address, family }: CheckedAddress, engine: SnmpEngine): Session {
  const trapPort = target.port ?? defaultPort
  const transport = family === 6 ? ('udp6' as const) : ('udp4' as const)
  if (target.version === 'v2c') {
    return createSession(address, target.community ?? 'public', { version: Version2c, trapPort, transport })
  }
  const session = createV3Session(address, snmpUser(target), { trapPort, transport, engineID: engine.id })
  const send = session.send.bind(session)
  // The library sends traps with boots and time 0, which receivers refuse after the first 150 seconds (RFC
  // 3414 3.2, 7b).
  session.send = (request, noWait) => {
    const { msgSecurityParameters } = request.message
    if (msgSecurityParameters !== undefined) {
      msgSecurityParameters.msgAuthoritativeEngineBoots = engine.boots
      msgSecurityParameters.msgAuthoritativeEngineTime = engine.time()
    }
    return send(request, noWait)
  }
  return session
}

/** Sends nothing if the signal has fired. A later abort ends only the wait. */
async function sendTrap(session: Session, context: ActionContext, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  session.on('error', reject)
  session.trap(trapOid, trapObjects(context), error => (error ? reject(error) : resolve()))
  await until(promise, { signal })
}

/** Root of docs/MILLRACE-MIB.txt, below netSnmpPlaypen. */
const root = '1.3.6.1.4.1.8072.9999.9999.5514'

/** millraceTriggerFired. */
export const trapOid = `${root}.0.1`

/** Traps are datagrams and should fit into one packet. */
const maxMessageBytes = 700
const maxNameBytes = 255

/** The objects of a trap, in the order of the MIB. */
function trapObjects({ event, trigger, count, key, idempotencyKey }: ActionContext): Varbind[] {
  const objects: [number, ObjectType, number | string][] = [
    [1, ObjectType.Gauge, trigger.id],
    [2, ObjectType.OctetString, trigger.name],
    [3, ObjectType.Gauge, count],
    [4, ObjectType.OctetString, key ?? ''],
    [5, ObjectType.OctetString, idempotencyKey],
  ]
  if (event !== null) {
    objects.push(
      [6, ObjectType.OctetString, String(event.id)],
      [7, ObjectType.OctetString, event.host],
      [8, ObjectType.OctetString, event.program],
      [9, ObjectType.Integer, event.severity],
      [10, ObjectType.Integer, event.facility],
      [11, ObjectType.OctetString, event.mnemonic],
      [12, ObjectType.OctetString, event.message],
    )
  }
  return objects.map(([number, type, value]) => ({
    oid: `${root}.1.${number}.0`,
    type,
    value: typeof value === 'number' ? value : utf8(value, number === 12 ? maxMessageBytes : maxNameBytes),
  }))
}

/** A text as UTF-8, truncated to bytes, since the MIB limits bytes and a character has up to 4. */
function utf8(value: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(escapeText(truncateText(value, maxBytes)))
  if (bytes.length <= maxBytes) return bytes
  let end = maxBytes
  // Never cuts within a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
