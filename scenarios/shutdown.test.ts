import { expect, test } from 'vitest'
import { Load } from './testing/load.ts'
import { Millrace } from './testing/millrace.ts'
import { childOf, groupMembers } from './testing/process-group.ts'
import { startMillrace } from './testing/service.ts'
import { until } from './testing/until.ts'
import { faultsOfRound } from './testing/verify.ts'

const times = 5
const longestSeconds = 10

const millrace = startMillrace()
const { client } = millrace

test(`SIGTERM under load ends all within ${longestSeconds} s, ${times} times, with nothing lost`, async () => {
  const load = new Load(millrace)
  load.start()
  for (let time = 0; time < times; time++) {
    await load.acknowledged(1_000)
    const { code, signal, seconds } = await millrace.stop()
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    expect(seconds).toBeLessThan(longestSeconds)
    const round = load.nextRound()
    await millrace.restart()
    load.pause()
    await load.settled(round)
    expect(await faultsOfRound(load, client, round), `after end ${time + 1}`).toEqual([])
    load.resume()
  }
  await load.stop()
})

test('SIGTERM while an engine hangs that opens the folder ends all, and the next start works', async () => {
  const told = new Millrace()
  const start = told.restart().then(
    () => 'started',
    () => 'ended',
  )
  try {
    const server = told.pid
    const engine = await until('the engine', () => childOf(server, 'engine/process'))
    process.kill(engine, 'SIGSTOP')
    process.kill(server, 'SIGTERM')
    expect(await start).toBe('ended')
    await until('the end of all processes', () => groupMembers(server).length === 0)
    await told.restart()
  } finally {
    await told.remove()
  }
})

test('a start tells whether the run before ended, and an end that it is one', async () => {
  const told = await Millrace.start({ MILLRACE_LOG_LEVEL: 'info' })
  try {
    await told.stop()
    expect(told.output).toContain('Millrace has ended; everything is on disk')
    await told.restart()
    expect(told.output).not.toContain('did not end by itself')
    await told.kill9()
    await told.restart()
    expect(told.output).toMatch(/The run that began at \S+ did not end by itself \(.*\): (nothing|replaying)/)
  } finally {
    await told.remove()
  }
})
