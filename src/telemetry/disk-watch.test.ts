import { expect, test } from 'vitest'
import { type DiskSpace, DiskWatch, diskLevel } from './disk-watch.ts'

test.each([
  [100, 'ok', 'ok'],
  [16, 'ok', 'ok'],
  [15, 'ok', 'warning'],
  [15.5, 'warning', 'warning'],
  [16.5, 'warning', 'ok'],
  [10, 'warning', 'critical'],
  [10.5, 'critical', 'critical'],
  [11.5, 'critical', 'warning'],
  [0, 'ok', 'critical'],
  [50, 'critical', 'ok'],
] as const)('%d %% free after %s is %s', (free, before, level) => {
  expect(diskLevel({ total: 100, free }, before)).toBe(level)
})

test.each([
  [400, 'ok', 'ok'],
  [399, 'ok', 'warning'],
  [402, 'warning', 'warning'],
  [410, 'warning', 'ok'],
  [200, 'warning', 'warning'],
  [199, 'warning', 'critical'],
  [201, 'critical', 'critical'],
  [205, 'critical', 'warning'],
] as const)('%d bytes free after %s are %s, where nothing is taken in below 100', (free, before, level) => {
  expect(diskLevel({ total: 1_000, free, floor: 100 }, before)).toBe(level)
})

test('the log writes the name of a disk as words', async () => {
  const said: string[] = []
  const disks = { old_data_folder: async () => ({ total: 100, free: 0 }) }
  await new DiskWatch({ disks, warn: line => said.push(line), info: () => {} }).check()
  expect(said).toEqual([expect.stringMatching(/^the disk of the old data folder /)])
})

test('a disk that fills is reported once, and again when it has room', async () => {
  const said: string[] = []
  const disk = { total: 200e9, free: 100e9 }
  let isBroken = false
  const watch = new DiskWatch({
    disks: {
      data_folder: async () => disk,
      events: async () => {
        if (isBroken) throw new Error('the server is away')
        return undefined
      },
    },
    warn: line => said.push(`warn ${line}`),
    info: line => said.push(`info ${line}`),
  })
  const at = async (free: number) => {
    disk.free = free
    await watch.check()
    return said.splice(0)
  }
  expect(watch.state).toEqual({ level: 'ok', unknown: [] })
  expect(await at(100e9)).toEqual([])
  expect(watch.disks).toEqual([
    { name: 'data_folder', total: 200e9, free: 100e9, level: 'ok', unknown_since: null },
  ])
  expect(await at(29e9)).toEqual([
    'warn the disk of the data folder is filling up: 85 % is used, 29 GB of 200 GB are free',
  ])
  expect(await at(30.5e9)).toEqual([])
  isBroken = true
  expect(await at(30.5e9)).toEqual([
    'warn the disk of the events cannot be measured, so its free space is unknown: the server is away',
  ])
  expect(await at(1.5e9)).toEqual([
    'warn the disk of the data folder is filling up: 99 % is used, 1.5 GB of 200 GB are free',
  ])
  expect(watch.state).toEqual({ level: 'critical', bound: 'share', unknown: ['events'] })
  expect(await at(25e9)).toEqual([
    'warn the disk of the data folder is filling up: 87 % is used, 25 GB of 200 GB are free',
  ])
  expect(await at(120e9)).toEqual([
    'info the disk of the data folder has room again: 40 % is used, 120 GB of 200 GB are free',
  ])
  expect(watch.state).toEqual({ level: 'warning', unknown: ['events'] })
  isBroken = false
  expect(await at(120e9)).toEqual(['info the disk of the events can be measured again'])
  expect(watch.state).toEqual({ level: 'ok', unknown: [] })
  await watch.stop()
})

test('a disk that cannot be measured any longer keeps its level, and says since when', async () => {
  const spaces: (DiskSpace | Error)[] = [
    { total: 100, free: 5 },
    new Error('away'),
    { total: 100, free: 90, unmeasured: new Error('one shard is away') },
    { total: 100, free: 90, floor: 40 },
  ]
  const watch = new DiskWatch({
    disks: {
      events: async () => {
        const space = spaces.shift()
        if (space instanceof Error) throw space
        return space
      },
    },
    warn: () => {},
    info: () => {},
  })
  const checked = async () => {
    await watch.check()
    return [watch.state, ...watch.disks]
  }
  const known = { name: 'events', total: 100, unknown_since: null }
  expect(await checked()).toEqual([
    { level: 'critical', bound: 'share', unknown: [] },
    { ...known, free: 5, level: 'critical' },
  ])
  const unknown = { ...known, unknown_since: expect.any(Number) }
  expect(await checked()).toEqual([
    { level: 'critical', bound: 'share', unknown: ['events'] },
    { ...unknown, free: 5, level: 'critical' },
  ])
  expect(await checked()).toEqual([
    { level: 'critical', bound: 'share', unknown: ['events'] },
    { ...unknown, free: 5, level: 'critical' },
  ])
  expect(await checked()).toEqual([
    { level: 'warning', bound: 'floor', unknown: [] },
    { ...known, free: 90, level: 'warning' },
  ])
  await watch.stop()
})
