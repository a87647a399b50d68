import { exactNumber } from '../../../charts/number-text.ts'

const events = (n: number) => (n === 1 ? '1 event' : `${exactNumber(n)} events`)

/** Texts of the drawer of an event. */
export const eventTexts = {
  title: 'Event',
  id: (id: string) => `#${id}`,
  previous: 'Previous event',
  previousKey: 'Previous (k)',
  next: 'Next event',
  nextKey: 'Next (j)',
  close: 'Close',
  closeKey: 'Close (Esc)',
  copyMenu: 'Copy or share',
  copyMessage: 'Copy message',
  copyLine: 'Copy as line',
  copyJson: 'Copy as JSON',
  copyCurl: 'Copy as curl',
  copyLink: 'Copy link',
  createTask: 'Create task from this event',
  createTrigger: 'Create a trigger for events like this',
  failed: 'The event cannot be loaded',
  raw: 'As received',
  tree: 'Formatted',
  colours: 'Colours',
  views: 'Details of the event',
  notesKey: 'Write a note (n)',
  tabs: {
    fields: 'Fields',
    context: 'Context',
    notes: 'Notes',
    triggers: 'Triggers',
    occurrences: 'Occurrences',
    json: 'JSON',
  },
  tags: 'User tags',
  places: 'Locations',
  hints: 'Found in this event',
  hintKinds: { url: 'Address', email: 'Mail', mac: 'MAC', ipv6: 'IPv6', ipv4: 'IPv4', host: 'Host' },
  hintSearch: 'Search in all messages',
  hintFilter: 'Filter for it',
  hintExclude: 'Filter it out',
  hintTrigger: 'Create a trigger',
  taskTitle: (host: string, message: string) => (host === '' ? message : `${host}: ${message}`),
}

/** Texts of the occurrences of an event. */
export const occurrenceTexts = {
  reading: 'Loading…',
  one: '1 occurrence.',
  many: (n: number) => `${exactNumber(n)} occurrences`,
  within: (length: string) => ` within ${length}.`,
  shown: (n: number) => ` The newest ${exactNumber(n)} are shown.`,
  gap: (length: string) => `+${length}`,
}

/** Texts of the events around an event. */
export const contextTexts = {
  scope: 'Which events',
  scopes: { program: 'Same host and program', host: 'Same host', all: 'All events' },
  tag: 'Same tag',
  sameTag: (name: string, value: string) => `Same ${name}: ${value}`,
  newer: 'More after',
  older: 'More before',
  newest: 'No later events within a week',
  oldest: 'No earlier events within a week',
  most: 'Open in search for more',
  reading: 'Loading…',
  failed: 'The context cannot be loaded',
  this: 'This event',
  list: 'Events around this one',
  copy: 'Copy lines',
  save: 'Save as JSON',
  search: 'Open in search',
  around: (before: number, after: number) => `${events(before)} before, ${events(after)} after`,
  fileTitle: 'Context',
}

/** Texts of notes. */
export const noteTexts = {
  none: 'No notes yet. Everybody who sees this event sees its notes.',
  write: 'Write a note',
  add: 'Add note',
  addKey: 'Add note (Ctrl Enter)',
  saveKey: 'Save (Ctrl Enter)',
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit note',
  /** What a button deletes: “Delete note”. */
  deleted: 'note',
  removeTitle: 'Delete this note?',
  removed: 'It is deleted for everybody who sees this event.',
  nobody: 'A deleted user',
  changed: 'edited',
  reading: 'Loading…',
  failed: 'The notes cannot be loaded',
}

/** Texts of the triggers that fired for an event. The history of triggers has the names of actions. */
export const firedTexts = {
  reading: 'Loading…',
  failed: 'The triggers cannot be loaded',
  none: 'No trigger that you can see has fired for this event.',
} as const
