import { type Static, Type } from 'typebox'
import { httpMembers, httpUrl } from './members.ts'

/** Grafana Loki, or another server with its push interface. */
export const LokiTarget = Type.Object(
  {
    url: httpUrl,
    tenant: Type.Optional(
      Type.String({
        title: 'Tenant',
        description: 'Sent as X-Scope-OrgID',
        pattern: '^[\\x21-\\x7e]+$',
        maxLength: 150,
      }),
    ),
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        title: 'Labels',
        description:
          'Names of tags that become labels, beside host, service_name and level. Choose tags with few values',
        maxItems: 10,
      }),
    ),
    ...httpMembers,
  },
  { $id: 'LokiTarget', additionalProperties: false },
)
export type LokiTarget = Static<typeof LokiTarget>
