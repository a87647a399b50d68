/** A suite of the gate: a set of test files, and its time limit in CI. */
export interface Suite {
  name: string
  /** Configuration of Vitest. */
  config: string
  /** Ends the whole run, including second runs of files. */
  budgetSeconds: number
  /** Ends one file (`scripts/testing/file-process.ts`). */
  fileSeconds: number
}

export const suites = {
  test: { name: 'npm test', config: 'vitest.config.ts', budgetSeconds: 900, fileSeconds: 300 },
  system: {
    name: 'npm run test:system',
    config: 'vitest.system.config.ts',
    budgetSeconds: 3_000,
    fileSeconds: 1_200,
  },
} as const satisfies Record<string, Suite>
