import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'

/** A listener for log lines, as GET /api/listeners returns it. Does not show keys or who may send. */
export const Listener = Type.Object(
  {
    name: Type.String({ description: 'Also the source in the ledger' }),
    kind: Type.String({ description: 'Kind as in a file of listeners: `syslog-udp`, `json-tcp` and so on' }),
    transport: Type.String({ description: '`udp`, `tcp` or `unix`' }),
    host: nullable(Type.String(), {
      description: 'The address that it is bound to; null for a socket in the file system',
    }),
    port: nullable(Type.Integer(), {
      description: 'The port that it is bound to; null for a socket in the file system',
    }),
    path: nullable(Type.String(), { description: 'Path of a socket in the file system; otherwise null' }),
    tls: Type.Boolean(),
    client_certificates: Type.String({ description: '`none`, `optional` or `required`' }),
    timezone: Type.String({ description: 'Time zone of timestamps without one' }),
    program: nullable(Type.String(), {
      description: 'Program that replaces the program of every event; null: not replaced',
    }),
    tags: Type.Record(Type.String(), Type.String(), { description: 'User tags of every event' }),
  },
  { $id: 'Listener' },
)
export type Listener = Static<typeof Listener>
