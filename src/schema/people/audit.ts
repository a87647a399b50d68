import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** What was done. `start`: the start of the service; `rotate`: the rotation of the instance key. */
export const auditActions = [
  'login',
  'logout',
  'create',
  'update',
  'delete',
  'import',
  'export',
  'run',
  'reload',
  'send',
  'start',
  'rotate',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Types of the objects that actions concern. */
export const auditObjects = [
  'archived_day',
  'session',
  'user',
  'group',
  'token',
  'dashboard',
  'widget',
  'template',
  'saved_search',
  'trigger',
  'silence',
  'notification',
  'trigger_action',
  'rule_file',
  'retention',
  'page_settings',
  'legal_hold',
  'forwarder',
  'report',
  'report_schedule',
  'task',
  'event_note',
  'host',
  'mail',
  'events',
  'sql',
  'audit_log',
  'service',
  'instance_key',
  'node',
] as const
export type AuditObject = (typeof auditObjects)[number]

/**
 * ok: done. refused: the caller may not do it, or could not be authenticated. failed: it did not succeed, or
 * not wholly.
 */
export const auditResults = ['ok', 'refused', 'failed'] as const
export type AuditResult = (typeof auditResults)[number]

/**
 * How the user was authenticated: `command_line` is a command on the data folder, `service` the service
 * itself.
 */
const credentialKinds = ['session', 'token', 'command_line', 'service', 'none'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** A member that changed. Only harmless members have values; others, above all secrets, have only a name. */
export const AuditChange = Type.Object(
  {
    member: Type.String(),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)
export type AuditChange = Static<typeof AuditChange>

/** An entry of the audit log: who did what to which object, and whether it succeeded. */
export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    at: UnixSeconds,
    last_at: {
      ...UnixSeconds,
      description: 'Time of the last refusal, if the entry represents several equal ones',
    },
    count: Type.Integer({ description: 'Number of equal refusals that the entry represents' }),
    user_id: nullable(Type.Integer(), { description: 'null: not a user of this service' }),
    username: Type.String({
      description: 'Username at that time; for a command, the user of the operating system who ran it',
    }),
    credential: Type.Enum([...credentialKinds]),
    credential_id: nullable(Type.String(), { description: 'Id of the session or token' }),
    address: Type.String({ description: 'Address of the caller; empty: this machine' }),
    action: Type.Enum([...auditActions]),
    object: Type.Enum([...auditObjects]),
    object_id: nullable(Type.String()),
    title: Type.String({ description: 'Name of the object, as it was then' }),
    changes: Type.Array(AuditChange),
    result: Type.Enum([...auditResults]),
  },
  { $id: 'AuditEntry', additionalProperties: false },
)
export type AuditEntry = Static<typeof AuditEntry>
