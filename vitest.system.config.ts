import { defineConfig } from 'vitest/config'

const include = ['scenarios/**/*.test.ts']

/** What holds times, memory and rates to bounds has the machine to itself: one after the other. */
const alone = named(
  'alert-actions',
  'expensive-filters',
  'live',
  'live-page',
  'send',
  'shutdown',
  'stop-query',
  'storm',
)
/** What kills, fills a disk or floods: two at a time, without pages beside them. */
const hard = named(
  'disk-full',
  'fuzz-bodies',
  'hung-engine',
  'kill-engine',
  'kill-tree',
  'kill-triggers',
  'schemathesis',
)

function named(...names: string[]): string[] {
  return names.map(name => `scenarios/${name}.test.ts`)
}

/** Scenarios: the built product, real sockets, one story a file, each with a Millrace and ports of its own. */
export default defineConfig({
  test: {
    setupFiles: ['scripts/testing/property-seed.ts'],
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    projects: [
      // Mostly waiting for a browser and for the engine: one more than processors of a small machine.
      group(0, 'beside', 3, include, [...hard, ...alone]),
      group(1, 'hard', 2, hard),
      group(2, 'alone', 1, alone),
    ],
  },
})

/** Groups run one after the other. */
function group(
  groupOrder: number,
  name: string,
  maxWorkers: number,
  files: string[],
  exclude: string[] = [],
) {
  return {
    extends: true as const,
    test: { name, include: files, exclude, maxWorkers, sequence: { groupOrder } },
  }
}
