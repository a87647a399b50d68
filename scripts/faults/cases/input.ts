import type { FaultCase } from '../fault-case.ts'

/** Failures of the process, its disk and its clock, and input from senders: cases 1 to 19. */
export const inputCases = {
  1: {
    says: 'kill -9 during ingest under load',
    outcome: 'Each event that was acknowledged over HTTP is stored once after the restart.',
    tests: [
      [
        'src/ingest/kill.test.ts',
        'has every body exactly once after kills, when unanswered bodies are sent again',
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
    says: 'Power loss: data that was not synced is lost or torn',
    outcome:
      'Acknowledged events are stored once; a torn file is set aside with a warning, and its events are counted.',
    tests: [
      [
        'src/ingest/spool/power-loss.test.ts',
        'has every acknowledged event once after a power loss at any sync, when what was not synced %s',
      ],
      ['src/ingest/worker/open-intake.test.ts', 'sets a torn spool file aside and starts'],
      ['src/ingest/spool/spool-writer.test.ts', 'does not believe a torn line of keys'],
    ],
    without: 'Whether the engine and SQLite really sync: their settings are tested, a disk that lies is not.',
  },
  3: {
    says: 'The disk of the events is full',
    outcome:
      'Ingest answers 503 with Retry-After, TCP waits, queries continue; warnings start at 85 %; intake resumes on its own, and nothing is lost.',
    tests: [
      [
        'scenarios/hard/disk-full.test.ts',
        'a disk that becomes %s: nothing is taken, everything else works, and ingest resumes on its own',
      ],
      ['src/ingest/ledger/ledger.test.ts', 'takes nothing while the disk has less room than it is to have'],
      ['src/telemetry/disk-watch.test.ts', 'a disk that fills is reported once, and again when it has room'],
      [
        'src/storage/store/retention/retention.test.ts',
        'while the disk is nearly full, a day beyond the size goes each minute, whatever the clock says',
      ],
    ],
  },
  4: {
    says: 'The disk of the metadata is full',
    outcome:
      'Changes are a 503 `metadata_unavailable` with Retry-After; nothing is half written, and reads continue.',
    tests: [
      [
        'src/metadata/sqlite/dialect.test.ts',
        'a full disk is an outage that leaves nothing half written, and passes',
      ],
      [
        'scenarios/hard/disk-full.test.ts',
        'a disk that becomes %s: nothing is taken, everything else works, and ingest resumes on its own',
      ],
    ],
  },
  5: {
    says: 'A disk that is read-only or returns errors',
    outcome:
      'No event is acknowledged (503); a start fails with the reason; intake resumes when the disk works again.',
    tests: [
      [
        'scenarios/hard/disk-full.test.ts',
        'a disk that becomes %s: nothing is taken, everything else works, and ingest resumes on its own',
        'a read-only disk is refused at the start, with its reason',
      ],
      [
        'src/ingest/spool/spool-writer.test.ts',
        'waits while it cannot write, refuses more, and resumes on its own',
        'notifies those waiting after a while that it cannot write, and keeps the events',
      ],
    ],
    without:
      'EIO itself, which needs a failing device. Every write error is handled like a full and a read-only disk.',
  },
  6: {
    says: 'A bit flips in a spool file or in a stored part',
    outcome:
      'The start succeeds. A spool file is set aside and counted as `corrupted`; a query over a damaged part is a `storage_damaged` that names the part, and other queries are answered. Where the engine sets a part aside when it starts, answers over its day name the day: no answer silently lacks rows.',
    tests: [
      ['src/ingest/ledger/ledger.test.ts', 'a spool file that was damaged on disk'],
      [
        'src/storage/store/embedded/damaged-part.test.ts',
        'a part whose bytes have changed does not keep the store from starting; reads of it say so, others are answered',
        'a part that a restarted engine cannot read is named as soon as the engine is ready',
      ],
      [
        'scenarios/beside/set-aside-day.test.ts',
        'answers over a day of which the engine set parts aside say so, others do not',
        'the page says so beside the number of events',
      ],
      ['src/ingest/spool/rows/row-cursor.test.ts', 'are refused when they end early, at whatever byte'],
    ],
  },
  7: {
    says: 'The clock jumps, forwards or back',
    outcome: 'No event is lost, doubled, delayed or dropped because of it.',
    tests: [
      [
        'src/ingest/clock-jumps.test.ts',
        'a clock that is set %s loses nothing, doubles nothing, and holds nothing up',
      ],
      ['src/ingest/spool/spool-name.test.ts', 'continues when the clock is set back'],
      ['src/ingest/ledger/per-second-counts.test.ts', 'a clock that goes back counts where it says'],
      [
        'src/storage/store/retention/retention.test.ts',
        'a clock that is a year ahead for a minute, or for less than an hour, costs nothing',
      ],
      ['src/metadata/sign-in/login-throttle.test.ts', 'a clock that is set back locks no user out'],
      ['src/api/ingest/health-checks.test.ts', 'a clock that is set back begins a new window'],
      ['src/reports/schedules/replan-schedules.test.ts', 'a recurring schedule, when the clock is set back,'],
      [
        'src/alerts/queue/escalation.test.ts',
        'one of a clock that was ahead is mailed as long after the clock is set back as its trigger allows',
      ],
      [
        'src/service/steps/start-snmp-engine.test.ts',
        'boots rise with every start, whatever the clock does; the id stays',
      ],
      [
        'src/reports/schedules/schedules.test.ts',
        'plan schedules again when their clocks are set back, or one is behind, and run each once',
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
    without: 'The time in the event is not kept.',
  },
  9: {
    says: 'A very old event, a time without a year, the turn of a year, 29 February',
    outcome:
      'The year is the one nearest to the receipt. Events older than the tolerance are counted as out of time, never dropped silently.',
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
    says: 'A time without a zone; an hour that occurs twice',
    outcome: 'It is wall clock time in the zone of the listener, converted by the time zone database.',
    tests: [
      ['src/ingest/syslog/parse.test.ts', 'without an offset a stamp is wall clock time of the zone'],
      ['src/ingest/worker/open-intake.test.ts', 'reads stamps without an offset in its time zone'],
      ['src/ingest/listen/listeners.test.ts', 'goes before what they say themselves'],
      [
        'src/time/zone.test.ts',
        'wall clock to UTC',
        'offsets equal the offsets of Intl at every hour of years with changes',
      ],
    ],
  },
  11: {
    says: 'A flood of UDP',
    outcome:
      'Memory is bounded, datagrams that the kernel drops are counted by listener, and one sender does not displace the others.',
    tests: [
      [
        'src/ingest/listen/listeners.test.ts',
        'counts what the kernel dropped at the listener that it was sent to, though another has the same port',
        'takes a limited number of datagrams of a sender in a second',
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
    outcome:
      'They are closed when idle, and limited in total and by sender; reading is fair between senders.',
    tests: [
      [
        'src/ingest/listen/stream-connection.test.ts',
        'a connection that sends nothing for its time ends',
        'a connection that is kept waiting is not idle, until it is read again',
      ],
      [
        'src/ingest/listen/listeners.test.ts',
        'has a limited number of connections, in all and of one listener',
        'has a limited number of connections of one sender',
      ],
      [
        'src/ingest/listen/fair-reader.test.ts',
        'a sender with many connections is read no more than one with a single one',
      ],
    ],
  },
  13: {
    says: 'An octet count that is wrong, huge, zero or not a number',
    outcome:
      'The damaged frame is one event, the stream continues at the next frame; the fault is counted; no memory is allocated for the claimed size.',
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
      ['src/ingest/listen/tls.test.ts', 'takes both framings, and reports the sender’s address'],
    ],
  },
  15: {
    says: 'A message over the limit',
    outcome: 'It is cut between characters, keeps its original length in a tag, and is counted.',
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
    outcome: 'The event is kept, with priority 13; every line becomes an event.',
    tests: [
      ['src/ingest/syslog/golden.test.ts', 'every golden line has the event of its table'],
      ['src/ingest/syslog/fuzz.test.ts', 'whatever a line is made into, it is an event'],
    ],
  },
  17: {
    says: 'Structured data of RFC 5424 with escapes, quotes, nil values, a BOM, no message',
    outcome: 'It is parsed as in the RFC, within limits.',
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
    outcome: 'Host, program and mnemonic are parsed for a table of such devices, or have sensible defaults.',
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
      'It is stored unchanged, or with U+FFFD if it is not UTF-8; it is shown as text; CSV and JSON stay valid.',
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
        'content of logs is text in its place, everywhere, at $width px, $colorScheme',
      ],
    ],
  },
} as const satisfies Record<number, FaultCase>
