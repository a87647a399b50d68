import type { ActionKind } from '../../../schema/triggers/action-kinds.ts'
import type { TriggerCondition } from '../../../schema/triggers/trigger-condition.ts'

const actionNames: Record<ActionKind, string> = {
  notification: 'Notification',
  email: 'E-mail',
  webhook: 'Webhook',
  status: 'Status',
  note: 'Note',
  task: 'Task',
  script: 'Script',
  snmp: 'SNMP trap',
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)
const triggerCount = (count: number) => (count === 1 ? '1 trigger' : `${count} triggers`)
const forEach = (by: string | undefined) => (by === undefined ? '' : ` for one ${by}`)
const days = (count: number) => (count === 1 ? 'day' : `${count} days`)

/** Words for the sentence of a condition: field names and durations for display. */
export interface ConditionWords {
  field?: string
  by?: string | undefined
  within?: string
  followedBy?: string
}

/** Texts of the list of triggers. */
export const triggerTexts = {
  title: 'Triggers',
  views: { triggers: 'Triggers', history: 'History', silences: 'Silences' },
  viewsLabel: 'Views of triggers',
  create: 'New trigger',
  import: 'Import',
  importing: 'Importing…',
  exportShown: 'Export',
  shows: {
    all: 'All',
    mine: 'Mine',
    on: 'On',
    off: 'Off',
  },
  showLabel: 'Show',
  search: 'Search in triggers',
  searchHint: 'Name, conditions, addresses',
  anyAction: 'Any action',
  actionLabel: 'With the action',
  sort: 'Sort by',
  sorts: {
    order: 'Order of matching',
    matched: 'Last match',
    hits: 'Most matches',
    unread: 'Most unread',
    changed: 'Last changed',
    name: 'Name',
  },
  count: (count: number, text: string) => (count === 1 ? '1 trigger' : `${text} triggers`),
  failed: 'Triggers cannot be loaded',
  emptyTitle: 'No triggers yet',
  empty: 'A trigger watches arriving events, and notifies you, sends a mail or a webhook, or runs a script.',
  noMatchTitle: 'No trigger matches these filters',
  showAll: 'Show all triggers',
  orderHint: 'Evaluated from the top. Drag a trigger by its number, or use the arrow keys on the number.',

  columns: {
    order: 'Order',
    active: 'On',
    trigger: 'Trigger',
    actions: 'Runs',
    matches: 'Matches',
    last: 'Last match',
    owner: 'Owner',
    menu: 'Actions',
  },
  moveLabel: (name: string, place: number) => `Move ${name}, now at position ${place}: arrow keys`,
  place: (name: string, place: number) => `Position of ${name}: ${place}`,
  switchLabel: (name: string) => `${name} is on`,
  turnedOn: (name: string) => `“${name}” is on`,
  turnedOff: (name: string) => `“${name}” is off`,
  movedTo: (name: string, place: number) => `“${name}” is at position ${place}`,
  private: 'Private',
  privateHint: 'Only its owner and people who manage triggers see it',
  stops: 'Stops later triggers',
  stopsHint: 'After a match, later triggers do not see the event',
  notNow: 'Not active now',
  notNowHint: 'Before its start or after its end',
  never: 'Never',
  hidden: 'Hidden',
  hiddenHint: 'Matches are counted for all hosts, but you see only some of them.',
  unread: (count: number, text: string) => (count === 1 ? '1 unread' : `${text} unread`),
  noActions: 'None',
  actionNames,
  everyEvent: 'Every event',
  and: ' and ',
  moreConditions: (count: number) => `${count} more`,
  menu: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  view: 'View',
  clone: 'Copy',
  cloned: (name: string) => `Copied as “${name}”. The copy is off.`,
  exportOne: 'Export',
  findEvents: 'Show events',
  notifications: 'Notifications',
  history: 'Action history',
  top: 'Move to the top',
  up: 'Move up',
  down: 'Move down',
  bottom: 'Move to the bottom',
  silence: (length: string) => `Silence for ${length}`,
  delete: 'Delete',
  deleteTitle: 'Delete trigger?',
  deleteText: (name: string) =>
    `“${name}” and its notifications will be deleted for everybody. Matched events are kept.`,
  deleted: (name: string) => `Deleted “${name}”`,

  importTitle: 'Import',
  importDone: (imported: number, skipped: number) =>
    (imported === 0 ? 'Nothing was imported' : triggerCount(imported)) +
    (skipped === 0 ? '' : `; ${skipped} already existed`),
  importImported: 'Imported',
  importDuplicate: 'Already exists',
  importTooLarge: (file: string, megabytes: number) => `${file} is larger than ${megabytes} MB.`,
  importSyntax: (file: string, detail: string) => `${file} is neither JSON nor YAML. ${detail}`,
  importRefused: (file: string, reason: string) => `${file}: ${reason}`,
  importActive: 'Imported triggers are active immediately, at the top of the order.',
  close: 'Close',

  /** When matching events fire a trigger, as part of a sentence. */
  condition: (condition: TriggerCondition, { field, by, within, followedBy }: ConditionWords): string => {
    switch (condition.kind) {
      case 'count':
        return `${times(condition.count)} within ${within}${forEach(by)}`
      case 'distinct':
        return `${condition.count} different values of ${field} within ${within}${forEach(by)}`
      case 'first_seen':
        return `a value of ${field} that was not seen in the last ${days(condition.days)}`
      case 'absence':
        return `no match for ${within}${forEach(by)}`
      case 'pair':
        return condition.expect === 'follows'
          ? `then ${followedBy} within ${within}${forEach(by)}`
          : `no ${followedBy} within ${within}${forEach(by)}`
      case 'rate':
        return condition.factor >= 1
          ? `at least ${condition.factor} times as many within ${within} as on the ${days(condition.days)} before`
          : `at most ${condition.factor} times as many within ${within} as on the ${days(condition.days)} before`
      case 'new_template':
        return 'a message pattern that was never seen before'
    }
  },
} as const
