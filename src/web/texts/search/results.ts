import { exactNumber } from '../../../charts/number-text.ts'

const events = (n: number) => `${exactNumber(n)} ${n === 1 ? 'event' : 'events'}`

/** Texts of the search page around its parts. */
export const searchPageTexts = {
  title: 'Search',
  live: 'Live',
  liveHint: 'Update as events arrive (l)',
  notLive: 'Live needs a relative time range',
}

/** Texts of the results: totals, the bar above the table, notices. */
export const resultTexts = {
  title: 'Results',
  list: 'Events',
  order: 'Order',
  exportTitle: 'Events',
  count: events,
  occurrences: (n: number) => `${exactNumber(n)} occurrences`,
  zone: (zone: string) => `Times in ${zone}`,
  occurrencesHint: 'Repeats of an event are stored once and counted',
  stopped: 'stopped, partial',
  stoppedTitle: 'Stopped',
  stoppedEarly: 'The search was stopped before it found an event.',
  searchAgain: 'Search again',
  approximate: 'approximate',
  missingDays: ([first = '', ...others]: readonly string[]) =>
    others.length === 0 ? `lacks ${first}` : `lacks ${first} and ${exactNumber(others.length)} more`,
  archivedDays: (n: number) =>
    n === 1 ? 'without 1 archived day' : `without ${exactNumber(n)} archived days`,
  archivedDaysHint: 'Days of this range are in the archive. Include archives to search them too.',
  searching: 'Searching…',
  progress: 'Progress',
  percent: (n: number) => `${Math.floor(n)}%`,
  queued: (position: number) => `queued, position ${position}`,
  stop: 'Stop',
  invalidTitle: 'Invalid search',
  invalid: 'The error is marked above.',
  incomplete: 'Search incomplete',
  failed: 'Search failed',
  rowsFailed: 'These rows cannot be loaded',
  none: 'No results in this time range',
  noEvents: 'No events in this time range',
  nothingYet: 'No results yet',
  stillSearching: 'Older events are still being searched.',
  lastMatch: (ago: string, host: string) => `Last match: ${ago}, from ${host}.`,
  noneEither: 'None in the last 30 days either.',
  notAField: (written: string) => `${written} was searched as text in messages, not as a field or tag.`,
  removeFilters: 'Remove filters',
  clearQuery: 'Clear query',
  position: (row: number, count: number) => `Row ${exactNumber(row)} of ${exactNumber(count)}`,
  tooMany: (max: number) =>
    `The first ${exactNumber(max)} can be scrolled to. Narrow the time range, or export.`,
}

/** Texts of the check box for archives. */
export const archiveTexts = {
  include: 'Include archives',
  cost: (days: number, bytes: string) =>
    `Searches ${exactNumber(days)} archived ${days === 1 ? 'day' : 'days'} (${bytes}) too, as far as the time range has them. That takes longer: their messages have no index.`,
}

/** Texts of the toolbar above the results. */
export const toolTexts = {
  label: 'Tools',
  wrap: 'Wrap',
  wrapLong: 'Wrap long messages',
  trigger: 'Trigger',
  createTrigger: 'Create trigger',
  createTriggerHint: 'Create a trigger for what this search finds',
  export: 'Export',
}

/** Texts of the jump to a row. */
export const goToTexts = {
  label: 'Go to a time or a row',
  time: 'Time',
  timeHint: '14:05, yesterday 9:30, 2026-11-03 14:00, Unix time',
  row: 'Row',
  go: 'Go',
  unreadable: 'Not a valid time',
  noResults: 'There are no results to go to.',
  noRow: (max: number) => `Enter a number from 1 to ${exactNumber(max)}`,
  onlyByTime: 'Sort by last seen or first seen to go to a time.',
}

/** Texts of live updates. */
export const liveTexts = {
  rate: (n: number) => `${n >= 10 ? exactNumber(Math.round(n)) : Number(n.toFixed(1))} events/s`,
  rateHint: 'Average of the last 10 seconds, for events that match the search',
  live: 'Live',
  held: 'Paused',
  heldHint: 'Paused while the pointer or the keyboard focus is in the list. New events are counted.',
  reconnecting: 'Reconnecting…',
  leftOut: (n: number) => `${exactNumber(n)} more: show all`,
  leftOutHint: 'Live shows the newest events. Scroll for older ones, or click to stop live and see all.',
  fresh: (n: number) => `${exactNumber(n)} new`,
  freshAtLeast: (n: number) => `${exactNumber(n)}+ new`,
}

/** Texts of the columns of results. */
export const columnTexts = {
  tooMany: (max: number) => `At most ${max} columns`,
  title: 'Columns and rows',
  columns: 'Columns',
  add: 'Add a field or tag',
  addButton: 'Add',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  removeNamed: (name: string) => `Remove ${name}`,
  ofAddress: 'These columns belong to this link or saved search.',
  keep: 'Keep as my columns',
  reset: 'Reset columns',
  rows: 'Rows',
  compact: 'Compact',
  wrap: 'Wrap messages',
  ansi: 'Terminal colours',
  menu: (name: string) => `Column ${name}`,
  sortDown: 'Sort descending',
  sortUp: 'Sort ascending',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  fit: 'Fit to content',
  remove: 'Remove column',
  resize: (name: string) => `Width of ${name}`,
  resizeHint: 'Drag or use the arrow keys; double-click to fit',
  pixels: (n: number) => `${n} pixels`,
}

/** Texts of rows and of actions on them. */
export const rowTexts = {
  loading: 'Loading',
  select: (row: number) => `Select row ${exactNumber(row)}`,
  expand: 'Show the message in full',
  collapse: 'Show one line',
  empty: '–',
  once: '1',
  times: (n: number) => `×${exactNumber(n)}`,
  occurrences: (n: number) => `${exactNumber(n)} occurrences`,
  lastSeen: (moment: string) => `Last seen ${moment}`,
  cut: '…',
  showAll: (n: number) => `Show all ${exactNumber(n)} characters`,
  selected: (n: number) => `${exactNumber(n)} selected`,
  selection: 'Selected events',
  gutter: 'Selection',
  copyLines: 'Copy lines',
  copyJson: 'Copy JSON',
  copyCurl: 'Copy as curl',
  saveJson: 'Save as JSON',
  clear: 'Clear selection',
  maxSelected: (max: number) => `At most ${exactNumber(max)} rows can be selected`,
  moreFields: (n: number) => `${exactNumber(n)} more fields are not shown`,
  copied: 'Copied',
}

/** Texts of the histogram. */
export const histogramTexts = {
  title: 'Events over time',
  reset: (range: string) => `Reset zoom to ${range}`,
  severities: 'Shown severities',
  andAbove: (name: string) => `${name} and above`,
  failed: 'The histogram is not available',
  compare: 'Compare with',
  compareHint: 'Draws the counts of an earlier time as a line over the bars',
  notCompared: 'Not compared',
  comparedWith: { day: 'Day before', week: 'Week before' },
  before: { day: 'the day before', week: 'the week before' },
}

/** Texts of the marks below the histogram. */
export const markTexts = {
  show: 'Marks',
  showHint: 'Marks triggers that fired, deployments, and starts of Millrace',
  list: 'Marks',
  newest: 'Marks, only the newest',
  failed: 'Some marks cannot be loaded',
  fired: (trigger: string, host: string) => `${trigger} fired${host === '' ? '' : ` for ${host}`}`,
  deployed: (value: string, host: string) => `Deployed ${value}${host === '' ? '' : ` on ${host}`}`,
  started: (version: string) => `Millrace ${version} started`,
  more: (n: number) => `and ${exactNumber(n)} more`,
}

/** Texts of the menu of a value. */
export const valueTexts = {
  menu: 'Value',
  filterFor: 'Filter for value',
  filterOut: 'Filter out value',
  copy: 'Copy value',
  addColumn: 'Add column',
  removeColumn: 'Remove column',
  top: 'Top values',
  topFailed: 'Not available',
  openTab: 'Open in new tab',
  back: 'Back',
  field: (field: string, value: string) => `${field}: ${value}`,
}
