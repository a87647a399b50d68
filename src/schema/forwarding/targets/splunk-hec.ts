import { type Static, Type } from 'typebox'
import { ca, httpUrl, secret, verifyTls } from './members.ts'

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
