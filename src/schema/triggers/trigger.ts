import { type Static, Type } from 'typebox'
import { givenFilter } from '../filter/condition.ts'
import { maxNameLength } from '../name-length.ts'
import { lineText, maxUnixSeconds, nullable, UnixSeconds, UserReference } from '../shapes.ts'
import type { ActionKind } from './action-kinds.ts'
import type { TriggerCondition } from './trigger-condition.ts'
import {
  type ActiveHours,
  type SnmpTarget,
  type TaskTemplate,
  template,
  webhookFormats,
} from './trigger-parts.ts'

/** Maximum triggers of an installation. */
export const maxTriggers = 5_000
export const maxImportedTriggers = 1_000

/** Maximum period between two actions of a kind, seconds: a day. */
const maxPeriod = 86_400

const time = (title: string, description: string) =>
  nullable(Type.Number({ minimum: 0, maximum: maxUnixSeconds }), { title, description })
const period = (title: string, seconds: number) =>
  Type.Integer({
    title,
    description: `Minimum seconds between two actions for the same key; the next action reports matches in between. Default: ${seconds}`,
    minimum: 0,
    maximum: maxPeriod,
  })
const flag = (title: string, description?: string) =>
  Type.Boolean({ title, ...(description !== undefined && { description }) })
const groupBy = nullable(Type.String({ minLength: 1, maxLength: maxNameLength }), {
  title: 'Group by',
  description: 'A field or user tag whose values have separate periods and notifications; null: no grouping',
})
const recipients = (title: string, description: string) =>
  Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 254 }), Type.Integer()]), {
    title,
    description,
    maxItems: 50,
  })

const sealed = 'Stored encrypted; users who may not change the trigger see the host of the URL only'

/** Members of the public interface, which other products read too: exports have all of them. */
const shared = {
  name: lineText({ title: 'Name', minLength: 1, maxLength: 255 }),
  filter: givenFilter('Filter', 'Conditions that must all hold; an empty list: every event'),
  is_private: flag('Private', 'Only its owner and holders of manage_triggers see it and its notifications'),
  issue_notification: flag('Notify'),
  mark_known: flag('Set the status', 'To actionable, or with `mark_actionable` false to non-actionable'),
  mark_actionable: flag('Actionable'),
  send_email: flag('Send mail'),
  send_email_template: template(
    'Mail',
    'Header lines, an empty line, the text; empty: a mail with the event',
  ),
  send_webhook: flag('Send a webhook'),
  send_webhook_method: Type.Enum(['GET', 'POST'], { title: 'Method' }),
  send_webhook_url: Type.String({
    title: 'URL',
    description: `http or https; a template. ${sealed}`,
    maxLength: 4_096,
  }),
  send_webhook_template: template('Body', `Template of a JSON body. ${sealed}`),
  send_webhook_ssl_verify: flag('Verify the certificate'),
  exec_script: flag('Run a script'),
  script_path: Type.String({
    title: 'Script',
    description:
      'Name of a file in the scripts folder; of a path, as in files of other products, the last part',
    maxLength: 1_000,
  }),
  add_note: flag('Add a note'),
  note_text: Type.String({ title: 'Note', maxLength: 10_000 }),
  snmp_trap: flag('Send an SNMP trap'),
}

/** Members that only Millrace has: an export has a member where it is not the default. */
const own = {
  is_active: flag('Active'),
  active_since: time('Active from', 'Unix seconds, by the time of receipt; null: from now on'),
  active_until: time('Active until', 'Unix seconds, by the time of receipt; null: without end'),
  active_hours: nullable(Type.Unsafe<ActiveHours>({ $ref: 'ActiveHours#' }), {
    title: 'Active hours',
    description: 'null: always',
  }),
  stop_flag: flag(
    'Stop',
    'After a match, later triggers of the same owner do not see the event; triggers of all users if the owner holds manage_triggers',
  ),
  on_repeats: Type.Enum(['first', 'each'], {
    title: 'Repeats',
    description: 'first: an event matches once; each: its repeats match too',
  }),
  condition: nullable(Type.Unsafe<TriggerCondition>({ $ref: 'TriggerCondition#' }), {
    title: 'Condition',
    description: 'null: each matching event',
  }),
  group_by: groupBy,
  send_email_to: recipients('Mail to', 'Addresses and ids of users; empty: the owner'),
  send_email_period: period('Time between mails', 60),
  send_webhook_format: Type.Enum([...webhookFormats], {
    title: 'Format',
    description: 'template: the body as given; other formats define the body',
  }),
  send_webhook_query: template('Query', `Template of the query string of the URL. ${sealed}`),
  send_webhook_headers: Type.Record(
    Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" }),
    Type.String({ maxLength: 4_096, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
    {
      title: 'Headers',
      description: 'Stored encrypted; shown only to users who may change the trigger',
      maxProperties: 50,
      additionalProperties: false,
    },
  ),
  send_webhook_period: period('Time between webhooks', 10),
  exec_script_period: period('Time between scripts', 1),
  snmp: nullable(Type.Unsafe<SnmpTarget>({ $ref: 'SnmpTarget#' }), {
    title: 'SNMP',
    description: 'null: MILLRACE_SNMP_TARGET',
  }),
  create_task: flag('Create a task'),
  task_template: nullable(Type.Unsafe<TaskTemplate>({ $ref: 'TaskTemplate#' }), { title: 'Task' }),
  escalate_after: nullable(Type.Integer({ minimum: 60, maximum: 30 * 86_400 }), {
    title: 'Escalate after',
    description: 'Seconds for which a notification may stay unread before it is escalated; null: never',
  }),
  escalate_to: recipients('Escalate to', 'Addresses and ids of users'),
}

const settable = { ...shared, ...own }
const Settable = Type.Object(settable)

/** The members of a trigger that a client sets, all of them. */
export type TriggerContent = Static<typeof Settable>

/** Values of absent members. `name` and `filter` are never absent. */
export const triggerDefaults: Readonly<Omit<TriggerContent, 'name' | 'filter'>> = {
  is_private: false,
  issue_notification: true,
  mark_known: false,
  mark_actionable: true,
  send_email: false,
  send_email_template: '',
  send_webhook: false,
  send_webhook_method: 'GET',
  send_webhook_url: '',
  send_webhook_template: '',
  send_webhook_ssl_verify: true,
  exec_script: false,
  script_path: '',
  add_note: false,
  note_text: '',
  snmp_trap: false,
  is_active: true,
  active_since: null,
  active_until: null,
  active_hours: null,
  stop_flag: false,
  on_repeats: 'first',
  condition: null,
  group_by: null,
  send_email_to: [],
  send_email_period: 60,
  send_webhook_format: 'template',
  send_webhook_query: '',
  send_webhook_headers: {},
  send_webhook_period: 10,
  exec_script_period: 1,
  snmp: null,
  create_task: false,
  task_template: null,
  escalate_after: null,
  escalate_to: [],
}

/** Names of the members of the public interface, which every export of a trigger made here has. */
export const sharedMembers: readonly string[] = Object.keys(shared)

const moment = (description: string) =>
  nullable(Type.Number(), { description: `Unix seconds; ${description}` })

/** A trigger, as the API shows it to one reader. */
export const Trigger = Type.Object(
  {
    id: Type.Integer(),
    snapshot_id: Type.Integer({ description: 'Incremented by each change' }),
    owner: UserReference,
    order: nullable(Type.Integer(), { description: 'Position in the order of matching, from 1' }),
    ...settable,
    read_only: Type.Boolean({ description: 'Whether the caller may not change it' }),
    has_snmp_secrets: Type.Boolean({ description: 'Whether an SNMP community or SNMP passwords are stored' }),
    hits_count: nullable(Type.Integer(), {
      description: 'Number of matching events; null for readers who see only some hosts and do not own it',
    }),
    fires_count: nullable(Type.Integer(), {
      description:
        'How often it fired; without a condition, once for each match; null if `hits_count` is null',
    }),
    last_matched: moment('null: never, or where `hits_count` is null'),
    last_issued: moment('the last notification of hosts that the reader sees; null: never'),
    notifications_count: Type.Integer({ description: 'Notifications of hosts that the reader may see' }),
    unread_count: Type.Integer({
      description: 'Unread notifications of hosts that the reader may see',
    }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { $id: 'Trigger', additionalProperties: false },
)
export type Trigger = Static<typeof Trigger>

/** Body that creates a trigger, or replaces one: absent members take their defaults. */
export const TriggerDraft = Type.Object(
  { ...Type.Partial(Settable).properties, name: shared.name, filter: shared.filter },
  { $id: 'TriggerDraft', additionalProperties: false },
)
export type TriggerDraft = Static<typeof TriggerDraft>

/** A trigger for a dry run or a preview: absent members take their defaults, name and filter too. */
export const UnsavedTrigger = Type.Partial(TriggerDraft, {
  description: 'A trigger, which need not be stored or have a name',
  additionalProperties: false,
})

/** Body that changes a trigger; absent members stay. */
export const TriggerPatch = Type.Partial(TriggerDraft, { $id: 'TriggerPatch', additionalProperties: false })
export type TriggerPatch = Static<typeof TriggerPatch>

/** A trigger in a file, without id and owner: members as they were given. */
export const TriggerExport = Type.Object(
  { ...Type.Partial(Settable).properties, name: shared.name, filter: shared.filter },
  {
    $id: 'TriggerExport',
    description: 'Imported content is exported unchanged, including members that this version does not know',
    additionalProperties: true,
  },
)
export type TriggerExport = Static<typeof TriggerExport> & Record<string, unknown>

/** The result of one trigger of an import. */
export const TriggerImport = Type.Object(
  {
    name: Type.String(),
    result: Type.Enum(['imported', 'duplicate'], {
      description: 'duplicate: skipped, because an equal trigger with this name exists',
    }),
    trigger_id: Type.Integer({ description: 'Id of the new trigger, or of the existing one' }),
    notes: Type.Array(Type.String(), {
      description: 'Differences from the file: missing scripts, members without effect',
    }),
  },
  { $id: 'TriggerImport', additionalProperties: false },
)
export type TriggerImport = Static<typeof TriggerImport>

/** Body that moves a trigger in the order of matching: exactly one member, which the route checks. */
export const TriggerMove = Type.Object(
  {
    before: Type.Optional(Type.Integer({ description: 'Id of a trigger' })),
    after: Type.Optional(Type.Integer({ description: 'Id of a trigger' })),
    position: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxTriggers, description: 'New position, from 1' }),
    ),
  },
  { $id: 'TriggerMove', additionalProperties: false },
)
export type TriggerMove = Static<typeof TriggerMove>

/** Body that copies a trigger. */
export const TriggerClone = Type.Object(
  { name: Type.Optional(settable.name) },
  { $id: 'TriggerClone', additionalProperties: false },
)

/** The member that switches each action on. */
export const actionFlags = {
  status: 'mark_known',
  note: 'add_note',
  notification: 'issue_notification',
  email: 'send_email',
  webhook: 'send_webhook',
  script: 'exec_script',
  snmp: 'snmp_trap',
  task: 'create_task',
} as const satisfies Record<ActionKind, keyof TriggerContent>

export const triggerOrderFields = [
  'order',
  'id',
  'name',
  'created_at',
  'updated_at',
  'hits_count',
  'last_matched',
  'last_issued',
  'unread_count',
] as const
export type TriggerOrderField = (typeof triggerOrderFields)[number]
