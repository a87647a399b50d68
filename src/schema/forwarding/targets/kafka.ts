import { type Static, Type } from 'typebox'
import { ca, chosenFields, pem, secret, verifyTls } from './members.ts'

const recordKeys = ['host', 'id', 'none'] as const
const kafkaCompressions = ['none', 'gzip', 'zstd', 'lz4', 'snappy'] as const
const saslMechanisms = ['none', 'plain', 'scram_sha_256', 'scram_sha_512'] as const

/** Pattern of a port, 1 to 65535. */
const port = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])'

/** A topic of a Kafka cluster. */
export const KafkaTarget = Type.Object(
  {
    brokers: Type.Array(
      Type.String({
        pattern: `^(\\[[0-9A-Fa-f:.]+\\]|[^\\s:,\\[\\]/@]+):${port}$`,
        maxLength: 300,
      }),
      {
        title: 'Brokers',
        description: 'host:port of one or more brokers of the cluster. The others are found through them',
        minItems: 1,
        maxItems: 20,
      },
    ),
    topic: Type.String({
      title: 'Topic',
      description: 'It must exist',
      pattern: '^[A-Za-z0-9._-]+$',
      maxLength: 249,
    }),
    record_key: Type.Optional(
      Type.Enum([...recordKeys], {
        title: 'Key of records',
        description:
          'host (default): events of a host are in order, in one partition; id: of the event; none: the partitions take turns',
      }),
    ),
    fields: chosenFields('Members of the JSON of records, besides `id` and `forwarded_by`. Default: all'),
    compression: Type.Optional(
      Type.Enum([...kafkaCompressions], { title: 'Compression', description: 'Of records. Default: none' }),
    ),
    tls: Type.Optional(Type.Boolean({ title: 'TLS', description: 'Default: false' })),
    verify_tls: verifyTls,
    ca,
    certificate: pem('Client certificate'),
    key: secret('Key of the client certificate', 65_536),
    sasl: Type.Optional(
      Type.Enum([...saslMechanisms], {
        title: 'SASL',
        description: 'How the user is authenticated. Default: none. With plain, use TLS',
      }),
    ),
    user: Type.Optional(Type.String({ title: 'User', maxLength: 255 })),
    password: secret('Password'),
  },
  { $id: 'KafkaTarget', additionalProperties: false },
)
export type KafkaTarget = Static<typeof KafkaTarget>
