/**
 * Environment variable with the test file that started a process: the gate ends such processes with their
 * file (scripts/gate/leftovers.ts).
 */
export const fileVariable = 'TEST_FILE'

/**
 * Starts processes that later files of this process also use, so that they do not end with the file that
 * starts them.
 */
export async function startShared<T>(start: () => Promise<T>): Promise<T> {
  const file = process.env[fileVariable]
  delete process.env[fileVariable]
  try {
    return await start()
  } finally {
    if (file !== undefined) process.env[fileVariable] = file
  }
}
