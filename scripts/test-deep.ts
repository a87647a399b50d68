/**
 * `npm run test:deep`: what takes too long for `npm test` and `npm run test:system`. Property tests with a
 * new seed, which it prints, and many more cases; then the suites that these two leave out or shorten. With
 * files, only these. It takes hours.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

/** Lengths of the tests, each of which can be set on the command line instead. */
const lengths: Readonly<Record<string, string>> = {
  TEST_DEEP: '1',
  MILLRACE_SEED: String(randomInt(2 ** 31)),
  MILLRACE_CASES: '10000',
  MILLRACE_CUBE_RUNS: '10',
  MILLRACE_DEEP_PAGES: '400',
  KILLS: '5',
  RESTARTS: '20',
  STORE_ROUNDS: '20',
  FUZZ_BODIES: '20000',
  LOGGER_EVENTS: '20000',
}
const env = { ...lengths, ...process.env }
console.log(
  Object.keys(lengths)
    .map(name => `${name}=${env[name]}`)
    .join(' '),
)

const words = process.argv.slice(2)
const isScenario = (word: string) => word.startsWith('scenarios/')
const isNamed = words.some(word => !word.startsWith('-'))
const options = words.filter(word => word.startsWith('-'))
const steps: [string, string[]][] = [
  ['scripts/test.ts', words.filter(word => !isScenario(word))],
  ['scripts/test-system.ts', [...options, ...words.filter(isScenario)]],
]
for (const [program, files] of steps) {
  if (isNamed && files.length === options.length) continue
  const { status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, ...files],
    {
      stdio: 'inherit',
      env,
    },
  )
  if (status !== 0) process.exitCode = 1
}
