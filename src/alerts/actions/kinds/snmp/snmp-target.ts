import { SnmpTargetError, snmpUser } from '../../../../outgoing/snmp/snmp-user.ts'
import type { SnmpTarget } from '../../../../schema/triggers/trigger-parts.ts'
import { TemplateError } from '../../templates/template-error.ts'

/** Throws a TemplateError if the target cannot be saved. */
export function checkSnmpTarget(target: SnmpTarget): void {
  if (/[\s/@[\]]/.test(target.host)) throw new TemplateError('The host is a name or an address.')
  if (target.version === 'v2c') return
  try {
    snmpUser(target)
  } catch (error) {
    if (error instanceof SnmpTargetError) throw new TemplateError(error.message)
    throw error
  }
}

/** Parses snmp://community@host:port. The setting is already validated. */
export function parseSnmpTarget(text: string): SnmpTarget {
  const { hostname, port, username } = new URL(text)
  return {
    // A URL has IPv6 addresses in brackets.
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    version: 'v2c',
    community: decodeURIComponent(username),
  }
}
