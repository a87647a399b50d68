import { type Static, Type } from 'typebox'

const secret = (title: string, maxLength = 1_000) =>
  Type.Optional(
    Type.String({
      title,
      description: 'Never returned; absent in a change: not changed; empty: removed',
      maxLength,
    }),
  )

const pem = (title: string) => Type.Optional(Type.String({ title, description: 'PEM', maxLength: 65_536 }))

const verifyTls = Type.Optional(
  Type.Boolean({ title: 'Verify the certificate', description: 'Default: true' }),
)
const ca = pem('Certificate authority')
const httpUrl = Type.String({ title: 'URL', pattern: '^https?://[^\\s]+$', maxLength: 2_000 })

const syslogTransports = ['udp', 'tcp', 'tls'] as const
export const syslogProtocols = ['rfc5424', 'bsd'] as const
const syslogFramings = ['octet_count', 'newline'] as const

/** A syslog server. */
export const SyslogTarget = Type.Object(
  {
    host: Type.String({ title: 'Host', minLength: 1, maxLength: 255 }),
    port: Type.Integer({ title: 'Port', minimum: 1, maximum: 65_535 }),
    transport: Type.Optional(
      Type.Enum([...syslogTransports], { title: 'Transport', description: 'Default: tcp' }),
    ),
    protocol: Type.Optional(
      Type.Enum([...syslogProtocols], {
        title: 'Format',
        description: 'rfc5424 (default) carries tags and the id of the event; bsd is RFC 3164, in UTC',
      }),
    ),
    framing: Type.Optional(
      Type.Enum([...syslogFramings], {
        title: 'Framing',
        description:
          'RFC 6587, over tcp and tls: octet_count (default) keeps line breaks of messages; newline replaces them by spaces',
      }),
    ),
    verify_tls: verifyTls,
    ca,
    certificate: pem('Client certificate'),
    key: secret('Key of the client certificate', 65_536),
  },
  { $id: 'SyslogTarget', additionalProperties: false },
)
export type SyslogTarget = Static<typeof SyslogTarget>

/** A server that accepts events as JSON lines. */
export const HttpTarget = Type.Object(
  {
    url: httpUrl,
    authorization: secret('Authorization header'),
    compress: Type.Optional(
      Type.Boolean({ title: 'Compress', description: 'Sends bodies with gzip. Default: false' }),
    ),
    verify_tls: verifyTls,
    ca,
  },
  { $id: 'HttpTarget', additionalProperties: false },
)
export type HttpTarget = Static<typeof HttpTarget>

/** An HTTP Event Collector of Splunk. */
export const SplunkHecTarget = Type.Object(
  {
    url: httpUrl,
    token: secret('Token'),
    index: Type.Optional(Type.String({ title: 'Index', maxLength: 255 })),
    source: Type.Optional(Type.String({ title: 'Source', maxLength: 255 })),
    sourcetype: Type.Optional(
      Type.String({ title: 'Source type', description: 'Default: the program of the event', maxLength: 255 }),
    ),
    acknowledge: Type.Optional(
      Type.Boolean({
        title: 'Wait for acknowledgements',
        description: 'The token must have indexer acknowledgement enabled. Default: false',
      }),
    ),
    verify_tls: verifyTls,
    ca,
  },
  { $id: 'SplunkHecTarget', additionalProperties: false },
)
export type SplunkHecTarget = Static<typeof SplunkHecTarget>

export const fileFormats = ['json', 'tsv'] as const
const fileCompressions = ['none', 'gzip', 'zstd'] as const

/** Fields of a line of text separated by tabs. A tag is `tag.` and its name. */
export const defaultFields = [
  'first_occurrence',
  'host',
  'program',
  'severity',
  'counter',
  'message',
] as const

/** A file on the machine of the service, in the folder `forwarded` of its data folder. */
export const FileTarget = Type.Object(
  {
    name: Type.String({
      title: 'Name of the file',
      description: 'In the folder `forwarded` of the data folder',
      pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*$',
      maxLength: 100,
    }),
    format: Type.Optional(
      Type.Enum([...fileFormats], {
        title: 'Format',
        description: 'json (default): a JSON object a line; tsv: fields separated by tabs',
      }),
    ),
    fields: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        title: 'Fields',
        description: `Fields of a tsv line; a tag is tag.NAME. Default: ${defaultFields.join(', ')}`,
        minItems: 1,
        maxItems: 100,
      }),
    ),
    rotate_seconds: Type.Optional(
      Type.Integer({
        title: 'Rotate after',
        description: 'Seconds. Default: 86400',
        minimum: 60,
        maximum: 31_622_400,
      }),
    ),
    rotate_mb: Type.Optional(
      Type.Integer({
        title: 'Rotate at',
        description: 'Megabytes. Default: 100',
        minimum: 1,
        maximum: 100_000,
      }),
    ),
    keep_files: Type.Optional(
      Type.Integer({ title: 'Rotated files kept', description: 'Default: 30', minimum: 1, maximum: 10_000 }),
    ),
    compression: Type.Optional(
      Type.Enum([...fileCompressions], {
        title: 'Compression',
        description: 'Of rotated files. Default: gzip',
      }),
    ),
  },
  { $id: 'FileTarget', additionalProperties: false },
)
export type FileTarget = Static<typeof FileTarget>

/** The kinds of destinations. A forwarder has exactly one of these members, which says where events go. */
export const targets = {
  syslog: SyslogTarget,
  http: HttpTarget,
  splunk_hec: SplunkHecTarget,
  file: FileTarget,
} as const
export type TargetKind = keyof typeof targets

/** A destination: its kind and settings. */
export type Target = { [Kind in TargetKind]: { kind: Kind } & Static<(typeof targets)[Kind]> }[TargetKind]

/** Members of each kind that are stored encrypted and never returned. */
export const targetSecrets = {
  syslog: ['key'],
  http: ['authorization'],
  splunk_hec: ['token'],
  file: [],
} as const satisfies Record<TargetKind, readonly string[]>
