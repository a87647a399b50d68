import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { stepsFor, workOf } from '../../filter/predicate/work.ts'
import { yes } from '../../filter/templates/template-matcher.ts'
import { mapValues } from '../memory/counting/value-mapping.ts'
import { judgingSteps, PredicateVerdicts } from './predicate-verdicts.ts'
import { ValueIds } from './value-ids.ts'

const templates = 200
const letters = 'abcdefghijklmnopqrst'

/** Templates of some 100 characters, in these numbers. */
function someTemplates(): ValueIds {
  const ids = new ValueIds()
  for (let i = 0; i < templates; i++) {
    const words = Array.from({ length: 20 }, (_, j) => `${letters[i % 20]}${letters[(i + j) % 20]}ab`)
    ids.idOf([`${words.join(' ')} ${letters[Math.floor(i / 20)]}\u0011`])
  }
  return ids
}

function filterOf(values: number): Predicate {
  const meaning = parseFilter([
    { field: 'message', value: Array.from({ length: values }, (_, i) => `x${i}*b?`) },
  ])
  if ('faults' in meaning) throw new Error(JSON.stringify(meaning.faults))
  return meaning.predicate
}

test('a filter of 1,000 wildcards is held against templates in slices, between which others have the thread', async () => {
  const ids = someTemplates()
  const predicate = filterOf(1_000)
  expect(mapValues(ids, ['template'], 1, predicate)).toBe('unjudged')
  const findings = new PredicateVerdicts(ids, ['template'], predicate)
  let turns = 0
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      await setImmediate()
      turns++
    }
  })()
  await findings.judgeAll(new AbortController().signal)
  isOver = true
  await others
  const steps = templates * stepsFor(workOf(predicate), 100)
  expect(turns).toBeGreaterThan(steps / (2 * judgingSteps.slice))
  expect(turns).toBeGreaterThan(10)
  expect(findings.verdicts?.length).toBe(templates)
})

test('judging stops with its question, and resumes with the next one', async () => {
  const findings = new PredicateVerdicts(someTemplates(), ['template'], filterOf(1_000))
  const asked = new AbortController()
  const judging = findings.judgeAll(asked.signal)
  asked.abort(new Error('stopped'))
  await expect(judging).rejects.toThrow('stopped')
  expect(findings.verdicts).toBeUndefined()
  await findings.judgeAll(new AbortController().signal)
  expect(findings.verdicts?.length).toBe(templates)
})

test('little work is judged at once, also when it comes in later', () => {
  const ids = someTemplates()
  const findings = new PredicateVerdicts(ids, ['template'], filterOf(1))
  findings.judgeIfCheap()
  expect(findings.verdicts?.length).toBe(templates)
  ids.idOf(['one that says x0abc'])
  expect(findings.verdicts).toBeUndefined()
  findings.judgeIfCheap()
  expect(findings.verdicts?.at(-1)).toBe(yes)
})

test('one value that alone takes too long is not judged: its template leaves a doubt, without one rows are counted', async () => {
  const meaning = parseFilter([{ field: 'host', op: '=~', value: '[a-f]{1000}' }])
  if ('faults' in meaning) throw new Error(JSON.stringify(meaning.faults))
  const ids = new ValueIds()
  ids.idOf(['a'.repeat(5_000)])
  const findings = new PredicateVerdicts(ids, ['host'], meaning.predicate)
  await findings.judgeAll(new AbortController().signal)
  expect(findings.isTooExpensive).toBe(true)
  expect(mapValues(ids, ['host'], 1, meaning.predicate)).toBeUndefined()
})
