import { isDeepStrictEqual } from 'node:util'
import type { AuditDetails } from '../../metadata/audit/pending-entry.ts'
import type { AuditChange } from '../../schema/people/audit.ts'
import { isObject } from '../../schema/text/json-object.ts'

/** Members whose values audit log entries may contain, since they are never secret. */
const harmlessMembers: ReadonlySet<string> = new Set([
  'username',
  'email',
  'is_active',
  'groups',
  'name',
  'title',
  'permissions',
  'hosts',
  'members',
  'external_groups',
  'is_public',
  'is_enabled',
  'is_default',
  'token_type',
  'scope',
  'read_only',
  'networks',
  'expires_at',
  'schedule',
  'emails',
  'host',
  'mark',
  'days',
  'bytes',
  'ts_from',
  'ts_to',
  'field_links',
  'deploy_tag',
  'assigned_to',
  'status',
])
const maxMembers = 50
/** Maximum characters of a value's JSON. */
const maxValueLength = 300

/** Id and title, for the audit log, of the object in an answer; each is absent if the answer has none. */
export function objectOf(answer: unknown): Partial<AuditDetails> {
  if (!isObject(answer)) return {}
  const { id, title, name, username, description, host, query_id } = answer
  const objectId = id ?? query_id ?? host ?? name
  const label = [title, name, username, host, description].find(
    text => typeof text === 'string' && text !== '',
  )
  return {
    ...((typeof objectId === 'number' || typeof objectId === 'string') && { objectId: String(objectId) }),
    ...(typeof label === 'string' && { title: label }),
  }
}

/** The members of a body, with values only for harmless ones. */
export function submittedMembers(body: unknown): AuditChange[] {
  if (!isObject(body)) return []
  return Object.keys(body)
    .slice(0, maxMembers)
    .map(member => ({ member, ...harmlessValue('after', member, body[member]) }))
}

/**
 * The members of a body that changed an object, with values only for harmless ones. A member that answers
 * never contain, such as a password, counts as changed.
 */
export function changedMembers(body: unknown, before: unknown, after: unknown): AuditChange[] {
  if (!isObject(before) || !isObject(after)) return submittedMembers(body)
  return submittedMembers(body)
    .filter(({ member }) => !(member in after) || !isDeepStrictEqual(before[member], after[member]))
    .map(({ member }) => ({
      member,
      ...harmlessValue('before', member, before[member]),
      ...harmlessValue('after', member, after[member]),
    }))
}

function harmlessValue(when: 'before' | 'after', member: string, value: unknown): Partial<AuditChange> {
  if (!harmlessMembers.has(member) || value === undefined) return {}
  return (JSON.stringify(value) ?? '').length > maxValueLength ? {} : { [when]: value }
}
