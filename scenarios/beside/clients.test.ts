import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pythonClientFolder } from '../testing/programs.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
const clients = fileURLToPath(new URL('../../clients', import.meta.url))
const python = path.join(pythonClientFolder, 'bin/python3')
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-clients-'))
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  // The examples import the client by its name, as it is published.
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
  execFileSync(tsc, ['-p', path.join(clients, 'typescript')])
})

function start(language: string, example: string, words: string[] = [], url = millrace.url): ChildProcess {
  const env = { ...process.env, MILLRACE_URL: url, MILLRACE_TOKEN: millrace.token }
  const file = path.join(clients, language, 'examples', example)
  const [program, more] =
    language === 'python' ? [python, { PYTHONPATH: path.join(clients, 'python') }] : [process.execPath, {}]
  return spawn(program, [`${file}.${language === 'python' ? 'py' : 'ts'}`, ...words], {
    env: { ...env, ...more, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function outputOf(
  language: string,
  example: string,
  words: string[] = [],
  url = millrace.url,
): Promise<string> {
  const child = start(language, example, words, url)
  const output = child.stdout === null ? '' : await text(child.stdout)
  await until('its end', () => child.exitCode !== null)
  expect(child.exitCode, output).toBe(0)
  return output
}

test.each(['typescript', 'python'] as const)(
  'a batch without acknowledgement is sent again with its key: %s',
  async language => {
    const keys: unknown[] = []
    // Ends the connection, then is over capacity, then accepts the batch.
    const service = createServer((request, response) => {
      request.resume()
      keys.push(request.headers['idempotency-key'])
      if (keys.length === 1) response.destroy()
      else response.writeHead(keys.length === 2 ? 503 : 200, { 'retry-after': '0' }).end('{"status": "ok"}')
    })
    await once(service.listen(0, '127.0.0.1'), 'listening')
    try {
      // A server that listens on a port has an address with it.
      const { port } = service.address() as AddressInfo
      expect(await outputOf(language, 'send', [], `http://127.0.0.1:${port}`)).toBe('3 events are on disk\n')
      expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)))
      expect(new Set(keys).size).toBe(1)
    } finally {
      service.close()
    }
  },
)

test('the tests of the client for Python', async () => {
  const folder = path.join(clients, 'python')
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  const words = ['-m', 'unittest', 'discover', path.join(folder, 'tests')]
  const child = spawn(python, words, {
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const output = await text(child.stderr)
  await until('its end', () => child.exitCode !== null)
  expect(child.exitCode, output).toBe(0)
})

/** Occurrences sent by the examples of this language and of the ones before it. */
const sentBy = { typescript: 3, python: 6 }

test.each(['typescript', 'python'] as const)('the examples of the client for %s', async language => {
  const sent = sentBy[language]
  const watcher = start(language, 'watch')
  let watched = ''
  watcher.stdout?.on('data', chunk => {
    watched += chunk
  })
  try {
    await until('what there is', () => watched.includes(`SUCCESS ${sent - 3}\n`))
    expect(await outputOf(language, 'send')).toBe('3 events are on disk\n')
    await until('the events, live', () => watched.includes(`SUCCESS ${sent}\n`))
  } finally {
    watcher.kill()
  }
  expect(await outputOf(language, 'ask')).toBe(`app-1 ${sent / 3}\n`)
  // The same events again: each has happened twice.
  const polled = await outputOf(language, 'poll')
  expect(polled).toMatch(/^3 events\n(\d{4}\/\d\d\/\d\d [\d:]{8} app-1 \w.*\n){3}$/)
  const file = path.join(folder, `${language}.csv`)
  const reported = await outputOf(language, 'report', [file])
  const content = readFileSync(file, 'utf8')
  expect(reported).toBe(`report ${sent / 3}: ${Buffer.byteLength(content)} bytes in ${file}\n`)
  expect(content).toMatch(new RegExp(`app-1,${sent}`))
})
