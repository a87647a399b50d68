import { type Static, Type } from 'typebox'
import { nullable } from './shapes.ts'

/** The parts of the service whose health is reported separately. */
const healthPartNames = [
  'ingest',
  'spool',
  'engine',
  'queries',
  'disk',
  'metadata',
  'clock',
  'nodes',
  'forwarding',
  'archive',
] as const
export type HealthPartName = (typeof healthPartNames)[number]

const partStates = ['ok', 'warning', 'failed'] as const
export type PartState = (typeof partStates)[number]

const HealthPartRecord = Type.Object({
  name: Type.Enum([...healthPartNames]),
  state: Type.Enum([...partStates]),
  says: Type.String({ description: 'A sentence about its state' }),
  advice: nullable(Type.String(), { description: 'A sentence about what to do; null if it is ok' }),
})
export type HealthPart = Static<typeof HealthPartRecord>

/** The health of the service: GET /api/monitor/health. */
export const ServiceHealth = Type.Object(
  {
    state: Type.Enum([...partStates], { description: 'The worst state of its parts' }),
    parts: Type.Array(HealthPartRecord, {
      description:
        '`nodes` is present if several services share the metadata, `forwarding` if there are forwarders, `archive` with MILLRACE_ARCHIVE',
    }),
  },
  { $id: 'ServiceHealth', description: 'State of each part of the service, and what to do' },
)
export type ServiceHealth = Static<typeof ServiceHealth>
