import { type Static, type TSchema, Type } from 'typebox'
import { alertSettings } from './alerts.ts'
import { archiveSettings } from './archive.ts'
import { clickhouseSettings } from './clickhouse.ts'
import { forwardingSettings } from './forwarding.ts'
import { geoipSettings } from './geoip.ts'
import { httpSettings } from './http.ts'
import { ingestSettings } from './ingest.ts'
import { installationSettings } from './installation.ts'
import { ldapSettings } from './ldap.ts'
import { listenerSettings } from './listeners.ts'
import { metadataSettings } from './metadata.ts'
import { nodeSettings } from './node.ts'
import { querySettings } from './queries.ts'
import { reportSettings } from './reports.ts'
import type { SettingFormat } from './setting-types.ts'
import { signInSettings } from './sign-in.ts'

/**
 * Declares every setting once: the reader (src/service/settings/settings.ts) and docs/settings.md use it.
 * `settingName` gives the public names.
 */
const SettingsShape = Type.Object({
  ...httpSettings,
  ...signInSettings,
  ...ldapSettings,
  ...installationSettings,
  ...metadataSettings,
  ...nodeSettings,
  ...listenerSettings,
  ...ingestSettings,
  ...querySettings,
  ...archiveSettings,
  ...clickhouseSettings,
  ...geoipSettings,
  ...reportSettings,
  ...alertSettings,
  ...forwardingSettings,
  logLevel: Type.Enum(['silent', 'error', 'warn', 'info', 'debug', 'trace'], {
    title: 'Minimum level of the log',
    description: 'Millrace logs to standard error: JSON lines, or plain text on a terminal.',
    default: 'info',
  }),
  logPriority: Type.Boolean({
    title: 'Begin each line of the log with its priority, such as `<4>`',
    description:
      'journald reads it from the log of a service, as with the unit of the Debian package: `journalctl -p warning` then has the warnings.',
    default: false,
  }),
  demo: Type.Boolean({
    title: 'Feed generated logs through the syslog port',
    description:
      'The same as `--demo`. The first start also creates triggers for them, a week of history and a dashboard.',
    default: false,
  }),
})

/** The settings as the program uses them, complete and checked. */
export type Settings = Static<typeof SettingsShape>
export type SettingKey = keyof Settings

/** The declaration of a setting, as the reader and docs/settings.md use it. */
export interface SettingSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean'
  enum?: readonly string[]
  'x-choices'?: readonly string[]
  format?: SettingFormat
  title: string
  description?: string
  default?: string | number | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  'x-secret'?: boolean
}

/** All settings in the order of the documents. The type of Object.keys is string[]. */
export const settingKeys = Object.keys(SettingsShape.properties) as SettingKey[]

/** The declaration of one setting. */
export function settingSchema(key: SettingKey): SettingSchema {
  const schema: TSchema = SettingsShape.properties[key]
  // Each property above has a title and only these members; settings.test.ts checks all of them.
  return schema as SettingSchema
}

/** The name of a setting in the environment and in the file: httpPort is MILLRACE_HTTP_PORT. */
export function settingName(key: SettingKey): string {
  return `MILLRACE_${key.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`
}

/** Name under which a secret may also be given, as the path of a file that holds it. */
export function settingFileName(key: SettingKey): string {
  return `${settingName(key)}_FILE`
}
