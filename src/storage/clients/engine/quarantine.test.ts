import { expect, test } from 'vitest'
import { Quarantine } from './quarantine.ts'

const hour = 3_600_000

/** A quarantine whose clock the test moves. */
function underTest() {
  const clock = { now: 1_000_000 }
  const quarantine = new Quarantine(
    () => {},
    () => clock.now,
  )
  /** Gives statements to the process, which runs at most six at once; returns the held statements. */
  const run = (...statements: string[]): string[] =>
    statements.filter((sql, id) => !quarantine.admit(id, { lane: 'short', sql }))
  const refused = (...statements: string[]): string[] => statements.filter(sql => refusalOf(quarantine, sql))
  return { clock, quarantine, run, refused }
}

function refusalOf(quarantine: Quarantine, sql: string): unknown {
  try {
    quarantine.check(sql)
    return undefined
  } catch (error) {
    return error
  }
}

test('a statement that ran at two ends of the process is refused for an hour', () => {
  const { clock, quarantine, run } = underTest()
  run('bad')
  expect(quarantine.onProcessExit()).toEqual(new Set([0]))
  expect(refusalOf(quarantine, 'bad')).toBeUndefined()
  run('bad')
  quarantine.onProcessExit()
  expect(refusalOf(quarantine, 'bad')).toMatchObject({ code: 'query_quarantined', retryAfter: 3_600 })
  expect(refusalOf(quarantine, 'good')).toBeUndefined()
  clock.now += hour
  expect(refusalOf(quarantine, 'bad')).toBeUndefined()
})

test('suspects run one after the other, and only the one that runs at the next end is refused', () => {
  const { quarantine, run, refused } = underTest()
  run('a', 'b', 'c')
  quarantine.onProcessExit()
  expect(run('a', 'b', 'c', 'new')).toEqual(['b', 'c'])
  expect(quarantine.takeNext()).toBeUndefined()
  quarantine.clearSuspicion(0)
  quarantine.settle(0)
  expect(quarantine.takeNext()).toBe(1)
  expect(quarantine.onProcessExit()).toEqual(new Set([1, 3]))
  expect(refused('a', 'b', 'c', 'new')).toEqual(['b'])
  expect(run('a', 'c', 'new')).toEqual(['new'])
})

test('a statement that waited for a session of its lane is no suspect', () => {
  const { quarantine, run } = underTest()
  run('ran')
  quarantine.admit(7, { lane: 'long', sql: 'answered' })
  quarantine.admit(8, { lane: 'long', sql: 'ran, too' })
  quarantine.admit(9, { lane: 'long', sql: 'began when another was answered' })
  quarantine.admit(10, { lane: 'long', sql: 'waited' })
  quarantine.settle(7)
  expect(quarantine.onProcessExit()).toEqual(new Set([0, 8, 9]))
  expect(run('ran', 'ran, too', 'waited')).toEqual(['ran, too'])
})

test('a statement that was cancelled is suspected still, one that was answered is not', () => {
  const { quarantine, run } = underTest()
  run('a', 'cancelled', 'answered')
  quarantine.onProcessExit()
  run('cancelled')
  quarantine.settle(0)
  run('answered')
  quarantine.clearSuspicion(0)
  quarantine.settle(0)
  expect(run('a', 'cancelled', 'answered')).toEqual(['cancelled'])
})

test('whoever stops waiting leaves the line', () => {
  const { quarantine, run } = underTest()
  run('a', 'b', 'c')
  quarantine.onProcessExit()
  run('a', 'b', 'c')
  expect(quarantine.withdraw(0)).toBe(false)
  expect(quarantine.withdraw(1)).toBe(true)
  quarantine.settle(0)
  expect(quarantine.takeNext()).toBe(2)
  expect(quarantine.takeNext()).toBeUndefined()
})

test('no more texts are remembered than the bound', () => {
  const { quarantine, run, refused } = underTest()
  for (let i = 0; i < 1_005; i++) {
    for (const _ of [1, 2]) {
      run(`statement ${i}`)
      quarantine.onProcessExit()
    }
  }
  expect(refused('statement 4', 'statement 5', 'statement 1004')).toEqual(['statement 5', 'statement 1004'])
})
