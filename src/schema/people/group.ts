import { type Static, Type } from 'typebox'
import { lineText } from '../shapes.ts'

/** Permissions, which users get from their groups. A user marked as administrator has all of them. */
export const permissions = [
  'manage_dashboards',
  'manage_widgets',
  'manage_tasks',
  'manage_queries',
  'manage_users',
  'manage_triggers',
  'manage_reports',
  'manage_rules',
  'audit',
  'manage_retention',
  'manage_forwarders',
  'search',
  'sql',
  'notifications',
  'triggers',
  'reports',
  'tasks',
] as const
export type Permission = (typeof permissions)[number]

const settable = {
  name: lineText({ title: 'Name', minLength: 1, maxLength: 150 }),
  description: Type.String({ title: 'Description', maxLength: 1_000 }),
  permissions: Type.Array(Type.Enum([...permissions]), { title: 'Permissions', uniqueItems: true }),
  hosts: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    title: 'Hosts',
    description: 'Patterns with * and ?; * alone is every host',
    maxItems: 1_000,
  }),
  members: Type.Array(Type.Integer(), { title: 'Members', description: 'Ids of users', maxItems: 10_000 }),
  external_groups: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    title: 'Directory groups',
    description:
      'Names of groups at the provider or in the directory. At each sign-in, users in one of them become members, and users in none of them stop being members',
    maxItems: 100,
  }),
}

/** Users with the same permissions and visible hosts. */
export const Group = Type.Object(
  { id: Type.Integer(), ...settable },
  { $id: 'Group', additionalProperties: false },
)
export type Group = Static<typeof Group>

/** Body that creates a group. */
export const GroupDraft = Type.Object(
  { ...Type.Partial(Type.Object(settable)).properties, name: settable.name },
  { $id: 'GroupDraft', additionalProperties: false },
)
export type GroupDraft = Static<typeof GroupDraft>

/** Body that changes a group; absent members stay. */
export const GroupPatch = Type.Partial(GroupDraft, { $id: 'GroupPatch', additionalProperties: false })
export type GroupPatch = Static<typeof GroupPatch>

/** Fields that a list of groups can be ordered by: name in any letter case. */
export const groupOrderFields = ['id', 'name'] as const
export type GroupOrderField = (typeof groupOrderFields)[number]
