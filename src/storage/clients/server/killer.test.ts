import { expect, test } from 'vitest'
import { eventually } from '../../../testing/until.ts'
import { StatementKiller } from './killer.ts'

test('a statement is looked for until it is found no more; a refusal is logged once until it passes', async () => {
  const said: string[] = []
  const asked: string[][] = []
  const answers: (string[] | Error)[] = [new Error('no rights'), new Error('no rights'), ['a'], []]
  const killer = new StatementKiller(
    async ids => {
      asked.push([...ids])
      const answer = answers.shift() ?? []
      if (answer instanceof Error) throw answer
      return answer
    },
    reason => said.push(reason),
  )
  killer.kill('a')
  // Refused twice, found once, then not found as often as a server may need to learn of it.
  await eventually(() => asked.length).toBe(2 + 1 + 6)
  expect(said).toEqual(['no rights'])
  killer.close()
})
