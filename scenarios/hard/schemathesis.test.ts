import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { isDeep, someOf } from '../../src/testing/depth.ts'
import { maxWaitMs } from '../../src/testing/until.ts'
import { Client } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { output } from '../testing/programs.ts'
import { startMillrace } from '../testing/service.ts'

/**
 * SCHEMATHESIS_SECONDS=600 SCHEMATHESIS_SEED=2: searches for this long, instead of a few requests per
 * operation.
 */
const seconds = Number(process.env.SCHEMATHESIS_SECONDS ?? 0)
const firstSeed = Number(process.env.SCHEMATHESIS_SEED ?? 1)
/**
 * SCHEMATHESIS_REQUESTS=20000: further searches, each with the next seed, until this many requests were made.
 */
const minRequests = seconds === 0 ? 0 : Number(process.env.SCHEMATHESIS_REQUESTS ?? 1)
/** A search makes at least three hundred requests, even beside others. */
const maxRuns = Math.max(1, Math.ceil(minRequests / 300))
const requestsOfOperation = isDeep ? 3 : 1

const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url))

const millrace = startMillrace({ MILLRACE_LOG_LEVEL: 'error' })
beforeAll(async () => {
  const events = Array.from({ length: 500 }, (_, i) => ({ host: `fw-${i % 5}`, message: `link ${i} down` }))
  await new Client(millrace).send(events)
})

/**
 * They may end the caller's token or user, so that the rest would get 401: each is tested on its own service.
 */
const endTheirCaller = ['deleteAuthtoken', 'deleteUser', 'replaceUser', 'updateUser']
const lengthOf = (maxSeconds: number) =>
  seconds === 0
    ? ['--phases=fuzzing', `--max-examples=${requestsOfOperation}`]
    : ['--phases=coverage,fuzzing', `--max-time=${maxSeconds}`]

test(
  'requests that schemathesis makes from the API description, of every operation, are answered as it says, none with a 500',
  async () => {
    let requests = 0
    for (const operation of someOf(endTheirCaller, 1)) {
      const own = await Millrace.start({ MILLRACE_LOG_LEVEL: 'error' })
      try {
        const only = [`--include-operation-id=${operation}`]
        requests += await requestsOfRun(own, firstSeed, Math.max(8, Math.ceil(seconds / 10)), only)
        expect(own.output).not.toContain('request failed')
      } finally {
        await own.remove()
      }
    }
    const others = endTheirCaller.map(operation => `--exclude-operation-id=${operation}`)
    for (let run = 0; run === 0 || (run < maxRuns && requests < minRequests); run++) {
      // The first run tests all other operations, no matter how many requests were already made.
      requests += await requestsOfRun(millrace, firstSeed + run, seconds, others)
      // The token was valid until the end.
      expect((await millrace.client.get('/api/users/me')).status).toBe(200)
    }
    expect(requests).toBeGreaterThanOrEqual(minRequests)
    expect(millrace.output).not.toContain('request failed')
    console.log(`${requests} requests`)
  },
  seconds === 0 ? undefined : (2 * seconds + 300) * 1_000 * maxRuns,
)

/** One run of schemathesis. Returns the number of requests. */
async function requestsOfRun(
  { url, token, dataDir }: Millrace,
  seed: number,
  maxSeconds: number,
  operations: readonly string[],
): Promise<number> {
  const { code, text } = await output(
    'schemathesis',
    [
      `--config-file=${config}`,
      'run',
      `${url}/api/schema`,
      '--header',
      `Authorization: token ${token}`,
      ...lengthOf(maxSeconds),
      `--seed=${seed}`,
      ...operations,
      '--continue-on-failure',
      '--no-color',
    ],
    // It stores what it learnt in its working directory.
    { milliseconds: seconds === 0 ? maxWaitMs() : (maxSeconds + 120) * 1_000, folder: dataDir },
  )
  expect(code, text.slice(0, 20_000)).toBe(0)
  const [, selected, tested = '0', requests = '0'] =
    /Selected: (\d+)\/\d+\s+Tested: (\d+).*?(\d+) generated/s.exec(text) ?? []
  console.log(`seed ${seed}: ${tested} of ${selected} operations, ${requests} requests`)
  // A search that is ended by its time limit may not reach all of them.
  if (seconds === 0) expect(tested).toBe(selected)
  return Number(requests)
}
