import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { Client } from './testing/client.ts'
import { output } from './testing/programs.ts'
import { startMillrace } from './testing/service.ts'

/** SCHEMATHESIS_SECONDS=600 SCHEMATHESIS_SEED=2 for a longer search. */
const seconds = Number(process.env.SCHEMATHESIS_SECONDS ?? 60)
const seed = process.env.SCHEMATHESIS_SEED ?? '1'

const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url))

const millrace = startMillrace({ MILLRACE_LOG_LEVEL: 'error' })
beforeAll(async () => {
  const events = Array.from({ length: 500 }, (_, i) => ({ host: `fw-${i % 5}`, message: `link ${i} down` }))
  await new Client(millrace).send(events)
})

test(
  'requests that schemathesis makes from the API description are answered as it says, none with a 500',
  async () => {
    const { code, text } = await output(
      'schemathesis',
      [
        `--config-file=${config}`,
        'run',
        `${millrace.url}/api/schema`,
        '--header',
        `Authorization: token ${millrace.token}`,
        '--phases=coverage,fuzzing',
        `--max-time=${seconds}`,
        `--seed=${seed}`,
        '--continue-on-failure',
        '--no-color',
      ],
      // It keeps what it learnt where it runs.
      { milliseconds: (seconds + 120) * 1_000, folder: millrace.dataDir },
    )
    expect(code, text.slice(0, 20_000)).toBe(0)
    expect(Number(/(\d+) generated/.exec(text)?.[1])).toBeGreaterThan(1_000)
    expect(millrace.output).not.toContain('request failed')
    console.log(/^Test cases:\n.*$/m.exec(text)?.[0])
  },
  (seconds + 180) * 1_000,
)
