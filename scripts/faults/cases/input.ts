import type { FaultCase } from '../fault-case.ts'

/** Failures of the process, its disk and its clock, and input from senders: cases 1 to 19. */
export const inputCases = {
  1: {
    says: 'kill -9 during ingest under load',
    outcome: 'Each event that was acknowledged over HTTP is there once after the restart.',
    tests: [
      [
        'src/ingest/kill.test.ts',
        'has every body exactly once after kills, when those without an answer are sent again',
      ],
      [
        'src/ingest/worker/open-intake.test.ts',
        'keeps every acknowledged body over a kill of the worker, with a key exactly once',
      ],
      [
        'scenarios/hard/kill-tree.test.ts',
        'after each of … kills of all processes under load, all acknowledged events are there once',
      ],
    ],
  },
  2: {
    says: 'Power loss: what was not synced is lost or torn',
    outcome:
      'Acknowledged events are there once; a torn file is set aside with a warning, its events are counted.',
    tests: [
      [
        'src/ingest/spool/power-loss.test.ts',
        'has every acknowledged event once after a power loss at any sync, when what was not synced %s',
      ],
      ['src/ingest/worker/open-intake.test.ts', 'sets a torn spool file aside and starts'],
      ['src/ingest/spool/spool-writer.test.ts', 'does not believe a torn line of keys'],
    ],
    without:
      'That the engine and SQLite sync what they say they sync: their settings are tested, a disk that lies is not.',
  },
  3: {
    says: 'The disk of the events is full',
    outcome:
      'Ingest answers 503 with Retry-After, TCP waits, queries go on; warnings come from 85 % on; it goes on by itself, with nothing lost.',
    tests: [
      [
        'scenarios/hard/disk-full.test.ts',
        'a disk that becomes %s: nothing is taken, everything else works, and it goes on by itself',
      ],
      ['src/ingest/ledger/ledger.test.ts', 'takes nothing while the disk has less room than it is to have'],
      ['src/telemetry/disk-watch.test.ts', 'a disk that fills is told of once, and again when it has room'],
      [
        'src/storage/retention/retention.test.ts',
        'while the disk is nearly full, a day beyond the size goes each minute, whatever the clock says',
      ],
    ],
  },
  4: {
    says: 'The disk of the metadata is full',
    outcome:
      'Changes are a 503 `metadata_unavailable` with Retry-After; nothing is half written, reads go on.',
    tests: [
      [
        'src/metadata/sqlite/dialect.test.ts',
        'a full disk is an outage that leaves nothing half written, and passes',
      ],
      [
        'scenarios/hard/disk-full.test.ts',
        'a disk that becomes %s: nothing is taken, everything else works, and it goes on by itself',
      ],
    ],
  },
  5: {
    says: 'A disk that is read-only or answers with errors',
    outcome:
      'Nothing is acknowledged (503); a start is refused with the reason; it goes on when the disk does.',
    tests: [
      [
        'scenarios/hard/disk-full.test.ts',
        'a disk that becomes %s: nothing is taken, everything else works, and it goes on by itself',
        'a read-only disk is refused at the start, with its reason',
      ],
      [
        'src/ingest/spool/spool-writer.test.ts',
        'waits while it cannot write, refuses more, and goes on by itself',
        'tells those who wait after a while that it cannot write, and keeps the events',
      ],
    ],
    without:
      'EIO itself: it needs a device that fails. Any error of a write takes the way that a full and a read-only disk show.',
  },
  6: {
    says: 'A bit of a spool file or of a stored part flips',
    outcome:
      'The start succeeds. A spool file is set aside and counted as `corrupted`; a query over a damaged part is `storage_damaged` and names the part, others are answered: no answer lacks rows unseen.',
    tests: [
      ['src/ingest/ledger/ledger.test.ts', 'a spool file that was damaged on disk'],
      [
        'src/storage/embedded/damaged-part.test.ts',
        'a part whose bytes have changed does not keep the store from starting; reads of it say so, others are answered',
      ],
      ['src/ingest/spool/rows/row-cursor.test.ts', 'are refused when they end early, at whatever byte'],
    ],
  },
  7: {
    says: 'The clock jumps, forwards or back',
    outcome: 'Nothing is lost, doubled, held up or dropped for it.',
    tests: [
      [
        'src/ingest/clock-jumps.test.ts',
        'a clock that is set %s loses nothing, doubles nothing, and holds nothing up',
      ],
      ['src/ingest/spool/spool-name.test.ts', 'goes on when the clock is set back'],
      ['src/ingest/ledger/per-second-counts.test.ts', 'a clock that goes back counts where it says'],
      [
        'src/storage/retention/retention.test.ts',
        'a clock that is a year ahead for a minute, or for less than an hour, costs nothing',
      ],
      ['src/metadata/sign-in/login-throttle.test.ts', 'a clock that is set back locks nobody out'],
      ['src/api/ingest/health-checks.test.ts', 'a clock that is set back begins a new window'],
      ['src/reports/schedules/replan-schedules.test.ts', 'a recurring schedule, when the clock is set back,'],
      [
        'src/alerts/queue/escalation.test.ts',
        'one of a clock that was ahead is mailed as long after the clock is set back as its trigger allows',
      ],
      [
        'src/alerts/actions/kinds/snmp/start-snmp-engine.test.ts',
        'boots rise with every start, whatever the clock does; the id stays',
      ],
      [
        'src/reports/schedules/schedules.test.ts',
        'plan schedules anew when their clocks are set back, or one is behind, and run each once',
      ],
    ],
  },
  8: {
    says: 'An event from the future',
    outcome: 'It gets the time of its receipt, and is counted.',
    tests: [
      [
        'src/ingest/http/http-receiver.test.ts',
        'that is too old is answered for and dropped; one from the future has the receipt time',
      ],
      [
        'src/ingest/clock-jumps.test.ts',
        'a clock that is set %s loses nothing, doubles nothing, and holds nothing up',
      ],
    ],
    without: 'The time that the sender said is not kept beside it.',
  },
  9: {
    says: 'An event of years ago, a time without a year, the turn of a year, 29 February',
    outcome:
      'The year is the one nearest to the receipt. What is older than the tolerance is counted as out of time, never dropped unseen.',
    tests: [
      [
        'src/ingest/syslog/timestamps.test.ts',
        'a stamp without a year is of the year that puts it nearest to its receipt',
        'days since the epoch, every day of four centuries',
      ],
      [
        'src/ingest/syslog/parse.test.ts',
        'the same minute is another time in another zone and another year at another receipt',
      ],
      [
        'src/ingest/http/http-receiver.test.ts',
        'that is too old is answered for and dropped; one from the future has the receipt time',
      ],
    ],
  },
  10: {
    says: 'A time without a zone; an hour that comes twice',
    outcome: 'It is wall clock time of the zone of the listener, converted as the zone database says.',
    tests: [
      ['src/ingest/syslog/parse.test.ts', 'without an offset a stamp is wall clock time of the zone'],
      ['src/ingest/worker/open-intake.test.ts', 'reads stamps without an offset in its time zone'],
      ['src/ingest/listen/listeners.test.ts', 'goes before what they say themselves'],
      [
        'src/time/zone.test.ts',
        'wall clock to UTC',
        'offsets are those of Intl at every hour of years with changes',
      ],
    ],
  },
  11: {
    says: 'A flood of UDP',
    outcome:
      'Memory is bounded, what the kernel drops is counted by listener, one sender does not drown the others.',
    tests: [
      [
        'src/ingest/listen/listeners.test.ts',
        'counts what the kernel dropped at the listener that it was sent to, though another has the same port',
        'takes so many datagrams of a sender in a second',
      ],
      [
        'src/ingest/listen/sender-rate-limiter.test.ts',
        'made-up senders reset no count, and have the rate of one together past the first 10,000',
      ],
      [
        'scenarios/hard/storm.test.ts',
        'one message … times a second beside … others: few events, exact counters, the others unharmed',
      ],
    ],
  },
  12: {
    says: 'Connections that send nothing, half-open ones, very many of them',
    outcome: 'They are closed when idle and bounded in all and by sender; reading is fair between senders.',
    tests: [
      [
        'src/ingest/listen/stream-connection.test.ts',
        'a connection that sends nothing for its time ends',
        'a connection that is kept waiting is not idle, until it is read again',
      ],
      [
        'src/ingest/listen/listeners.test.ts',
        'has at most so many connections, in all and of one listener',
        'has at most so many connections of one sender',
      ],
      [
        'src/ingest/listen/fair-reader.test.ts',
        'a sender with many connections is read no more than one with a single one',
      ],
    ],
  },
  13: {
    says: 'An octet count that is wrong, huge, zero or no number',
    outcome:
      'The damaged frame is one event, the stream continues at the next frame; the fault is counted; the claimed size takes no memory.',
    tests: [
      [
        'src/ingest/framing/stream-framer.test.ts',
        'frames',
        'counters',
        'a claimed size takes no memory, and an idle connection gives back what a long frame took',
      ],
    ],
  },
  14: {
    says: 'Octet counts and newlines on one connection',
    outcome: 'The framing is decided for each frame.',
    tests: [
      [
        'src/ingest/framing/stream-framer.test.ts',
        'any split of any stream gives the frames of the plain reading, and every byte is accounted for',
      ],
      [
        'src/ingest/worker/open-intake.test.ts',
        'stores every line of many TCP connections, whatever their framing',
      ],
      ['src/ingest/listen/tls.test.ts', 'takes both framings, and tells the sender’s address'],
    ],
  },
  15: {
    says: 'A message over the limit',
    outcome: 'It is cut between characters, says how long it was, and is counted.',
    tests: [
      [
        'src/ingest/syslog/parse.test.ts',
        'a frame over the limit is cut between characters and says how long it was',
        'a frame that the receiver has cut says its original length',
      ],
      ['src/ingest/listen/listeners.test.ts', '%s says of a line that it cut how long it was'],
      ['src/ingest/http/http-receiver.test.ts', 'that is too long is cut between characters and counted'],
    ],
  },
  16: {
    says: 'A priority that is missing, empty, too large or padded',
    outcome: 'The event is kept, with priority 13; whatever a line is, it is an event.',
    tests: [
      ['src/ingest/syslog/golden.test.ts', 'every golden line has the event of its table'],
      ['src/ingest/syslog/fuzz.test.ts', 'whatever a line is made into, it is an event'],
    ],
  },
  17: {
    says: 'Structured data of RFC 5424 with escapes, quotes, nil values, a BOM, no message',
    outcome: 'It is read as the RFC says, within bounds.',
    tests: [
      ['src/ingest/syslog/golden.test.ts', 'every golden line has the event of its table'],
      [
        'src/ingest/syslog/parse.test.ts',
        'structured data is bounded in parameters and in the length of a value',
      ],
    ],
  },
  18: {
    says: 'Odd formats of devices',
    outcome:
      'Host, program and mnemonic are read from a table of lines of such devices, or have sane fallbacks.',
    tests: [
      ['src/ingest/syslog/golden.test.ts', 'every golden line has the event of its table'],
      ['src/ingest/syslog/relays.test.ts', '$about'],
      [
        'scenarios/beside/headers.test.ts',
        'syslog-ng reads the header forms of the table as it says',
        'rsyslog reads the header forms of the table as it says',
      ],
    ],
  },
  19: {
    says: 'NUL, invalid UTF-8, lone surrogates, escapes of terminals, bidirectional overrides, newlines in a message',
    outcome:
      'It is stored as it is, or with U+FFFD where it is no UTF-8; shown inert; CSV and JSON stay valid.',
    tests: [
      [
        'src/service/ingest-texts.test.ts',
        'the store takes whatever texts an event is of, and gives back what UTF-8 leaves of them',
      ],
      ['src/ingest/syslog/parse.test.ts', 'bytes that are not UTF-8 become U+FFFD'],
      [
        'src/reports/text/csv.test.ts',
        'any text is read again, with an apostrophe where a spreadsheet would run it',
      ],
      [
        'scenarios/beside/hostile-page.test.ts',
        'what logs say is text in its place, everywhere, at $width px, $colorScheme',
      ],
    ],
  },
} as const satisfies Record<number, FaultCase>
