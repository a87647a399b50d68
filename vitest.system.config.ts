import { defineConfig } from 'vitest/config'

/** Scenarios: the built product, real sockets, one story a file, one after the other. */
export default defineConfig({
  test: {
    include: ['scenarios/**/*.test.ts'],
    setupFiles: ['scripts/testing/property-seed.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
