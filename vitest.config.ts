import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['scripts/testing/property-seed.ts'],
    pool: 'forks',
    // A fresh process for each file would spend a third of the time on loading the same modules again.
    isolate: false,
    // One more than processors: tests wait for clocks and for the engine, which is a process of its own.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
