import { ObjectType, type Varbind } from 'net-snmp'
import type { CheckedAddress } from '../../outgoing/outgoing-guard.ts'
import { resumeSnmpEngine, type SnmpEngineState } from '../../outgoing/snmp/snmp-engine.ts'
import { TrapSession } from '../../outgoing/snmp/snmp-session.ts'
import { SnmpTargetError } from '../../outgoing/snmp/snmp-user.ts'
import { maxMessageBytes, maxNameBytes, mibRoot, trapText } from '../../outgoing/snmp/trap-text.ts'
import type { SnmpForwarding } from '../../schema/forwarding/targets/snmp.ts'
import { eventRecord } from '../formats/event-record.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { textOf } from '../formats/tab-line.ts'
import { type Delivery, DeliveryError, reasonOf, type Taken } from './delivery.ts'

/** millraceEventForwarded of docs/MILLRACE-MIB.txt. */
export const eventTrapOid = `${mibRoot}.0.2`

/** The objects of the MIB, by field. */
const mibObjects: Readonly<Record<string, string>> = {
  id: `${mibRoot}.1.6.0`,
  host: `${mibRoot}.1.7.0`,
  program: `${mibRoot}.1.8.0`,
  severity: `${mibRoot}.1.9.0`,
  facility: `${mibRoot}.1.10.0`,
  cisco_mnemonic: `${mibRoot}.1.11.0`,
  message: `${mibRoot}.1.12.0`,
  counter: `${mibRoot}.1.13.0`,
  first_occurrence: `${mibRoot}.1.14.0`,
}

/** Opens a socket for traps: one for each event, never confirmed. Rejects with a DeliveryError. */
export async function openTraps(
  target: SnmpForwarding,
  {
    addresses,
    instance,
    snmpEngine,
  }: { addresses: readonly CheckedAddress[]; instance: string; snmpEngine: SnmpEngineState },
): Promise<Delivery> {
  const [first] = addresses
  if (first === undefined) throw new DeliveryError(`${target.host} has no address.`)
  const { trap_oid: oid = eventTrapOid, oid_map: oids = mibObjects } = target
  const session = openSession(target, first, snmpEngine)
  const errorOf = (cause: unknown) =>
    new DeliveryError(`The trap was not sent: ${reasonOf(cause)}.`, { cause })
  const failed = session.failed.catch(error => {
    throw errorOf(error)
  })
  failed.catch(() => {})
  return {
    failed,
    async send(events, signal): Promise<Taken> {
      for (const event of events) {
        await session.send({ oid, objects: objectsOf(event, oids, instance) }, signal).catch(error => {
          signal.throwIfAborted()
          throw errorOf(error)
        })
      }
      return { refused: 0, confirmed: Promise.resolve() }
    },
    async close() {
      session.close()
    },
  }
}

function openSession(target: SnmpForwarding, address: CheckedAddress, state: SnmpEngineState): TrapSession {
  try {
    return new TrapSession(target, address, resumeSnmpEngine(state))
  } catch (error) {
    if (error instanceof SnmpTargetError) throw new DeliveryError(error.message)
    throw error
  }
}

/** The objects of a trap, in the order of the OIDs. Severity and facility are their codes. */
function objectsOf(
  event: OutgoingEvent,
  oids: Readonly<Record<string, string>>,
  instance: string,
): Varbind[] {
  const record = eventRecord(event, instance)
  return Object.entries(oids).map(([field, oid]): Varbind => {
    if (field === 'severity' || field === 'facility')
      return { oid, type: ObjectType.Integer, value: event[field] }
    if (field === 'counter') return { oid, type: ObjectType.Gauge, value: event.counter }
    const maxBytes = field === 'message' ? maxMessageBytes : maxNameBytes
    return { oid, type: ObjectType.OctetString, value: trapText(textOf(record, field), maxBytes) }
  })
}
