// Secrets of triggers: taken out of the content, encrypted for the row, and put back.

import type { TriggerExport } from '../../schema/triggers/trigger.ts'
import { type SnmpTarget, snmpSecrets } from '../../schema/triggers/trigger-parts.ts'
import type { Keyring } from '../secrets/keyring.ts'

/**
 * Members of a webhook that hold secrets: the path of the URL (Slack, Teams), its query, and the body
 * (PagerDuty).
 */
const webhookSecrets = ['send_webhook_url', 'send_webhook_query', 'send_webhook_template'] as const

/** Members of a trigger that are stored encrypted. */
export interface TriggerSecrets {
  webhook?: Partial<Record<(typeof webhookSecrets)[number], string>>
  headers?: Record<string, string>
  snmp?: Pick<SnmpTarget, (typeof snmpSecrets)[number]>
}

/** Takes the secrets out of a trigger; the host of the webhook and names of headers stay. */
export function splitSecrets(given: TriggerExport): { content: TriggerExport; secrets: TriggerSecrets } {
  const { send_webhook_headers: headers, snmp } = given
  const secrets: TriggerSecrets = {}
  const content = { ...given }
  for (const member of webhookSecrets) {
    const text = given[member]
    const shown = member === 'send_webhook_url' ? hostUrlOf(text ?? '') : ''
    if (text === undefined || text === shown) continue
    secrets.webhook = { ...secrets.webhook, [member]: text }
    content[member] = shown
  }
  if (headers !== undefined && Object.keys(headers).length > 0) {
    secrets.headers = headers
    content.send_webhook_headers = Object.fromEntries(Object.keys(headers).map(name => [name, '']))
  }
  if (snmp !== undefined && snmp !== null) {
    const { community, auth_password, priv_password, ...shown } = snmp
    content.snmp = shown
    const values = { community, auth_password, priv_password }
    const nonEmpty = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
    if (nonEmpty.length > 0) secrets.snmp = Object.fromEntries(nonEmpty)
  }
  return { content, secrets }
}

/**
 * Scheme and host of a URL, with the port but without user and password: `https://hooks.example:8443` of
 * `https://user:pass@hooks.example:8443/T0/x?y`. '' if the text does not begin like that. Does not parse the
 * URL, since it may contain placeholders.
 */
function hostUrlOf(url: string): string {
  const [, scheme = '', authority = ''] = /^\s*(https?:\/\/)([^/?#\\\s]+)/i.exec(url) ?? []
  return authority === '' ? '' : `${scheme}${authority.slice(authority.lastIndexOf('@') + 1)}`
}

/** Adds secrets of the webhook, for viewers who may change the trigger. SNMP secrets are never shown. */
export function withWebhook(content: TriggerExport, { webhook, headers }: TriggerSecrets): TriggerExport {
  return { ...content, ...webhook, ...(headers && { send_webhook_headers: headers }) }
}

/** Adds all secrets, for the actions themselves. */
export function withSecrets(content: TriggerExport, secrets: TriggerSecrets): TriggerExport {
  const { snmp } = content
  const shown = withWebhook(content, secrets)
  return snmp ? { ...shown, snmp: { ...snmp, ...secrets.snmp } } : shown
}

/** Adds the previous secrets of SNMP that a change does not contain. An empty text in it removes a secret. */
export function keepSecrets(given: TriggerExport, before: TriggerSecrets): TriggerExport {
  const { snmp } = given
  if (snmp === undefined || snmp === null) return given
  const keptNames = snmpSecrets.filter(name => snmp[name] === undefined && before.snmp?.[name] !== undefined)
  return {
    ...given,
    snmp: { ...snmp, ...Object.fromEntries(keptNames.map(name => [name, before.snmp?.[name]])) },
  }
}

/**
 * Whether a change keeps the secrets of SNMP, which are never shown. They stay only if the host stays, since
 * another host would get them. Unless the owner makes the change, the port and version must stay too.
 */
export function keepsSnmpSecrets(
  { snmp: before }: TriggerExport,
  { snmp: after }: TriggerExport,
  isOwner: boolean,
): boolean {
  if (before?.host !== after?.host) return false
  return isOwner || (before?.port === after?.port && before?.version === after?.version)
}

/** Whether there is any secret. Headers without values are not secret. */
export function hasValues({ webhook, headers = {}, snmp }: TriggerSecrets): boolean {
  return webhook !== undefined || snmp !== undefined || Object.values(headers).some(value => value !== '')
}

/** The secrets of a trigger, encrypted for the row with this id; null without secrets. */
export function sealSecrets(keyring: Keyring, id: number, secrets: TriggerSecrets): string | null {
  if (Object.keys(secrets).length === 0) return null
  return keyring.seal(JSON.stringify(secrets), contextOf(id))
}

/** The secrets of a trigger; undefined if the instance key does not open them. */
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
