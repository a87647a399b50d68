import type { TriggerExport } from '../../schema/trigger.ts'
import { type SnmpTarget, snmpSecrets } from '../../schema/trigger-parts.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** Members of a trigger that are stored encrypted. */
export interface TriggerSecrets {
  headers?: Record<string, string>
  snmp?: Pick<SnmpTarget, (typeof snmpSecrets)[number]>
}

/** Takes the secrets out of a trigger; names of headers stay. */
export function splitSecrets(given: TriggerExport): { content: TriggerExport; secrets: TriggerSecrets } {
  const { send_webhook_headers: headers, snmp } = given
  const secrets: TriggerSecrets = {}
  const content = { ...given }
  if (headers !== undefined && Object.keys(headers).length > 0) {
    secrets.headers = headers
    content.send_webhook_headers = Object.fromEntries(Object.keys(headers).map(name => [name, '']))
  }
  if (snmp !== undefined && snmp !== null) {
    const { community, auth_password, priv_password, ...shown } = snmp
    content.snmp = shown
    const own = { community, auth_password, priv_password }
    const set = Object.entries(own).filter(([, value]) => value !== undefined && value !== '')
    if (set.length > 0) secrets.snmp = Object.fromEntries(set)
  }
  return { content, secrets }
}

/** Puts the values of headers back, for those who may change the trigger. Secrets of SNMP are never shown. */
export function withHeaders(content: TriggerExport, { headers }: TriggerSecrets): TriggerExport {
  return headers === undefined ? content : { ...content, send_webhook_headers: headers }
}

/** All secrets, for the actions themselves. */
export function withSecrets(content: TriggerExport, secrets: TriggerSecrets): TriggerExport {
  const { snmp } = content
  const shown = withHeaders(content, secrets)
  return snmp ? { ...shown, snmp: { ...snmp, ...secrets.snmp } } : shown
}

/** Secrets of SNMP that a change does not give stay as they were; an empty one is removed. */
export function keepSecrets(given: TriggerExport, before: TriggerSecrets): TriggerExport {
  const { snmp } = given
  if (snmp === undefined || snmp === null) return given
  const kept = snmpSecrets.filter(name => snmp[name] === undefined && before.snmp?.[name] !== undefined)
  return { ...given, snmp: { ...snmp, ...Object.fromEntries(kept.map(name => [name, before.snmp?.[name]])) } }
}

/** Whether SNMP goes to where it went: who changes that of somebody else gives the secrets anew, which would be sent in clear otherwise. */
export function isSameTarget({ snmp: before }: TriggerExport, { snmp: after }: TriggerExport): boolean {
  return before?.host === after?.host && before?.port === after?.port && before?.version === after?.version
}

/** Names of headers alone are no secrets. */
export function hasValues({ headers = {}, snmp }: TriggerSecrets): boolean {
  return snmp !== undefined || Object.values(headers).some(value => value !== '')
}

export function sealSecrets(keyring: Keyring, id: number, secrets: TriggerSecrets): string | null {
  if (secrets.headers === undefined && secrets.snmp === undefined) return null
  return keyring.seal(JSON.stringify(secrets), contextOf(id))
}

/** undefined when the key does not open them. */
export function openSecrets(
  keyring: Keyring,
  { id, sealed }: { id: number; sealed: string | null },
): TriggerSecrets | undefined {
  if (sealed === null) return {}
  const opened = keyring.tryOpen(sealed, contextOf(id))
  // Sealed by sealSecrets.
  return opened === undefined ? undefined : (JSON.parse(opened) as TriggerSecrets)
}

function contextOf(id: number): string {
  return `trigger ${id}`
}
