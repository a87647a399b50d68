import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'

/** A text with variables of the event. */
export const template = (title: string, description: string) =>
  Type.String({ title, description, maxLength: 65_536 })

const timeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$' })

/** When a trigger works: on these days between these times, over midnight when `to` is not after `from`. */
export const ActiveHours = Type.Object(
  {
    timezone: Type.String({ title: 'Time zone', description: 'IANA name', minLength: 1, maxLength: 60 }),
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      title: 'Days',
      description: '1 Monday to 7 Sunday: the days on which the hours begin',
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
    }),
    from: timeOfDay,
    to: timeOfDay,
  },
  { $id: 'ActiveHours', additionalProperties: false },
)
export type ActiveHours = Static<typeof ActiveHours>

/** Formats of the body of a webhook: a template of the trigger, or the format of a service. */
export const webhookFormats = ['template', 'slack', 'teams', 'pagerduty', 'generic'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

const snmpAuthProtocols = ['none', 'sha', 'sha256', 'sha512'] as const
const snmpPrivProtocols = ['none', 'aes', 'aes256'] as const

const secret = (title: string) =>
  Type.Optional(
    Type.String({ title, description: 'Never returned; absent in a change: not changed', maxLength: 255 }),
  )

/** Where a trigger sends its SNMP traps, and how. */
export const SnmpTarget = Type.Object(
  {
    host: Type.String({ title: 'Host', minLength: 1, maxLength: 255 }),
    port: Type.Optional(
      Type.Integer({ title: 'Port', description: 'Default: 162', minimum: 1, maximum: 65_535 }),
    ),
    version: Type.Enum(['v2c', 'v3'], { title: 'Version' }),
    community: secret('Community'),
    user: Type.Optional(Type.String({ title: 'User', maxLength: 32 })),
    auth_protocol: Type.Optional(Type.Enum([...snmpAuthProtocols], { title: 'Authentication' })),
    auth_password: secret('Authentication password'),
    priv_protocol: Type.Optional(Type.Enum([...snmpPrivProtocols], { title: 'Encryption' })),
    priv_password: secret('Encryption password'),
  },
  { $id: 'SnmpTarget', additionalProperties: false },
)
export type SnmpTarget = Static<typeof SnmpTarget>
/** Members of a SnmpTarget that are stored encrypted and never shown. */
export const snmpSecrets = ['community', 'auth_password', 'priv_password'] as const

/** The task that a trigger creates. */
export const TaskTemplate = Type.Object(
  {
    title: Type.Optional(template('Title', 'Default: the name of the trigger and the host')),
    description: Type.Optional(template('Description', 'Default: the message')),
    assigned_to: Type.Optional(
      nullable(Type.Integer(), { title: 'Assigned to', description: 'Id of a user' }),
    ),
    due_after: Type.Optional(
      nullable(Type.Integer({ minimum: 60, maximum: 366 * 86_400 }), {
        title: 'Due after',
        description: 'Seconds',
      }),
    ),
  },
  { $id: 'TaskTemplate', additionalProperties: false },
)
export type TaskTemplate = Static<typeof TaskTemplate>
