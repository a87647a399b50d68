/** Resolves when the work has ended, or after `ms` milliseconds. Rejects if the work rejects before. */
export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, ms)
  try {
    await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
