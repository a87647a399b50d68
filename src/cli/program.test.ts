import { expect, onTestFinished, test, vi } from 'vitest'
import { program } from './program.ts'
import { openCommandLine } from './testing/command-line.ts'

function absent(): never {
  throw new Error('not used')
}

test.each<[words: string, code: number]>([
  ['nope', 2],
  ['--nope', 2],
  ['start --nope', 2],
  ['query TopN --fields host', 2],
  ['query TopN --timeout 2147484', 2],
  ['tail --lines all', 2],
  ['event', 2],
  ['top --nope', 2],
  ['dashboards show', 2],
  ['forwarders nope', 2],
  ['user nope', 2],
  ['report schedules list --nope', 2],
  ['triggers nope', 2],
  ['backup', 2],
  ['login extra', 2],
  ['completion klingon', 2],
  ['--help', 0],
  ['--version', 0],
  ['user --help', 0],
])('millrace %s exits with %i', async (words, code) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(given => {
    throw new Error(`exit ${given}`)
  })
  const outputs = [process.stderr, process.stdout].map(stream =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  onTestFinished(() => {
    for (const mocked of [exit, ...outputs]) mocked.mockRestore()
  })
  const command = program({ version: '1', readSettings: absent, readListeners: absent, start: absent })
  await expect(openCommandLine().run(command, ...words.split(' '))).rejects.toThrow(`exit ${code}`)
})
