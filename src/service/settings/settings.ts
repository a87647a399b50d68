import { statSync } from 'node:fs'
import path from 'node:path'
import { directoryConflicts } from '../../api/auth/ldap/options.ts'
import { PasswordPolicy } from '../../metadata/people/password-policy.ts'
import { expectedValue, readSetting, type SettingValue } from '../../schema/settings/setting-value.ts'
import {
  type SettingKey,
  type Settings,
  settingFileName,
  settingKeys,
  settingName,
  settingSchema,
} from '../../schema/settings/settings.ts'
import { findClosestName } from '../../schema/text/closest-name.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { archiveConflicts } from '../../storage/store/archive/archive-settings.ts'
import { zoneNamed } from '../../time/zone.ts'
import { listenerConflicts } from './configured-listeners.ts'
import { parseYaml, readText } from './yaml-file.ts'

/** An error with all faults of the settings, each with its setting and the expected value. */
export class SettingsError extends Error {
  override name = 'SettingsError' as const
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`Settings are not usable:\n${faults.map(fault => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** The values that one source gives, by name of the setting, without empty ones. */
type GivenValues = ReadonlyMap<string, unknown>

/**
 * Settings with paths, which are resolved against the working directory here. Others are resolved where they
 * are used: `archive` in start-store.ts, the certificates of syslog in configured-listeners.ts.
 */
const pathSettings = [
  'dataDir',
  'httpTlsCert',
  'httpTlsKey',
  'templatesDir',
  'rulesDir',
  'scriptsDir',
  'geoipFile',
  'geoipAsnFile',
  'postgresCa',
  'clickhouseCa',
  'ldapCa',
] as const
const maxConfigBytes = 1_048_576
const maxSecretBytes = 65_536

/**
 * Reads all settings: from the environment, else the YAML file (`--config`), else the defaults. Nothing else
 * reads settings from the environment, except that commands read `commandSettings`. Throws one SettingsError
 * with all faults.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  configFile?: string,
): { settings: Settings; warnings: string[] } {
  const faults: string[] = []
  const sources = [readEnvironment(env)]
  if (configFile !== undefined) sources.push(readConfigFile(configFile, faults))

  const values: Partial<Record<SettingKey, SettingValue>> = {}
  const chosen = new Set<SettingKey>()
  for (const key of settingKeys) {
    const schema = settingSchema(key)
    const given = findGiven(key, sources, faults)
    if (given === undefined && schema.default === undefined) continue
    const value = readSetting(schema, given ?? schema.default)
    if (given !== undefined) chosen.add(key)
    if (value !== undefined) values[key] = value
    else
      faults.push(
        `${settingName(key)} must be ${expectedValue(schema)}${quoteValue(schema['x-secret'], given)}`,
      )
  }

  // Complete except for faults: each value was read by the schema from which Settings is derived.
  const settings = values as unknown as Settings
  for (const key of pathSettings) if (settings[key] !== undefined) settings[key] = path.resolve(settings[key])
  // The default tolerance must not conflict with a shorter retention.
  if (!chosen.has('timeToleranceBack')) {
    settings.timeToleranceBack = Math.min(settings.timeToleranceBack, settings.retentionDays ?? Infinity)
  }
  faults.push(...settingConflicts(settings))
  if (faults.length > 0) throw new SettingsError(faults)
  return { settings, warnings: unknownSettings(sources) }
}

function readEnvironment(env: Readonly<Record<string, string | undefined>>): GivenValues {
  return new Map(Object.entries(env).filter(([name, value]) => name.startsWith('MILLRACE_') && value !== ''))
}

function readConfigFile(file: string, faults: string[]): GivenValues {
  const fault = (reason: string) => {
    faults.push(`The file of --config, ${file}, ${reason}`)
    return new Map<string, unknown>()
  }
  const text = readText(file, maxConfigBytes)
  if ('fault' in text) return fault(text.fault)
  const yaml = parseYaml(text.text, 'YAML')
  if ('fault' in yaml) return fault(yaml.fault)
  const { content } = yaml
  if (content === null) return new Map()
  if (!isObject(content)) {
    return fault('must hold one mapping of names to values, such as MILLRACE_HTTP_PORT: 8080')
  }
  return new Map(Object.entries(content).filter(([, value]) => value !== null && value !== ''))
}

/**
 * The value of the first source that has one. For a secret, a source may give the path of a file instead
 * (`…_FILE`); an empty file counts as not given. Adds faults to `faults`.
 */
function findGiven(key: SettingKey, sources: readonly GivenValues[], faults: string[]): unknown {
  const name = settingName(key)
  const fileName = settingFileName(key)
  for (const source of sources) {
    const plain = source.get(name)
    const file = settingSchema(key)['x-secret'] ? source.get(fileName) : undefined
    let secret: string | undefined
    if (file !== undefined) {
      const text =
        typeof file === 'string' ? readText(file, maxSecretBytes) : { fault: 'is not the path of a file' }
      if ('fault' in text) {
        faults.push(`The file of ${fileName}, ${file}, ${text.fault}`)
        return undefined
      }
      secret = text.text.replace(/\r?\n$/, '') || undefined
    }
    if (secret !== undefined && plain !== undefined) {
      faults.push(`${name} and ${fileName} are both given; only one can be meant`)
      return undefined
    }
    const value = secret ?? plain
    if (value !== undefined) return value
  }
  return undefined
}

/** The end of a fault: the value that was given, truncated. Empty for secrets. */
function quoteValue(secret: boolean | undefined, given: unknown): string {
  if (secret) return ''
  return `, not ${(JSON.stringify(given) ?? String(given)).slice(0, 100)}`
}

/** Conflicts between valid settings. Tolerates missing members, which are faults already. */
function settingConflicts(settings: Settings): string[] {
  const faults: string[] = []
  const { timezone, timeToleranceBack, retentionDays, rulesDir } = settings
  if (timezone !== undefined && zoneNamed(timezone) === undefined) {
    faults.push(`MILLRACE_TIMEZONE must be ${expectedValue(settingSchema('timezone'))}, not "${timezone}"`)
  }
  if (timeToleranceBack > retentionDays) {
    faults.push(
      `MILLRACE_TIME_TOLERANCE_BACK (${timeToleranceBack} days) must not be longer than MILLRACE_RETENTION_DAYS (${retentionDays})`,
    )
  }
  if (rulesDir !== undefined && !statSync(rulesDir, { throwIfNoEntry: false })?.isDirectory()) {
    faults.push(`MILLRACE_RULES_DIR must be a folder, and ${rulesDir} is none`)
  }
  if ((settings.httpTlsCert === undefined) !== (settings.httpTlsKey === undefined)) {
    faults.push('MILLRACE_HTTP_TLS_CERT and MILLRACE_HTTP_TLS_KEY are needed both, or none of them')
  }
  const { oidcIssuer, oidcClientId, publicUrl } = settings
  if (oidcIssuer !== undefined && (oidcClientId === undefined || publicUrl === undefined)) {
    faults.push('MILLRACE_OIDC_ISSUER needs MILLRACE_OIDC_CLIENT_ID and MILLRACE_PUBLIC_URL')
  }
  if (settings.geoipTags?.length > 0 && !settings.geoipFile && !settings.geoipAsnFile) {
    faults.push('MILLRACE_GEOIP_TAGS needs a file in MILLRACE_GEOIP_FILE or MILLRACE_GEOIP_ASN_FILE')
  }
  if (settings.clickhouseUrl?.includes(',') && settings.clickhouseCluster === undefined) {
    faults.push(
      'MILLRACE_CLICKHOUSE_URL must have one address, unless MILLRACE_CLICKHOUSE_CLUSTER names the cluster of several',
    )
  }
  if (settings.clickhouseReplicated && settings.clickhouseCluster === undefined) {
    faults.push('MILLRACE_CLICKHOUSE_REPLICATED needs MILLRACE_CLICKHOUSE_CLUSTER')
  }
  const { adminPassword, passwordMinLength, passwordWords } = settings
  const refusal = adminPassword && new PasswordPolicy(passwordMinLength, passwordWords).refusal(adminPassword)
  if (refusal) faults.push(`MILLRACE_ADMIN_PASSWORD is refused: ${refusal}`)
  return [
    ...faults,
    ...archiveConflicts(settings),
    ...directoryConflicts(settings),
    ...listenerConflicts(settings),
  ]
}

/** Variables of commands: for calling a running Millrace, and the default of `--config`. */
const commandSettings = ['MILLRACE_URL', 'MILLRACE_TOKEN', 'MILLRACE_CONFIG']

/** Warnings about names that are not settings: typing errors, or settings of another version. */
function unknownSettings(sources: readonly GivenValues[]): string[] {
  const known = settingKeys.flatMap(key =>
    settingSchema(key)['x-secret'] ? [settingName(key), settingFileName(key)] : [settingName(key)],
  )
  const names = new Set(sources.flatMap(source => [...source.keys()]))
  return [...names]
    .filter(name => !known.includes(name) && !commandSettings.includes(name))
    .map(name => {
      const meant = findClosestName(name, known)
      const hint = meant === undefined ? '' : `. Did you mean ${meant}?`
      return `${name.slice(0, 100)} is not a setting; ignored${hint}`
    })
}
