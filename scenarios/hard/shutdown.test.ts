import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ActionRun } from '../../src/schema/triggers/action-run.ts'
import { isDeep } from '../../src/testing/depth.ts'
import { enginePid } from '../testing/engine-pid.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { LineSender } from '../testing/line-sender.ts'
import { Load } from '../testing/load.ts'
import { Millrace } from '../testing/millrace.ts'
import { childOf, groupMembers } from '../testing/process-group.ts'
import { engineFiles } from '../testing/program.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'
import { faultsOfRound } from '../testing/verify.ts'

const times = isDeep ? 3 : 2
const longestSeconds = 10

const millrace = startMillrace()
const { client } = millrace

test(`SIGTERM under load ends all, ${times} times, with nothing lost`, async () => {
  const load = new Load(millrace)
  load.start()
  for (let time = 0; time < times; time++) {
    await load.acknowledged(1_000)
    const { code, signal, seconds } = await millrace.stop()
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    if (isIdleMachine) expect(seconds).toBeLessThan(longestSeconds)
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
  await told.choosePorts()
  const start = told.restart().then(
    () => 'started',
    () => 'ended',
  )
  try {
    const server = told.pid
    const engine = await until('the engine', () => childOf(server, engineFiles))
    process.kill(engine, 'SIGSTOP')
    process.kill(server, 'SIGTERM')
    expect(await start).toBe('ended')
    await until('the end of all processes', () => groupMembers(server).length === 0)
    await told.restart()
  } finally {
    await told.remove()
  }
})

test('SIGTERM while a script, a mail server and the engine hang is an end in time, and the next start finishes the rest', async () => {
  // Accepts connections but does not respond.
  const connected = Promise.withResolvers<void>()
  const silent = createServer(() => connected.resolve()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  // Address of a TCP server.
  const { port } = silent.address() as AddressInfo
  const told = await Millrace.start({ MILLRACE_SMTP_URL: `smtp://127.0.0.1:${port}` })
  try {
    const ready = path.join(told.dataDir, 'ready')
    const scripts = path.join(told.dataDir, 'scripts')
    const write = (lines: string) =>
      writeFileSync(path.join(scripts, 'act.sh'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
    mkdirSync(scripts, { recursive: true })
    write(`trap "" TERM\ntouch ${ready}\nwhile :; do sleep 1; done`)
    const trigger = { name: 'Acts', filter: [{ field: 'program', value: 'ups' }] }
    const made = await told.client.post('/api/triggers', {
      ...trigger,
      exec_script: true,
      script_path: 'act.sh',
    })
    expect(made.status).toBe(201)
    const sender = await LineSender.connect(told.address('syslog_tcp'))
    await sender.send(`<134>1 ${new Date().toISOString()} ups-1 ups - - - on battery\n`)
    await until('the script', () => existsSync(ready))
    const report = { title: 'Hosts', format: 'json', query: { type: 'TopN', params: {} } }
    const queued = await told.client.post('/api/reports', { ...report, emails: ['noc@example.com'] })
    expect(queued.status).toBe(202)
    await connected.promise
    process.kill(await enginePid(told), 'SIGSTOP')
    const server = told.pid
    const { code, signal, seconds } = await told.stop()
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    if (isIdleMachine) expect(seconds).toBeLessThan(longestSeconds)
    await until('the end of all processes', () => groupMembers(server).length === 0)
    rmSync(ready)
    write('exit 0')
    await told.restart()
    await until('the script of the next start', async () => {
      const answer = await told.client.get('/api/actions')
      // As described by the API.
      const { objects } = (await answer.json()) as { objects: ActionRun[] }
      return objects.length === 1 && objects[0]?.status === 'done'
    })
  } finally {
    silent.close()
    await told.remove()
  }
})

test('a start reports whether the run before ended, and an end that it is one', async () => {
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
