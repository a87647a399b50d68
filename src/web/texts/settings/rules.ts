import { exactNumber } from '../../../charts/number-text.ts'

/** Initial content of a new file. It drops no event. */
const newFile = `hc_tags: [SrcIP]
rewrite_rules:
- comment: Who logs in, and from where
  match:
  - {field: program, value: sshd}
  - {field: message, op: =~, value: 'Accepted \\w+ for (\\S+) from (\\S+)'}
  tag: {SSH User: $1, SrcIP: $2}
`

/** Texts of the pages of rules, with the syntax of rules in words. */
export const ruleTexts = {
  newFile,
  title: 'Rules',
  lead: 'Applied to every incoming event, file by file in the order of file names.',
  new: 'New file',
  reload: 'Reload folder',
  reloadHint: 'Read the files in the rules folder again',
  reloaded: 'Rules folder reloaded',
  failed: 'Rules cannot be loaded',
  empty: 'No rules yet',
  emptyHint:
    'Rules rewrite fields, add user tags or drop events, and can be tested on real events before they are saved.',
  columns: {
    order: 'Order',
    name: 'File',
    source: 'From',
    rules: 'Rules',
    matched: 'Matched',
    status: 'Status',
    actions: 'Actions',
  },
  sources: { folder: 'Folder', api: 'This page or the API' },
  folderHint: 'Edited in the rules folder on the server (MILLRACE_RULES_DIR)',
  statuses: { active: 'Active', disabled: 'Off', refused: 'Refused' },
  faults: (n: number) => (n === 1 ? '1 error' : `${exactNumber(n)} errors`),
  place: (line: number | undefined, rule: number, member: string) =>
    [line === undefined ? '' : `Line ${line}`, rule > 0 ? `rule ${rule}` : '', member]
      .filter(Boolean)
      .join(', '),
  firstMatchOnly: 'First match only',
  turnOff: 'Turn off',
  turnOn: 'Turn on',
  turnOffFile: (name: string) => `Turn off ${name}`,
  turnOnFile: (name: string) => `Turn on ${name}`,
  turned: (name: string, on: boolean) => (on ? `${name} is active` : `${name} is off`),
  deleteTitle: 'Delete rule file?',
  deleteHint: (name: string) => `“${name}” is no longer applied. Stored events do not change.`,
  deleted: (name: string) => `Deleted ${name}`,
  editor: {
    back: 'All rules',
    newTitle: 'New rule file',
    name: 'Name',
    nameHint: 'Files are applied in the order of their names: 100-a.yaml before 200-b.yaml.',
    code: 'Rules as YAML or JSON',
    readOnly: 'This file is in the rules folder on the server. Edit it there; you can test it here.',
    save: 'Save',
    create: 'Create',
    saving: 'Saving',
    saved: (name: string) => `${name} is saved and active`,
    revert: 'Revert',
    unsaved: 'Not saved',
    loading: 'Loading the editor',
    failed: 'This file cannot be loaded',
    valid: (n: number) => (n === 1 ? '1 rule, no errors' : `${exactNumber(n)} rules, no errors`),
    invalid: (n: number) => (n === 1 ? '1 error' : `${exactNumber(n)} errors`),
    warnings: (n: number) => (n === 1 ? '1 warning' : `${exactNumber(n)} warnings`),
    empty: 'The file is empty.',
    checking: 'Checking',
    checkFailed: 'Not checked: the service is not responding',
    faults: 'Errors and warnings',
    goTo: (line: number) => `Go to line ${line}`,
  },
  bench: {
    heading: 'Test bench',
    hint: 'Runs events through the active files, with the text above in place of this file, saved or not. Nothing is stored. Recent events have already passed the active rules once.',
    alone: 'Only this file',
    recent: 'Recent events',
    loadingRecent: 'Loading',
    paste: 'Paste lines',
    pasteHint: 'One syslog message per line',
    add: 'Add',
    clear: 'Remove all',
    remove: 'Remove this event',
    empty: 'Add recent events, or paste your own lines.',
    noRecent: 'No event in the last 24 hours.',
    failed: 'The test did not run',
    running: 'Running',
    summary: (events: number, matched: number, dropped: number) =>
      `${exactNumber(events)} events: ${exactNumber(matched)} changed or matched, ${exactNumber(dropped)} dropped`,
    none: 'No rule matched',
    dropped: 'Dropped',
    matched: (rules: string) => `Matched ${rules}`,
    rule: (n: number, comment: string) => (comment === '' ? `rule ${n}` : `rule ${n} (${comment})`),
    otherFile: (rule: string, file: string) => `${rule} of ${file}`,
    columns: { field: 'Field', before: 'Before', after: 'After' },
    nothing: 'none',
  },
  figures: {
    heading: 'Rule statistics',
    hint: 'Since the rules were loaded. Times are measured for one in 64 evaluations.',
    empty: 'Statistics are available once the file is active.',
    columns: {
      rule: 'Rule',
      matched: 'Matched',
      tried: 'Evaluated',
      time: 'Time per evaluation',
      errors: 'Errors',
    },
    micros: (n: number) => `${n < 10 ? n.toFixed(1) : Math.round(n)} µs`,
    unindexed: 'Every event',
    unindexedHint: 'The rule cannot be indexed, so it is evaluated for every event. Add a second condition.',
    disabled: 'Off after errors',
  },
  help: {
    heading: 'Syntax',
  },
  /** Members of a file and of its rules, for the completion and the help. */
  members: {
    rewrite_rules: 'the rules, in their order',
    first_match_only: 'skip the rest of this file after a match',
    pre_match: 'conditions for the whole file',
    hc_tags: 'tags with a great many values',
    match: 'conditions; all must match',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of rules
    field: 'a field, a user tag, or ${extra:path}',
    op: 'operator; without it: equal, * and ? are wildcards',
    value: 'one value, or a list of which one must match',
    capture: 'captures $1 … come from this condition',
    rewrite: 'new values of fields',
    tag: 'user tags to set',
    retention: 'the retention class of the event, by name; default removes it',
    drop: 'true: the event is dropped',
    replace: 'replace what an expression finds: field, expr, fmt',
    expr: 'a regular expression (RE2)',
    fmt: 'the new text, with $1 …',
    ignore_case: 'for replace; true by default',
    first_only: 'for replace; only the first match',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of rules
    kv: 'how ${key} is read from key=value pairs',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of rules
    tokenize: 'how ${field} is read from separated values',
    separator: 'between key and value, or between fields',
    pair_separator: 'between pairs',
    delimiter: 'around values',
    fields: 'names of the parts',
    comment: 'a note for readers',
  },
  ops: {
    eq: 'equals, with * and ?',
    ne: 'is none of',
    '=~': 'matches the expression',
    '!~': 'does not match the expression',
    '=*': 'contains',
    '!*': 'does not contain',
    gt: 'greater than',
    ge: 'at least',
    lt: 'less than',
    le: 'at most',
  },
} as const
