import type { FaultCase } from '../fault-case.ts'

/** Trigger actions, bodies of programs, and the life of the service: cases 34 to 50. */
export const serviceCases = {
  34: {
    says: 'A webhook to internal addresses, by name, redirect or rebinding; a receiver that hangs or answers endlessly',
    outcome:
      'Addresses are checked after resolution, and the connection uses the checked address; time and size are limited.',
    tests: [
      [
        'src/outgoing/outgoing-guard.test.ts',
        '%s is refused',
        'a refusal names the host, the address and the setting',
      ],
      [
        'src/alerts/actions/kinds/webhook/webhook.test.ts',
        'a redirect to %s is refused',
        'a name that resolves differently later is connected to where it was checked',
        'an answer is read and kept up to a limit',
        'a receiver that does not answer is not waited for',
      ],
    ],
  },
  35: {
    says: 'Shell metacharacters in texts for scripts',
    outcome: 'They arrive unchanged in the environment; only files of one folder run, for a limited time.',
    tests: [
      [
        'src/alerts/actions/kinds/script/script.test.ts',
        'values arrive as they are and run nothing',
        'the shell of a script expands nothing in a value',
        'only executable files of the folder run',
        'one that does not end is killed with the processes that it started',
      ],
    ],
    without: 'Another user for scripts: the service cannot change its user, so scripts run as the same user.',
  },
  36: {
    says: 'A mail server that is away or defers; line breaks in a subject',
    outcome:
      'Mails are retried after 1, 5 and 30 minutes, then are dead in the history; no value adds a header.',
    tests: [
      [
        'src/alerts/actions/kinds/email/email.test.ts',
        'a server that cannot take a mail now is tried again, one that refuses it is not',
        'no value adds a header, a recipient or a command',
      ],
      [
        'src/alerts/queue/action-queue.test.ts',
        'a failed action is tried after 1, 5 and 30 minutes with the same key, then it is dead',
        'a mail that the server refuses for now is sent later, one that it refuses for good is not tried again',
      ],
    ],
  },
  37: {
    says: 'A storm of matches',
    outcome: 'The periods of each key limit actions, also across restarts; every match is counted.',
    tests: [
      [
        'src/alerts/queue/action-queue.test.ts',
        'a period is held for each trigger, kind and key, across restarts, and not by what is tried again',
      ],
      [
        'src/alerts/recorder/storms.test.ts',
        'of many values of a key a bounded number of actions waits; each event gets its note',
      ],
      [
        'scenarios/alone/alert-actions.test.ts',
        '… matches in … s send one action of each kind, and the rest waits in one more',
      ],
    ],
  },
  38: {
    says: 'A trigger that matches its own output',
    outcome:
      'There is no loop: the log goes to standard output and is never ingested, and webhooks cannot reach the ports of the service itself.',
    tests: [['src/outgoing/outgoing-guard.test.ts', '%s is refused']],
    without:
      'Loops through other programs, which may forward output as syslog: the periods of the trigger limit them.',
  },
  39: {
    says: 'A schedule in an hour that is skipped or occurs twice; the service was down; two nodes',
    outcome: 'It runs once, and makes up for missed runs once, for the newest window.',
    tests: [
      [
        'src/reports/schedules/schedules.test.ts',
        'runs once for a moment that the clock leaves out, and once for one that comes twice',
        'that missed runs makes up for them once, of the newest window',
      ],
      ['src/reports/schedules/next-run.test.ts', 'clock changes'],
      [
        'scenarios/beside/reports.test.ts',
        'killed in the middle of a report, it is made and mailed once, and what was missed meanwhile too',
      ],
      ['src/metadata/jobs/job-queue.test.ts', 'and kept against a node whose clock is %i seconds ahead'],
    ],
  },
  40: {
    says: 'Compression bombs, wrong lengths, endless bodies',
    outcome: '413 or 408 within the memory of a few bodies.',
    tests: [
      [
        'src/ingest/http/bombs.test.ts',
        'a body that would be millions of values is refused within the memory of a few bodies, whatever the receiver',
      ],
      [
        'src/api/incoming/incoming.test.ts',
        'a sender that never ends it is cut off',
        '%s: is answered with 413 although the sender sends on',
        'bodies together have a bound: past it 503, and room again once they are answered',
      ],
      [
        'scenarios/hard/fuzz-bodies.test.ts',
        'bombs to all receivers: each is refused, and others are answered meanwhile',
      ],
    ],
  },
  41: {
    says: 'JSON of very many keys, equal keys, `__proto__`, numbers out of range, great depth',
    outcome:
      'No prototype is changed, ids are texts, depth and number are limited, faults are reported by event.',
    tests: [
      [
        'src/ingest/http/http-receiver.test.ts',
        '%.80j is refused',
        '/incoming/raw that is nested without end is refused',
      ],
      [
        'src/ingest/body/json-pull-parser.test.ts',
        'is JSON or is refused, whatever is changed',
        'has a limited number of objects in all',
      ],
      ['src/api/http/bodies/form.test.ts', 'a field touches no prototype'],
      [
        'src/ingest/http/fuzz.test.ts',
        'whatever bodies come in, each is answered, nothing fails, and every event is accounted for',
      ],
    ],
  },
  42: {
    says: 'One invalid event in a batch',
    outcome:
      'With `partial=true` the valid events are stored; the answer names the invalid event by its index.',
    tests: [
      [
        'src/ingest/http/http-receiver.test.ts',
        'keeps its good events when partial is asked for',
        'names at most 50 faults',
      ],
    ],
  },
  43: {
    says: 'A batch is sent again after a timeout',
    outcome: 'It counts once, by its key.',
    tests: [
      [
        'src/ingest/http/repeated-bodies.test.ts',
        'counts once with the same key, at once or later; another path is another body',
        'the answer says so, and a body that is repeated counts once',
      ],
      [
        'src/ingest/http/shipper-requests.test.ts',
        'is answered when it is in a synced file with its key: after a start that knows only the files it counts once',
      ],
    ],
  },
  44: {
    says: 'Deduplication at the edge of a window, with very many keys, across a restart',
    outcome:
      'Windows are exact and limited in memory; windows that were closed early to save memory are counted.',
    tests: [
      [
        'src/ingest/dedup/deduplicator.test.ts',
        'agrees with a linear search through all windows, %s',
        'gives up what was not touched for longest when memory ends, and counts it',
        'keeps within its bytes',
      ],
      [
        'scenarios/beside/dedup-restart.test.ts',
        'a message that continues over a kill in the middle of its window stays one event',
        'a message is a new event once its window is over, also when a kill lies between',
      ],
    ],
  },
  45: {
    says: 'An upgrade with data, an interrupted upgrade, a downgrade',
    outcome:
      'Metadata is copied before it is changed; each step can be the last before a kill; a newer folder is refused and left unchanged.',
    tests: [
      [
        'src/metadata/migrations/migrate.test.ts',
        'metadata that holds something is copied before it is changed',
        'a migration that fails leaves the metadata as it was',
        'metadata of a newer version is refused and left alone',
      ],
      [
        'src/storage/store/tables/old-days.test.ts',
        'each step may be the last before a kill, also of the rewriting, and appends come between',
      ],
      [
        'src/storage/store/tables/solo-words.test.ts',
        'an older store has its words split at shared characters after the upgrade, which may be killed at each step',
      ],
      [
        'src/storage/store/embedded/previous-version.test.ts',
        'a store of a version before triggers and classes is opened, and its events have none',
      ],
    ],
  },
  46: {
    says: 'Two services on one data folder',
    outcome: 'The second one is refused with the reason; the first one continues.',
    tests: [
      [
        'src/metadata/data-folder/folder-lock.test.ts',
        'a folder belongs to one process until it is given back',
        'a process that is killed holds nothing',
      ],
      ['src/storage/store/embedded/open.test.ts', 'a second process on the same folder is refused'],
      ['scenarios/hard/disk-full.test.ts', 'two servers on one folder: the second says so and ends'],
    ],
  },
  47: {
    says: 'The engine crashes, hangs or is killed',
    outcome:
      'It is restarted, the spool accepts events meanwhile, interrupted reads are repeated; a statement that crashes it twice is refused.',
    tests: [
      [
        'src/storage/store/embedded/open.test.ts',
        'a killed engine is started again and answers the read that was under way',
        'a statement that ends the engine twice is refused; statements beside it are answered, and inserts continue',
      ],
      [
        'scenarios/hard/kill-engine.test.ts',
        'the service outlives … kills of its engine under load, and no event is lost or doubled',
      ],
      ['scenarios/hard/hung-engine.test.ts', 'an engine that hangs after %s is replaced'],
    ],
  },
  48: {
    says: 'Certificates that are expired, self-signed, for another name or renewed; senders that must present one',
    outcome:
      'Unverifiable certificates are refused with the reason; renewed files are used without a restart.',
    tests: [
      [
        'src/ingest/listen/tls.test.ts',
        'are %s, a %s one is shown: taken %s',
        'keeps the certificate while the files are no pair, and says so',
        'warns of a certificate that ends soon',
        'gives new certificates to new connections, and keeps open connections open',
      ],
      ['src/service/webhook-tls.test.ts', 'a certificate that is %s, of a receiver %s'],
      ['src/api/http/connections/https.test.ts', 'gives a new certificate to new connections'],
      [
        'scenarios/beside/tls-reload.test.ts',
        'a certificate is renewed while rsyslog sends: its connection continues, new connections have it, nothing is lost',
      ],
    ],
    without:
      'Renegotiation: TLS 1.3 has none, and Node bounds renegotiation of TLS 1.2 (three in ten minutes).',
  },
  49: {
    says: 'Guessed passwords, a planted session, signing out, a new password',
    outcome:
      'Attempts have to wait longer and longer; each sign-in has a new session id; a new password ends the other sessions. Tokens are independent of passwords and stay valid.',
    tests: [
      [
        'src/api/auth/auth.test.ts',
        'has an id of its own: one that was planted before signing in stays signed out',
        'ends with logout',
      ],
      [
        'src/metadata/sign-in/stored-identity.test.ts',
        'wait longer and longer after ten wrong tries, even with the right password',
        'lose their sessions with a new password, and keep their tokens',
      ],
      [
        'src/metadata/sign-in/login-throttle.test.ts',
        'whatever is tried, no more pass than are free and are forgiven',
      ],
      [
        'src/api/people/own-account.test.ts',
        'set in a session takes the present one, and ends the other sessions',
      ],
    ],
  },
  50: {
    says: 'Pages that do not exist, invalid sizes and orders, ids of other types',
    outcome: 'A 400 that names the parameter, or a 404 for a page past the end; paging is limited.',
    tests: [
      ['src/api/bad-input.test.ts', 'a bad request gets exactly this answer'],
      [
        'src/api/http/validation/lists.test.ts',
        'page %i of %i items at 100 each is past the end',
        '%s is refused',
      ],
      ['src/query/life/page.test.ts', 'faults of a page are keyed by the parameters of the address'],
    ],
  },
} as const satisfies Record<number, FaultCase>
