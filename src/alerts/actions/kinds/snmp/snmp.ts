import { isIP } from 'node:net'
import { ObjectType, type Varbind } from 'net-snmp'
import { withoutAddresses } from '../../../../outgoing/exchange.ts'
import { type OutgoingGuard, RefusedTargetError } from '../../../../outgoing/outgoing-guard.ts'
import type { SnmpEngine } from '../../../../outgoing/snmp/snmp-engine.ts'
import { defaultTrapPort, TrapSession } from '../../../../outgoing/snmp/snmp-session.ts'
import { SnmpTargetError } from '../../../../outgoing/snmp/snmp-user.ts'
import { maxMessageBytes, maxNameBytes, mibRoot, trapText } from '../../../../outgoing/snmp/trap-text.ts'
import { thrownText } from '../../../../schema/thrown-text.ts'
import type { SnmpTarget } from '../../../../schema/triggers/trigger-parts.ts'
import { type ActionContext, type ActionFunction, done, failed, refused } from '../action.ts'

export interface SnmpAction {
  kind: 'snmp'
  /** Where the trap goes; null: to the target from the settings. */
  target: SnmpTarget | null
}

export interface SnmpDeps {
  guard: OutgoingGuard
  engine: SnmpEngine
  /** Target from the settings, for triggers without one; null: not configured. */
  defaultTarget: SnmpTarget | null
}

const timeoutMs = 5_000

/** Sends a trap. Traps are not acknowledged: done means sent. */
export function snmpRunner({ guard, engine, defaultTarget }: SnmpDeps): ActionFunction<SnmpAction> {
  return async (action, context, signal) => {
    const target = action.target ?? defaultTarget
    if (target === null)
      return refused('The trigger does not say where its traps go, and MILLRACE_SNMP_TARGET is not set.')
    const { host, port = defaultTrapPort } = target
    const limit = AbortSignal.timeout(timeoutMs)
    const attempt = AbortSignal.any([signal, limit])
    let session: TrapSession | undefined
    let isSending = false
    try {
      attempt.throwIfAborted()
      const [address] = await guard.check(host, port, attempt)
      if (address === undefined) return failed(`The host ${host} has no address.`, true)
      session = new TrapSession(target, address, engine)
      isSending = true
      await session.send({ oid: trapOid, objects: trapObjects(context) }, attempt)
      const receiver = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
      const engineNote = target.version === 'v3' ? ` with the engine id 0x${engine.id.toString('hex')}` : ''
      return done(`Sent to ${receiver}${engineNote}.`)
    } catch (error) {
      if (error instanceof SnmpTargetError || error instanceof RefusedTargetError)
        return refused(error.message)
      const outcome = isSending ? 'may have been sent' : 'was not sent'
      if (signal.aborted) return failed(`The attempt was cut short; the trap ${outcome}.`, true)
      if (limit.aborted)
        return failed(`The attempt took more than ${timeoutMs / 1000} seconds; the trap ${outcome}.`, true)
      const reason = withoutAddresses(error, `${host}:${port}`)
      return failed(`The trap was not sent: ${thrownText(reason)}`, true)
    } finally {
      session?.close()
    }
  }
}

/** OID of the notification millraceTriggerFired in Millrace's MIB. */
export const trapOid = `${mibRoot}.0.1`

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
    oid: `${mibRoot}.1.${number}.0`,
    type,
    value:
      typeof value === 'number' ? value : trapText(value, number === 12 ? maxMessageBytes : maxNameBytes),
  }))
}
