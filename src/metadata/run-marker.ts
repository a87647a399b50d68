import type { Metadata } from './open.ts'

const key = 'running_since'

/**
 * Marks in the metadata that the service runs: a start that finds the mark follows an unclean end. Returns the start (Unix microseconds)
 * of the run before if that ended uncleanly, otherwise undefined.
 */
export async function markRunning({ facts, clock }: Pick<Metadata, 'facts' | 'clock'>) {
  const before = await facts.get(key)
  await facts.set(key, clock())
  return typeof before === 'number' ? before : undefined
}

/** Removes the mark, once everything is on disk. */
export async function unmarkRunning({ facts }: Pick<Metadata, 'facts'>): Promise<void> {
  await facts.remove(key)
}
