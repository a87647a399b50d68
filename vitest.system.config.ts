import { defineConfig } from 'vitest/config'

const include = ['scenarios/**/*.test.ts']

/** What kills, fills a disk, or holds times, memory and rates to bounds has the machine to itself: one after the other. */
const alone = [
  'alert-actions',
  'disk-full',
  'expensive-filters',
  'fuzz-bodies',
  'hung-engine',
  'kill-engine',
  'kill-tree',
  'kill-triggers',
  'live',
  'live-page',
  'schemathesis',
  'send',
  'shutdown',
  'stop-query',
  'storm',
].map(name => `scenarios/${name}.test.ts`)

/** Scenarios: the built product, real sockets, one story a file, each with a Millrace and ports of its own. */
export default defineConfig({
  test: {
    setupFiles: ['scripts/testing/property-seed.ts'],
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    projects: [
      // Mostly waiting for a browser and for the engine: two at a time.
      {
        extends: true,
        test: { name: 'beside', include, exclude: alone, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      { extends: true, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
})
