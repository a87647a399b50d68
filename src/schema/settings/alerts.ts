import { Type } from 'typebox'
import { optionalPath, secret } from './setting-types.ts'

/** Settings of the actions of triggers. */
export const alertSettings = {
  webhookAllow: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'hosts',
    title: 'Networks and hosts that webhooks and SNMP traps may reach although they are not public',
    description:
      'Addresses, networks (10.1.0.0/16) and host names, separated by commas. Private, loopback, link-local and metadata addresses are refused otherwise, and ports of this service always. See [triggers-actions.md](triggers-actions.md).',
    default: '',
  }),
  snmpTarget: Type.Optional(
    Type.String({
      title: 'Where SNMP traps of triggers without a target go',
      description:
        'snmp://community@host:162, as SNMP v2c; write special characters as a percent sign and two hexadecimal digits. A trigger may have its own target, also for SNMP v3.',
      format: 'snmp-address',
      maxLength: 1_000,
      ...secret,
    }),
  ),
  scriptsDir: optionalPath(
    'Folder of scripts that triggers may run',
    'Only executable files that are not hidden. Anyone who can write here can run programs as the user of the service. Relative to the working directory. Default: `scripts` in the data folder.',
  ),
  actionRetention: Type.Integer({
    title: 'Retention of the history of actions, days',
    description: 'Waiting and running actions are never deleted.',
    default: 30,
    minimum: 1,
    maximum: 3_650,
  }),
  actionMax: Type.Integer({
    title: 'Maximum actions in the history',
    description:
      'The newest ones are kept. An action takes some kilobytes of the metadata file, and up to 64 KiB more for the output of a script.',
    default: 100_000,
    minimum: 1_000,
    maximum: 10_000_000,
  }),
}
