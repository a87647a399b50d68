import { exactNumber } from '../../../charts/number-text.ts'

const events = (count: number) => (count === 1 ? '1 event' : `${exactNumber(count)} events`)

/** Texts of the page of forwarders. */
export const forwarderTexts = {
  intro: 'A forwarder passes events on to another system as they arrive.',
  new: 'New forwarder',
  newTitle: 'New forwarder (n)',
  failed: 'Forwarders cannot be loaded',
  empty: 'No forwarders yet',
  emptyText: 'Forwarders send events to syslog servers, HTTP endpoints, Splunk or files.',
  columns: {
    name: 'Forwarder',
    state: 'State',
    rate: 'Events/s',
    sent: 'Sent',
    waiting: 'Waiting',
    error: 'Last error',
    actions: 'Actions',
  },
  states: {
    sending: 'Sending',
    behind: 'Behind',
    retrying: 'Retrying',
    paused: 'Paused',
    starting: 'Starting',
  },
  /** Before the place of a destination in the list. */
  destinations: { syslog: 'syslog', http: 'HTTP', splunk_hec: 'Splunk', file: 'file' },
  retriesIn: (length: string) => `Next attempt in ${length}`,
  oldest: (age: string) => `Oldest: ${age}`,
  dropped: (count: number) => `${exactNumber(count)} dropped by rules`,
  refused: (count: number) => `${exactNumber(count)} refused`,
  skipped: (count: number) => `${exactNumber(count)} skipped`,
  notCounted: 'Not counted',
  noError: 'None',

  menu: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  pause: 'Pause',
  resume: 'Resume',
  paused: (name: string) => `Paused ${name}: its events wait`,
  resumed: (name: string) => `Resumed ${name}`,
  test: 'Send test event',
  skip: 'Skip waiting events',
  delete: 'Delete',
  skipping: {
    title: 'Skip waiting events?',
    /** `waiting` undefined: not known. */
    text: (name: string, waiting: number | undefined) =>
      `“${name}” does not send ${waiting === undefined ? 'the events' : `the ${events(waiting)}`} that wait now, and continues with newer ones. The events stay in Millrace. This cannot be undone.`,
    /** A paused forwarder. */
    pausedText: (name: string) =>
      `“${name}” does not send the events that arrive before it resumes. The events stay in Millrace. This cannot be undone.`,
    action: (waiting: number | undefined) => `Skip ${waiting === undefined ? 'events' : events(waiting)}`,
    done: (name: string) => `${name} skips its waiting events`,
  },
  deleting: {
    title: 'Delete forwarder?',
    /** `waiting` undefined: not known. */
    text: (name: string, waiting: number | undefined) =>
      `“${name}” stops sending immediately${waiting === undefined ? '' : `, and ${events(waiting)} that wait are not sent`}. This cannot be undone.`,
    done: (name: string) => `Deleted ${name}`,
  },
  testing: {
    title: (name: string) => `Test event of ${name}`,
    sending: 'Sending a test event…',
    ok: 'Test event sent',
    failed: 'Test event not sent',
    again: 'Send again',
    close: 'Done',
  },

  form: {
    new: 'New forwarder',
    edit: 'Edit forwarder',
    create: 'Create forwarder',
    save: 'Save',
    saving: 'Saving…',
    created: (name: string) => `Created ${name}`,
    saved: (name: string) => `Saved ${name}`,
    kind: 'Destination',
    kinds: {
      syslog: 'Syslog server',
      http: 'HTTP endpoint (JSON lines)',
      splunk_hec: 'Splunk HTTP Event Collector',
      file: 'File on this machine',
    },
    filterHint: 'Only matching events are forwarded. Without words and filters, all events are.',
    window: 'Deduplication window',
    windowHint: 'Equal events within it are forwarded once, with their count. 0: each event is forwarded.',
    first: 'Forward the first event at once',
    rate: 'Rate limit',
    rateHint: 'Events per second. Empty: no limit',
    maxAge: 'Maximum age',
    maxAgeHint: 'Events that have waited longer are skipped. Empty: never',
    maxWaiting: 'Maximum waiting',
    maxWaitingHint: 'Megabytes. The oldest events beyond are skipped. Empty: no limit',
    rules: 'Rules',
    rulesHint:
      'YAML or JSON, a list of rules as in a rule file. They change or drop forwarded events only; $COUNTER is the number of occurrences.',
    notList: 'Expected a list of rules.',
    ruleFault: (rule: number, member: string, message: string) =>
      `Rule ${rule}${member === '' ? '' : `, ${member}`}: ${message}`,
    stored: 'Set',
    storedHint: 'Set. Leave empty to keep it. If the address changes, enter it again.',
    remove: (name: string) => `Remove the stored value: ${name}`,
    /** Options of fields of destinations, by value. */
    options: {
      udp: 'UDP',
      tcp: 'TCP',
      tls: 'TLS',
      rfc5424: 'RFC 5424',
      bsd: 'BSD (RFC 3164)',
      octet_count: 'Octet counting',
      newline: 'Newline',
      json: 'JSON lines',
      tsv: 'Tab-separated fields',
      none: 'None',
      gzip: 'gzip',
      zstd: 'zstd',
    },
    /** Hints of fields of destinations. */
    hints: {
      'syslog.protocol': 'RFC 5424 includes tags and the event id.',
      'syslog.framing': 'Newline replaces line breaks in messages with spaces.',
      'syslog.ca': 'PEM. Empty: the certificates of the system',
      'syslog.certificate': 'PEM. Only if the server asks for one',
      'syslog.key': 'PEM',
      'http.authorization': 'For example “Bearer …”',
      'http.ca': 'PEM. Empty: the certificates of the system',
      'splunk_hec.index': 'Empty: the default of the token',
      'splunk_hec.sourcetype': 'Empty: the program of the event',
      'splunk_hec.ca': 'PEM. Empty: the certificates of the system',
      'file.name': 'In the folder “forwarded” of the data folder',
      'file.fields': 'Separated by commas; a tag is tag.NAME',
      'file.rotate_seconds': 'Seconds. Default: 86400, a day',
      'file.rotate_mb': 'Megabytes. Default: 100',
      'file.keep_files': 'Default: 30',
      'file.compression': 'Of rotated files',
    },
  },
} as const
