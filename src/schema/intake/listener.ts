import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'

/** A listener for log lines, as GET /api/listeners returns it. Does not show keys or who may send. */
export const Listener = Type.Object(
  {
    name: Type.String({ description: 'Also the source in the ledger' }),
    kind: Type.String({ description: 'As a file of listeners names it: `syslog-udp`, `json-tcp` and so on' }),
    transport: Type.String({ description: '`udp`, `tcp` or `unix`' }),
    host: nullable(Type.String(), {
      description: 'The address that it is bound to; null for a socket in the file system',
    }),
    port: nullable(Type.Integer(), { description: 'The same' }),
    path: nullable(Type.String(), { description: 'Path of a socket in the file system' }),
    tls: Type.Boolean(),
    client_certificates: Type.String({ description: '`none`, `optional` or `required`' }),
    timezone: Type.String({ description: 'Zone of stamps that name none' }),
    program: nullable(Type.String(), {
      description: 'Program of every event, whatever it says; null: its own',
    }),
    tags: Type.Record(Type.String(), Type.String(), { description: 'User tags of every event' }),
  },
  { $id: 'Listener' },
)
export type Listener = Static<typeof Listener>
