/** Texts of charts, figures and times, on the page and in reports. */
export const chartTexts = {
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  /** Symbols of time units. */
  units: { day: 'd', hour: 'h', minute: 'min', second: 's', millisecond: 'ms' },
  dayOfMonth: (month: string, day: number) => `${month} ${day}`,
  ago: (duration: string) => `${duration} ago`,
  justNow: 'just now',
  empty: '(empty)',
  /** By code. */
  shortSeverities: ['Emerg', 'Alert', 'Crit', 'Error', 'Warn', 'Notice', 'Info', 'Debug'],
  /** Label of the remainder: all values without their own series or row. */
  rest: 'Other',
  /** Column headings, by field of an event. */
  fields: {
    host: 'Host',
    program: 'Program',
    severity: 'Severity',
    facility: 'Facility',
    cisco_mnemonic: 'Mnemonic',
    message: 'Message',
    status: 'Status',
    type: 'Type',
    counter: 'Count',
    first_occurrence: 'First seen',
    last_occurrence: 'Last seen',
    trigger_ids: 'Triggers',
    triggers_fired_count: 'Triggers fired',
  } as Readonly<Record<string, string>>,
  /** Series of the host's CPU, memory, disks and network. */
  hostMetrics: {
    user: 'User',
    system: 'System',
    nice: 'Nice',
    ioWait: 'I/O wait',
    irq: 'IRQ',
    softIrq: 'SoftIRQ',
    steal: 'Steal',
    used: 'Used',
    buffers: 'Buffers',
    cached: 'Cached',
    free: 'Free',
    reserved: 'Reserved',
    reads: 'Reads',
    writes: 'Writes',
    received: 'Received',
    sent: 'Sent',
    droppedIn: 'Dropped in',
    errorsIn: 'Errors in',
    droppedOut: 'Dropped out',
    errorsOut: 'Errors out',
  },
} as const
