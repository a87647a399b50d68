import { isDeepStrictEqual } from 'node:util'
import type { AuditCopy } from '../../metadata/audit/audit-log.ts'
import type { Metadata } from '../../metadata/open.ts'
import type { AuditChange } from '../../schema/people/audit.ts'
import { readSetting } from '../../schema/settings/setting-value.ts'
import { type Settings, settingKeys, settingName, settingSchema } from '../../schema/settings/settings.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { Log } from '../../telemetry/log.ts'

/**
 * Records the start of the service in the audit log, with the settings that changed since the previous start;
 * at the first start, with the settings that are not the default. For secrets it stores only whether they are
 * set. `node`: the number of this node if there are several, since each has its own settings.
 */
export async function recordStart(
  { audit, facts }: Pick<Metadata, 'audit' | 'facts'>,
  settings: Settings,
  version: string,
  node: number | undefined,
): Promise<void> {
  const fact = node === undefined ? 'settings_of_last_start' : `settings_of_last_start_${node}`
  const current = storedSettings(settings)
  const before = await facts.get(fact)
  // An update may have added settings: before it, they had their default.
  const changes = changedSettings({ ...defaultSettings(), ...(isObject(before) ? before : {}) }, current)
  const actor = { user: null, name: 'millrace', credential: 'service', address: '' } as const
  const entry = audit.begin(actor, { action: 'start', object: 'service', title: version, changes })
  await audit.run(entry, () => facts.set(fact, current))
}

/** Copies entries of the audit log to our own log, at any level. */
export function auditLines(log: Log): AuditCopy {
  const lines = log.child({ room: 'audit' }, { level: 'info' })
  return entry => lines.info(entry, `${entry.action} ${entry.object}: ${entry.result}`)
}

/** All settings by name, as the next start reads them from the metadata. */
function storedSettings(settings: Settings): Record<string, unknown> {
  const values = settingKeys.map(key => {
    const value = settings[key]
    return [settingName(key), settingSchema(key)['x-secret'] === true ? value !== undefined : (value ?? null)]
  })
  return JSON.parse(JSON.stringify(Object.fromEntries(values)))
}

function defaultSettings(): Record<string, unknown> {
  const values = settingKeys.map(key => {
    const schema = settingSchema(key)
    const value = schema.default === undefined ? null : readSetting(schema, schema.default)
    return [settingName(key), schema['x-secret'] === true ? false : (value ?? null)]
  })
  return Object.fromEntries(values)
}

function changedSettings(earlier: Record<string, unknown>, after: Record<string, unknown>): AuditChange[] {
  return Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(earlier[name] ?? null, value))
    .map(([member, value]) => ({ member, before: earlier[member] ?? null, after: value }))
}
