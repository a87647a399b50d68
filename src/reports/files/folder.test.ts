import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import { ReportFolder } from './folder.ts'

test('the file of a report that is made again stays while what a killed process left of it is removed', async () => {
  const place = temporaryFolder()
  const stored = { save: async () => true, stored: async () => new Set<number>(), async *read() {} }
  const folder = new ReportFolder(place, { maxFileBytes: 1_000, minFreeBytes: 0 }, stored, false)
  const killed = await folder.draft({ id: 7, name: 'Loudest.json', attempt: 1 })
  await killed.write(Buffer.from('half'))

  // The report is claimed again between the check for running reports and the removal.
  const drafts: (typeof killed)[] = []
  await folder.removeOrphans(async () => {
    drafts.push(await folder.draft({ id: 7, name: 'Loudest.json', attempt: 2 }))
    return new Map([[7, { isInProgress: false }]])
  })
  expect(readdirSync(place)).toHaveLength(1)
  await drafts[0]?.write(Buffer.from('whole'))
  expect(await drafts[0]?.finish('runner')).toBe(5)
  expect(readdirSync(place)).toEqual(['7.json'])
})
