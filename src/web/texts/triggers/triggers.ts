import type { ActionKind } from '../../../schema/triggers/trigger.ts'
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
  viewsLabel: 'Parts of triggers',
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
  empty:
    'A trigger watches every event that arrives. When events match, it notifies you, sends a mail or a webhook, runs a script, or sets a status.',
  emptyHint: 'The quickest way is a search: find the events, then press “Create trigger”.',
  openSearch: 'Open the search',
  noMatchTitle: 'No trigger matches',
  noMatch: 'Other filters may have some.',
  showAll: 'Show all triggers',
  orderHint: 'Tried from the top. Drag one by its number, or press the arrow keys on it.',

  columns: {
    order: 'Order',
    active: 'On',
    trigger: 'Trigger',
    actions: 'Does',
    matches: 'Matches',
    last: 'Last match',
    owner: 'Owner',
    menu: 'Actions',
  },
  moveLabel: (name: string, place: number) => `Move ${name}, now at place ${place}: arrow keys`,
  place: (name: string, place: number) => `Place of ${name}: ${place}`,
  switchLabel: (name: string) => `${name} is on`,
  turnedOn: (name: string) => `“${name}” is on`,
  turnedOff: (name: string) => `“${name}” is off`,
  movedTo: (name: string, place: number) => `“${name}” is at place ${place}`,
  private: 'Private',
  privateHint: 'Only its owner and people who manage triggers see it',
  stops: 'Stops later ones',
  stopsHint: 'After a match, later triggers do not see the event',
  notNow: 'Outside its time',
  notNowHint: 'Its start or end is not now',
  never: 'Never',
  hidden: 'Hidden',
  hiddenHint: 'Matches are counted for all hosts, of which you see some.',
  unread: (count: number, text: string) => (count === 1 ? '1 unread' : `${text} unread`),
  noActions: 'Nothing',
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
  findEvents: 'Events that it matched',
  notifications: 'Its notifications',
  history: 'What it did',
  top: 'Move to the top',
  up: 'Move up',
  down: 'Move down',
  bottom: 'Move to the bottom',
  silence: (length: string) => `Silence for ${length}`,
  silenced: (name: string, until: string) => `“${name}” is silent until ${until}`,
  delete: 'Delete',
  deleteTitle: 'Delete trigger?',
  deleteText: (name: string) =>
    `“${name}” will be gone for everybody, with its notifications. Events that it matched stay.`,
  deleted: (name: string) => `Deleted “${name}”`,

  importTitle: 'Import',
  importDone: (imported: number, skipped: number) =>
    [
      imported === 0 ? 'Nothing was imported' : imported === 1 ? '1 trigger' : `${imported} triggers`,
      skipped === 0 ? '' : skipped === 1 ? '1 was there already' : `${skipped} were there already`,
    ]
      .filter(part => part !== '')
      .join('; '),
  importImported: 'Imported',
  importDuplicate: 'There already',
  importTooLarge: (file: string, megabytes: number) => `${file} is larger than ${megabytes} MB.`,
  importSyntax: (file: string, detail: string) => `${file} is neither JSON nor YAML. ${detail}`,
  importRefused: (file: string, reason: string) => `${file}: ${reason}`,
  importOff: 'Imported triggers are in force at once, at the top of the order.',
  close: 'Close',

  /** When matching events set a trigger off, as a sentence. */
  condition: (condition: TriggerCondition, { field, by, within, followedBy }: ConditionWords): string => {
    switch (condition.kind) {
      case 'count':
        return `${times(condition.count)} within ${within}${forEach(by)}`
      case 'distinct':
        return `${condition.count} different values of ${field} within ${within}${forEach(by)}`
      case 'first_seen':
        return `a value of ${field} that was not there in the last ${days(condition.days)}`
      case 'absence':
        return `none for ${within}${forEach(by)}`
      case 'pair':
        return condition.expect === 'follows'
          ? `then ${followedBy} within ${within}${forEach(by)}`
          : `no ${followedBy} within ${within}${forEach(by)}`
      case 'rate':
        return condition.factor >= 1
          ? `${condition.factor} times more within ${within} than in the ${days(condition.days)} before`
          : `less than ${condition.factor} times as many within ${within} as in the ${days(condition.days)} before`
      case 'new_template':
        return 'a message of a form that was never seen before'
    }
  },
} as const
