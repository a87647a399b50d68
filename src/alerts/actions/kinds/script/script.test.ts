import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hostileValues, testContext } from '../../testing/test-context.ts'
import type { ActionContext } from '../action.ts'
import { maxDrainMs, type ScriptDeps, scriptRunner } from './script.ts'
import { ScriptsFolder } from './scripts-folder.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'millrace-scripts-'))
  folder = path.join(root, 'scripts')
  mkdirSync(folder)
  onTestFinished(() => rmSync(root, { recursive: true }))
})

function write(name: string, text: string, mode = 0o755): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}
/** A Node script, which needs no interpreter that may be missing. */
const writeNode = (name: string, code: string) => write(name, `#!${process.execPath}\n${code}`)

function run(
  name: string,
  context: ActionContext = testContext(),
  more: Partial<ScriptDeps> = {},
  signal?: AbortSignal,
) {
  const deps = {
    folder: new ScriptsFolder(folder),
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    ...more,
  }
  return scriptRunner(deps)({ kind: 'script', name }, context, signal ?? new AbortController().signal)
}

const printAll =
  'console.log(JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), env: process.env }))'

test('a script gets the event and the trigger in its environment, and nothing else of ours', async () => {
  writeNode('print', printAll)
  process.env.MILLRACE_TEST_SECRET = 'secret'
  onTestFinished(() => void delete process.env.MILLRACE_TEST_SECRET)
  const result = await run(
    'print',
    testContext({ tags: { SrcIP: '192.0.2.7', 'Src Port': 'a b,c=d\\' } }, { key: 'fw-1' }),
  )
  expect(result).toMatchObject({ status: 'done', detail: 'Exit code 0.', retry: false })
  const { argv, cwd, env } = JSON.parse(result.output ?? '')
  expect([argv, cwd]).toEqual([[], folder])
  expect(env).toEqual({
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    EVENT_ID: '6330125066960896',
    EVENT_SEVERITY: '4',
    EVENT_FACILITY: '20',
    EVENT_MESSAGE: 'Deny tcp src outside:192.0.2.7/4242 dst inside:198.51.100.2/22',
    EVENT_HOST: 'fw-1',
    EVENT_PROGRAM: 'asa',
    EVENT_CISCO_MNEMONIC: 'ASA-4-106023',
    EVENT_USER_TAGS: 'SrcIP=192.0.2.7,Src\\ Port=a\\ b\\,c\\=d\\\\',
    EVENT_STATUS: '1',
    EVENT_FIRST_OCCURRENCE: '1780000000.5',
    EVENT_LAST_OCCURRENCE: '1780000060',
    EVENT_COUNTER: '3',
    TRIGGER_ID: '7',
    TRIGGER_NAME: 'Denied connections',
    TRIGGER_AUTHOR: 'ann',
    TRIGGER_AUTHOR_EMAIL: 'ann@example.com',
    TRIGGER_HITS_COUNT: '42',
    EVENT_TRIGGER_ID: '7',
    EVENT_TRIGGER_NAME: 'Denied connections',
    EVENT_TRIGGER_AUTHOR: 'ann',
    EVENT_TRIGGER_AUTHOR_EMAIL: 'ann@example.com',
    EVENT_TRIGGER_HITS_COUNT: '42',
    MATCHES_COUNT: '2',
    MATCHES_KEY: 'fw-1',
    IDEMPOTENCY_KEY: '7-1001-3',
  })
})

test('values arrive as they are and run nothing', async () => {
  writeNode('print', 'console.log(JSON.stringify([process.env.EVENT_MESSAGE, process.env.EVENT_HOST]))')
  const inert = ['() { :; }; echo pwned', '-rf', 'a\nPATH=/evil', 'LD_PRELOAD=/evil.so', ...hostileValues]
  // A process per value would take seconds.
  for (let at = 0; at < inert.length; at += 2) {
    const [message = '', host = ''] = inert.slice(at, at + 2)
    const { status, output } = await run('print', testContext({ message, host }))
    expect([status, JSON.parse(output ?? '')]).toEqual([
      'done',
      [message, host].map(value => value.toWellFormed().replaceAll('\0', '\ufffd')),
    ])
  }
})

test('the shell of a script expands nothing in a value', async () => {
  write('echo.sh', '#!/bin/sh\nprintf %s "$EVENT_MESSAGE"\n')
  const message = `$(touch ${root}/pwned) \`id\` ; * ' " \\`
  expect(await run('echo.sh', testContext({ message }))).toMatchObject({ status: 'done', output: message })
})

test('the longest values start a script all the same', async () => {
  writeNode('print', 'console.log(process.env.EVENT_MESSAGE.length)')
  const message = '漢'.repeat(65_536)
  expect(await run('print', testContext({ message, tags: { x: message } }))).toMatchObject({
    output: '40000\n',
  })
})

test('only executable files of the folder run', async () => {
  const outside = path.join(root, 'outside.sh')
  writeFileSync(outside, '#!/bin/sh\necho outside\n', { mode: 0o755 })
  write('ok.sh', '#!/bin/sh\n')
  write('plain.sh', '#!/bin/sh\n', 0o644)
  write('.hidden.sh', '#!/bin/sh\n')
  mkdirSync(path.join(folder, 'sub'))
  writeFileSync(path.join(folder, 'sub', 'x.sh'), '#!/bin/sh\n', { mode: 0o755 })
  symlinkSync(outside, path.join(folder, 'link.sh'))
  symlinkSync(path.join(folder, 'sub', 'x.sh'), path.join(folder, 'deep.sh'))
  symlinkSync(path.join(folder, 'ok.sh'), path.join(folder, 'alias.sh'))
  symlinkSync(path.join(folder, '.hidden.sh'), path.join(folder, 'seen.sh'))
  const refusals: [name: string, detail: string][] = [
    ['missing.sh', 'There is no script missing.sh in the folder of scripts.'],
    ['', 'A script is given by its name, without a folder.'],
    ['.', 'A hidden file is no script.'],
    ['..', 'A hidden file is no script.'],
    ['../outside.sh', 'A script is given by its name, without a folder.'],
    ['sub/x.sh', 'A script is given by its name, without a folder.'],
    [outside, 'A script is given by its name, without a folder.'],
    ['/bin/sh', 'A script is given by its name, without a folder.'],
    ['ok.sh -x', 'There is no script ok.sh -x in the folder of scripts.'],
    ['ok.sh\0', 'A script is given by its name, without a folder.'],
    ['ok.sh\n', 'A script is given by its name, without a folder.'],
    ['.hidden.sh', 'A hidden file is no script.'],
    ['seen.sh', 'A hidden file is no script.'],
    ['link.sh', 'link.sh is a link out of the folder of scripts.'],
    ['deep.sh', 'deep.sh is a link out of the folder of scripts.'],
    ['sub', 'sub is not a file.'],
  ]
  // Root may execute every file that anyone may execute.
  refusals.push(['plain.sh', 'plain.sh is not executable.'])
  for (const [name, detail] of refusals)
    expect(await run(name)).toEqual({ status: 'refused', detail, retry: false })
  expect(await new ScriptsFolder(folder).list()).toEqual(['alias.sh', 'ok.sh'])
  expect(await new ScriptsFolder(path.join(root, 'nowhere')).list()).toEqual([])
})

const exits: [code: string, result: object][] = [
  ['process.exit(0)', { status: 'done', detail: 'Exit code 0.', retry: false }],
  ['process.exit(3)', { status: 'failed', detail: 'Exit code 3.', retry: false }],
  ['process.exit(75)', { status: 'failed', detail: 'Exit code 75.', retry: true }],
  ['process.kill(process.pid, "SIGKILL")', { status: 'failed', detail: 'Ended by SIGKILL.', retry: true }],
]
test.each(exits)('%s', async (code, result) => {
  writeNode('exit', `console.error('said');setTimeout(() => { ${code} }, 1)`)
  expect(await run('exit')).toEqual({ ...result, output: 'said\n' })
})

test('the end of a long output is kept', async () => {
  writeNode('long', 'for (let at = 0; at < 300; at++) console.log("x".repeat(1000)); console.log("end")')
  const { output = '' } = await run('long')
  expect(output).toHaveLength(65_537)
  expect(output).toMatch(/^…x+\n(x+\n)+end\n$/)
})

test('a script whose interpreter is missing fails', async () => {
  write('broken', '#!/nowhere/interpreter\n')
  const result = await run('broken')
  expect(result).toMatchObject({ status: 'failed', retry: false })
  expect(result.detail).toContain('The script could not be started: ')
})

test('a script that takes too long is asked to end', async () => {
  writeNode(
    'slow',
    `process.on("SIGTERM", () => { console.log("ending"); process.exit(0) }); setInterval(() => {}, 1000); console.log("ready"); require("node:fs").writeFileSync(${JSON.stringify(ready())}, "")`,
  )
  stopTimers()
  const running = run('slow', testContext(), { timeoutMs: 1_000 })
  await appeared(ready())
  vi.advanceTimersByTime(1_000)
  const result = await running
  expect(result).toMatchObject({ status: 'failed', detail: 'It ran for more than 1 seconds.', retry: true })
  expect(result.output).toBe('ready\nending\n')
})

test('one that does not end is killed with the processes that it started', async () => {
  write(
    'stubborn',
    `#!/bin/sh\ntrap "" TERM\n(trap "" TERM; sleep 1000) &\necho $!\ntouch ${ready()}\nwait\nwait\nsleep 1000\n`,
  )
  stopTimers()
  const running = run('stubborn', testContext(), { timeoutMs: 500, graceMs: 100 })
  await appeared(ready())
  vi.advanceTimersByTime(500)
  vi.advanceTimersByTime(100)
  const result = await running
  expect(result).toMatchObject({ status: 'failed', retry: true })
  await gone(Number(result.output))
})

test('a process that a script leaves behind is ended', async () => {
  write('leaves', '#!/bin/sh\nsleep 1000 &\necho $!\n')
  const result = await run('leaves')
  expect(result).toMatchObject({ status: 'done' })
  await gone(Number(result.output))
})

test('an attempt that is cut short ends its script', async () => {
  writeNode('slow', 'setInterval(() => {}, 1000)')
  const ended = new AbortController()
  const running = run('slow', testContext(), {}, ended.signal)
  ended.abort()
  expect(await running).toMatchObject({ status: 'failed', detail: 'The attempt was cut short.', retry: true })
})

test('a script that succeeded stays done when its attempt is cut short while its output is read', async () => {
  writeNode(
    'leaves',
    `const { spawn } = require('node:child_process')
const { renameSync, writeFileSync } = require('node:fs')
const output = { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }
const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], output)
left.unref()
writeFileSync('pids', process.pid + ' ' + left.pid)
renameSync('pids', ${JSON.stringify(ready())})`,
  )
  const ended = new AbortController()
  stopTimers()
  const running = run('leaves', testContext(), {}, ended.signal)
  await appeared(ready())
  const [script = 0, left = 0] = readFileSync(ready(), 'utf8').split(' ').map(Number)
  onTestFinished(() => void process.kill(left, 'SIGKILL'))
  // Its process has been reaped, so the event `exit` has been emitted.
  while (exists(script)) await new Promise(resolve => setImmediate(resolve))
  ended.abort()
  vi.advanceTimersByTime(maxDrainMs)
  expect(await running).toMatchObject({ status: 'done', detail: 'Exit code 0.' })
})

const stubborn: [when: string, timeoutMs: number, detail: string][] = [
  ['while it runs', 60_000, 'The attempt was cut short.'],
  ['after its time', 300, 'It ran for more than 0.3 seconds.'],
]
test.each(stubborn)(
  'one that does not end when its attempt is cut short %s is killed soon',
  async (_when, timeoutMs, detail) => {
    const asked = path.join(root, 'asked')
    write(
      'stubborn',
      `#!/bin/sh\ntrap 'touch ${asked}' TERM\ntouch ${ready()}\nwhile :; do sleep 0.05; done\n`,
    )
    const ended = new AbortController()
    const limits = { timeoutMs, graceMs: 600_000, cutGraceMs: 50 }
    stopTimers()
    const running = run('stubborn', testContext(), limits, ended.signal)
    await appeared(ready())
    if (timeoutMs < 60_000) {
      vi.advanceTimersByTime(timeoutMs)
      await appeared(asked)
    }
    ended.abort()
    // Not after the grace time of a script that runs.
    vi.advanceTimersByTime(limits.cutGraceMs)
    expect(await running).toMatchObject({ status: 'failed', detail, retry: true })
  },
)

/** Created by a script once it listens to signals. */
const ready = () => path.join(root, 'ready')

/** Makes time limits depend on the test's clock: a script may start slowly. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

async function appeared(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise(resolve => setImmediate(resolve))
}

/** Whether a process runs, or is a zombie. */
function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until a process has ended, or is a zombie. */
async function gone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1)
  while (exists(pid)) {
    const { readFile } = await import('node:fs/promises')
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
    if (/\) Z/.test(state)) return
    await new Promise(resolve => setImmediate(resolve))
  }
}
