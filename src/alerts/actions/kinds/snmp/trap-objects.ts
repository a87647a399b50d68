import { ObjectType, type Varbind } from 'net-snmp'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { escapeText } from '../../templates/escapes.ts'
import type { ActionContext } from '../action.ts'

/** Root of docs/MILLRACE-MIB.txt, below netSnmpPlaypen. */
const root = '1.3.6.1.4.1.8072.9999.9999.5514'

/** millraceTriggerFired. */
export const trapOid = `${root}.0.1`

/** Traps are datagrams and should fit into one packet. */
const maxMessageLength = 700
const maxNameLength = 255

/** The objects of a trap, in the order of the MIB. */
export function trapObjects({ event, trigger, count, key, idempotencyKey }: ActionContext): Varbind[] {
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
    value: typeof value === 'number' ? value : text(value, number === 12 ? maxMessageLength : maxNameLength),
  }))
}

/** UTF-8, since the MIB limits bytes and a character has up to 4. */
function text(value: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(escapeText(truncateText(value, maxBytes)))
  if (bytes.length <= maxBytes) return bytes
  let end = maxBytes
  // Never cuts within a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
