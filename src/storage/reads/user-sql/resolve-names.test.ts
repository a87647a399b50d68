import { expect, test } from 'vitest'
import { parseStatement } from './parse-statement.ts'
import { printStatement } from './print.ts'

const columns =
  'id, time, second, first_time, is_repeat, occurrences, retention, host, program, cisco_mnemonic, facility, severity, status, type, message, template'
const refused: readonly (readonly [sql: string, reason: string])[] = [
  [
    'SELECT hostt FROM events',
    `There is no column hostt; did you mean host? Columns: ${columns}, and tags['name'] (character 8)`,
  ],
  [
    'SELECT count() FROM events WHERE a.nothing = 1',
    'There is no source a here; sources are events (character 34)',
  ],
  [
    'SELECT e.user_name FROM (SELECT host, severity AS s FROM events) AS e',
    'There is no column user_name. Columns: host, s (character 8)',
  ],
  [
    'SELECT host FROM events AS a JOIN (SELECT host AS h FROM events) AS b USING (hosts) ORDER BY 1',
    `There is no column hosts; did you mean host? Columns: ${columns}, h, and tags['name'] (character 78)`,
  ],
  [
    'SELECT host FROM events AS a WHERE EXISTS (SELECT 1 FROM events AS b WHERE b.host = a.hots)',
    `There is no column hots; did you mean host? Columns: ${columns}, and tags['name'] (character 85)`,
  ],
  [
    'SELECT count() AS n FROM events HAVING m > 1',
    `There is no column m. Columns: ${columns}, and tags['name'] (character 40)`,
  ],
  [
    "SELECT host FROM events WHERE severity = 'eror'",
    "There is no severity 'eror': it is a number or one of EMERGENCY, ALERT, CRITICAL, ERROR, WARNING, NOTICE, INFO, DEBUG",
  ],
]

test('an unknown column, source or name of a code is refused with the known ones', () => {
  for (const [sql, reason] of refused)
    expect(() => parseStatement(sql), sql).toThrow(
      expect.objectContaining({ code: 'sql_refused', detail: reason }),
    )
})

test('names of severities, facilities and statuses are compared as codes, wherever the column comes from', () => {
  const cases: [condition: string, written: string][] = [
    ["SELECT 1 FROM events WHERE severity = 'error'", 'equals(`severity`, 3)'],
    ["SELECT 1 FROM events WHERE 'Warning' >= severity", 'greaterOrEquals(4, `severity`)'],
    ["SELECT 1 FROM events WHERE severity <= '3'", 'lessOrEquals(`severity`, 3)'],
    ["SELECT 1 FROM events AS e WHERE e.severity NOT IN ('crit', 'EMERGENCY', 5)", 'NOT IN (2, 0, 5)'],
    ["SELECT 1 FROM events WHERE severity BETWEEN 'alert' AND 'err'", 'lessOrEquals(`severity`, 3)'],
    ["SELECT countIf(facility = 'local7') FROM events", 'equals(`facility`, 23)'],
    [
      "SELECT host, min(severity) AS worst FROM events GROUP BY host HAVING worst < 'error'",
      'less(`worst`, 3)',
    ],
    ["SELECT 1 FROM (SELECT severity AS s FROM events) WHERE s > 'notice'", 'greater(`s`, 5)'],
    [
      "WITH e AS (SELECT * FROM events) SELECT count() FROM e WHERE severity != 'info'",
      'notEquals(`severity`, 6)',
    ],
    [
      "SELECT 1 FROM events AS a WHERE EXISTS (SELECT 1 FROM events AS b WHERE a.severity = 'debug')",
      'equals(`a`.`severity`, 7)',
    ],
    // Columns that only share the name keep the text.
    [
      "SELECT 1 FROM (SELECT tags['severity'] AS severity FROM events) WHERE severity = 'error'",
      "equals(`severity`, 'error')",
    ],
    ["SELECT lower(type) AS severity FROM events WHERE severity = 'error'", "equals(`severity`, 'error')"],
    ["SELECT 1 FROM events WHERE program = 'error'", "equals(`program`, 'error')"],
  ]
  for (const [sql, written] of cases)
    expect(printStatement(parseStatement(sql)).sql('e'), sql).toContain(written)
})
