import { type Static, Type } from 'typebox'
import { SnmpTarget } from '../../triggers/trigger-parts.ts'

/** An object identifier in digits and dots. */
export const oidPattern = /^[0-2](\.(0|[1-9]\d{0,9})){1,100}$/
const oid = { pattern: oidPattern.source }

/** A receiver of SNMP traps. Each event is one trap. */
export const SnmpForwarding = Type.Object(
  {
    ...SnmpTarget.properties,
    trap_oid: Type.Optional(
      Type.String({
        title: 'OID of the trap',
        description: 'Default: millraceEventForwarded of docs/MILLRACE-MIB.txt',
        ...oid,
      }),
    ),
    oid_map: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.String(oid), {
        title: 'OIDs',
        description:
          'Object identifiers by field of the event; a tag is tag.NAME. Default: the objects of docs/MILLRACE-MIB.txt',
        minProperties: 1,
        maxProperties: 100,
      }),
    ),
  },
  { $id: 'SnmpForwarding', additionalProperties: false },
)
export type SnmpForwarding = Static<typeof SnmpForwarding>
