import { Type } from 'typebox'

/**
 * An event, for the API description. ingest/http/event-reader.ts validates events, since a general validator
 * is too slow.
 */
const IncomingEvent = Type.Object(
  {
    message: Type.String({ description: 'Truncated to 65,536 characters' }),
    host: Type.Optional(Type.String({ maxLength: 255, description: 'Default: the address of the sender' })),
    program: Type.Optional(Type.String({ maxLength: 255 })),
    ts: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Unix seconds, with a fraction; the moment of receipt when absent',
      }),
    ),
    priority: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 191, description: 'Facility times 8 plus severity' }),
    ),
    severity: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 7, description: 'Ignored if there is a priority' }),
    ),
    facility: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 23, description: 'Ignored if there is a priority' }),
    ),
    user_tags: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'At most 256; can be searched and counted like fields',
      }),
    ),
    extra_fields: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description:
          'Visible to rules. MILLRACE_EXTRA_FIELDS says which become tags; the others are not stored',
      }),
    ),
    json: Type.Optional(Type.Object({}, { description: 'Any object; as `extra_fields`' })),
  },
  { $id: 'IncomingEvent', description: 'Members that are not listed become extra fields' },
)

export const IncomingBatch = Type.Object(
  { events: Type.Array(IncomingEvent, { maxItems: 1_000_000 }) },
  {
    $id: 'IncomingBatch',
    examples: [
      {
        events: [
          { host: 'edge-1', program: 'demo', message: 'hello', priority: 14, user_tags: { Site: 'A' } },
        ],
      },
    ],
  },
)

/** A request of Amazon Data Firehose, recognised by its two members. */
export const FirehoseRequest = Type.Object(
  {
    requestId: Type.String({
      maxLength: 200,
      description: 'A repeated request with the same id is counted once within 10 minutes',
    }),
    records: Type.Array(
      Type.Object({
        data: Type.String({
          description: 'Base64 of lines or of what CloudWatch Logs sends, gzipped or not',
        }),
      }),
    ),
  },
  { $id: 'FirehoseRequest' },
)

export const WebhookEvent = Type.Object(
  {
    message: Type.String(),
    facility: Type.Optional(
      Type.Union([Type.String({ description: 'A name such as LOCAL0; USER when absent' }), Type.Integer()]),
    ),
    severity: Type.Optional(
      Type.Union([Type.String({ description: 'A name such as DEBUG; INFO when absent' }), Type.Integer()]),
    ),
    host: Type.Optional(Type.String({ description: 'localhost when absent' })),
    program: Type.Optional(Type.String({ description: 'incoming-webhook when absent' })),
  },
  { $id: 'WebhookEvent', description: 'Further members: see IncomingEvent' },
)

export const RawEvent = Type.Unknown({ description: 'Any JSON; its text becomes the message of one event' })

export const IncomingHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'A repeated batch with the same key and token is counted once within 10 minutes, and refused if its body differs',
    }),
  ),
  'Content-Encoding': Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['identity', 'gzip', 'deflate', 'zstd', 'snappy'],
      description: 'How the body is compressed',
    }),
  ),
})
