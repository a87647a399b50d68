import type { FaultCase } from '../fault-case.ts'

/** Client requests, and the delivery of responses: cases 20 to 33. */
export const answerCases = {
  20: {
    says: 'Markup and scripts in messages, hosts, tags and titles',
    outcome:
      'They are shown as text everywhere; the content security policy allows no scripts; mails are plain text.',
    tests: [
      [
        'scenarios/beside/hostile-page.test.ts',
        'content of logs is text in its place, everywhere, at $width px, $colorScheme',
      ],
      [
        'scenarios/beside/hostile-names.test.ts',
        'names and answers of people and programs are text in their place, everywhere, at $width px, $colorScheme',
      ],
      [
        'src/api/description/docs-page.test.ts',
        'nothing in it needs more than the content security policy allows',
      ],
      ['src/alerts/actions/templates/templates.test.ts', 'no value leaves the subject or the text'],
    ],
  },
  21: {
    says: 'A cell of a spreadsheet that begins like a formula',
    outcome: 'It is text: an apostrophe in CSV, a text cell in xlsx. Numbers stay numbers.',
    tests: [
      [
        'src/reports/text/csv.test.ts',
        'any text is read again, with an apostrophe where a spreadsheet would run it',
        'numbers and moments are written as JSON writes them',
      ],
      [
        'scenarios/beside/report-files.test.ts',
        'csv, by LibreOffice: a formula is text',
        'xlsx, by LibreOffice: a formula is text',
      ],
    ],
  },
  22: {
    says: 'A file name with a path or a line break',
    outcome: 'It is made harmless; headers follow RFC 6266 and 5987.',
    tests: [
      ['src/api/http/answers/content-disposition.test.ts', '%j is kept as %j', '%s is sent as %s'],
      ['src/api/reports/reports.test.ts', 'is saved under a name that is asked for, with its own extension'],
    ],
  },
  23: {
    says: 'An expression that takes other engines exponential time',
    outcome: 'RE2 runs it: linear time, bounded length, a 400 for unsupported syntax.',
    tests: [
      [
        'src/ingest/rules/regex/regex.test.ts',
        'patterns that take other engines exponential or cubic time end, on long texts too',
        'an expression that takes too many steps in a text says so',
      ],
      [
        'src/filter/regex/regex-steps.test.ts',
        'a program has hardly more steps than the estimate for its pattern',
      ],
      ['src/api/bad-input.test.ts', 'a bad request gets exactly this answer'],
      [
        'scenarios/alone/expensive-filters.test.ts',
        'the twenty most expensive filters of one user keep no other user waiting',
      ],
    ],
  },
  24: {
    says: 'SQL in names of fields, sorting, zones, presets, names of tags',
    outcome:
      'Names come from lists, values are literals: the answer always equals the answer of the matcher in memory.',
    tests: [
      ['src/storage/store/embedded/open.test.ts', 'text of any kind reaches the engine as it is'],
      [
        'src/query/filter-exactness.test.ts',
        'the engine finds what the matcher in memory finds, of any predicate',
      ],
      ['src/api/bad-input.test.ts', 'a bad request gets exactly this answer'],
      ['src/time/zone.test.ts', '%j is not a zone'],
    ],
  },
  25: {
    says: 'A filter of 10,000 values, of a megabyte, or nested very deeply',
    outcome: 'It is answered within the documented limits; beyond them it is a 400 with the place.',
    tests: [
      [
        'src/query/large-filters.test.ts',
        'the engine answers filters about as large as they may be, and a predicate of many parts as the matcher does',
      ],
      ['src/filter/parse/parse-filter.test.ts', 'faults'],
      ['src/filter/qp/fuzz.test.ts', 'the longest text of any one piece ends'],
      ['src/filter/qp/qp.test.ts', 'the limits themselves are allowed'],
      [
        'src/storage/sql/filter.test.ts',
        'the largest filters that are allowed are statements of a few megabytes',
      ],
    ],
  },
  26: {
    says: 'A query over all time, a ranking of a field of unique values',
    outcome:
      'Memory is bounded, partial results are shown, the query can be stopped, other users get their turns.',
    tests: [
      [
        'src/storage/store/embedded/memory.test.ts',
        'a statement keeps to its share of memory: on disk what can be there, else it ends and says so',
      ],
      [
        'src/query/kinds/bounds.test.ts',
        '200,000 values are held, one more is not',
        'an answer of more than 500,000 rows is refused',
      ],
      ['src/query/slices/fair-queue.test.ts', 'users take turns, each with its own in order'],
      [
        'src/query/life/in-memory-query-service.test.ts',
        'partial results and progress are there while it runs',
      ],
      ['scenarios/alone/stop-query.test.ts', 'the engine no longer works for a query that was stopped'],
    ],
  },
  27: {
    says: 'A query is stopped, removed or recalculated while it runs, twice, or by another user',
    outcome: 'Each may be repeated; the engine ends the work; other users get a 404.',
    tests: [
      [
        'src/query/life/stop.test.ts',
        'stop ends the work at the store and keeps what there is',
        'stop leaves a finished query as it is, also a live one',
        'recalculate starts from scratch, from any status, and reuses nothing',
      ],
      [
        'src/query/life/in-memory-query-service.test.ts',
        'only its owner and managers see a query',
        'a removed query answers once more, and notifies its watchers',
      ],
      ['src/storage/store/embedded/open.test.ts', 'a stopped read leaves no work behind in the engine'],
      ['scenarios/alone/stop-query.test.ts', 'the engine no longer works for a query that was stopped'],
    ],
  },
  28: {
    says: 'A client disconnects in the middle of a query or a download',
    outcome:
      'Its work ends. A query without readers is dropped after its time to live, because its id may still be requested.',
    tests: [
      ['src/api/queries/export.test.ts', 'reading ends when the client goes'],
      ['src/api/http/connections/client-gone.test.ts', '%s ends what it asked for when its client leaves'],
      ['src/query/life/overload.test.ts', 'a question whose reader left before its answer is given up'],
      [
        'src/query/life/in-memory-query-service.test.ts',
        'a query without readers and watchers for its time to live is dropped',
      ],
      ['src/api/live/live.test.ts', 'are gone when the client is'],
    ],
  },
  29: {
    says: 'A document of a million rows',
    outcome: 'It is streamed, continues on further sheets, and says how much is left out.',
    tests: [
      [
        'src/reports/xlsx/streaming.test.ts',
        'a table continues on further sheets, each with the header',
        'rows that are left out are reported in the file and to the caller',
        'rows are read no faster than the output takes them, and let go when it is gone',
      ],
      [
        'src/reports/docx/write-docx.test.ts',
        'rows past the cap are reported, in the file and to the caller',
      ],
      [
        'src/reports/worker/renderer.test.ts',
        'nothing is read ahead of an output that takes nothing',
        'a thread that runs out of memory fails its job alone, and the next gets a new one',
      ],
    ],
    without:
      'A million rows in each format at once: `npm run bench` has exports of that size, with their memory.',
  },
  30: {
    says: 'A websocket client that does not read',
    outcome: 'It gets the newest state, not the backlog, then is closed with 1013.',
    tests: [
      [
        'src/api/live/live.test.ts',
        'get the newest state, not the backlog',
        'are given up with 1013 when they take nothing for long with much waiting',
        'a client that asks without reading is not read from: answers do not pile up',
      ],
    ],
  },
  31: {
    says: 'Websocket frames that are not JSON, unknown, too large, too many, or about objects of other users',
    outcome:
      'An error, and the connection stays open; 1009 for a frame over the limit; never data of other users.',
    tests: [
      [
        'src/api/bad-input.test.ts',
        'a bad frame gets exactly this error, and the connection stays',
        'a frame over 64 KiB closes the connection with 1009',
      ],
      [
        'src/api/live/live.test.ts',
        'a connection takes no more subscriptions than its bound',
        'of another user or without permission are refused',
      ],
      ['src/api/live/widgets.test.ts', 'a hidden object is not there'],
    ],
  },
  32: {
    says: 'A token is revoked, a user disabled or a permission removed during use',
    outcome: 'Open connections end within seconds; results are withheld.',
    tests: [
      ['src/api/live/live.test.ts', 'rights'],
      ['src/api/people/user-routes.test.ts', 'has no way in, at once, until it is enabled'],
      [
        'src/metadata/sign-in/stored-identity.test.ts',
        'that are removed are gone at once, and everybody hears of it',
        'that expire are gone at that moment, and everybody hears of it with the next tending',
      ],
    ],
  },
  33: {
    says: 'Objects of other users, by their ids',
    outcome: '403 or 404, as in the table of all operations and kinds of callers.',
    tests: [
      [
        'src/api/permissions.test.ts',
        'exactly these may',
        'every operation has its row, and every row its operation',
      ],
      ['src/api/auth/scope.test.ts', 'every other route that is not public refuses it'],
    ],
  },
} as const satisfies Record<number, FaultCase>
