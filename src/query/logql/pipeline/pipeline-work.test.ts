import { expect, test } from 'vitest'
import { PipelineWork } from './pipeline-work.ts'

/** Processes lines, with steps of regular expressions for each. */
async function work(limits: ConstructorParameters<typeof PipelineWork>[0], lines: string[], steps = 0) {
  const counted = new PipelineWork(limits)
  for (const line of lines) {
    counted.begin(line)
    counted.budget.spend(steps)
    await counted.end()
  }
}

test.each<[limits: Parameters<typeof work>[0], what: string]>([
  [{ lines: 3 }, '3 lines'],
  [{ characters: 7 }, '7 characters'],
  [{ steps: 35 }, '35 steps of regular expressions'],
])('work beyond %j is refused', async (limits, what) => {
  await expect(work(limits, ['ab', 'ab', 'ab'], 10)).resolves.toBeUndefined()
  await expect(work(limits, ['ab', 'ab', 'ab', 'ab'], 10)).rejects.toMatchObject({
    code: 'query_memory',
    detail: `The stages behind the selector would read more than ${what}; narrow the range, or add a line filter before the first of them.`,
  })
})

test('labels that are kept are bounded', () => {
  const work = new PipelineWork({ kept: 10 })
  work.keep(10)
  expect(() => work.keep(1)).toThrow('The labels and lines of the answer have more than 10 characters')
})

test('characters of templates are bounded for each line, and count for all lines', async () => {
  const work = new PipelineWork({ characters: 4_000_002 })
  work.begin('a')
  expect([work.countTemplate(4_000_000), work.countTemplate(1)]).toEqual([true, false])
  expect(work.end()).toBeInstanceOf(Promise)
  expect(() => work.begin('a')).toThrow('would read more than 4000002 characters')
})

test('the steps of one line are bounded', async () => {
  await expect(work({}, ['a'], 1_000_001)).rejects.toThrow('take more than 1000000 steps')
})

test('others are served meanwhile', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work({}, new Array<string>(20_000).fill('a'))
  isDone = true
  expect(turns).toBeGreaterThan(5)
})
