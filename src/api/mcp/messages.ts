import { type Static, Type } from 'typebox'

const anyObject = Type.Record(Type.String(), Type.Unknown())
const messageId = Type.Union([Type.String({ maxLength: 1_000 }), Type.Integer()])

export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(messageId),
    method: Type.String({
      maxLength: 200,
      description: 'initialize, ping, tools/list, tools/call and others',
    }),
    params: Type.Optional(anyObject),
  },
  {
    $id: 'McpMessage',
    additionalProperties: false,
    description: 'A request of JSON-RPC 2.0, or a notification (without `id`)',
  },
)
export const McpAnswer = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(messageId),
    result: Type.Optional(anyObject),
    error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
  },
  { $id: 'McpAnswer', description: 'An answer with `result` or `error`' },
)
export type McpAnswer = Static<typeof McpAnswer>
